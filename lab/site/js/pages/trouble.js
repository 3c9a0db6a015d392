// Troubleshooting: from a symptom to its cause, and to the page and setting that shows it.
import { el, id } from "../dom.js";
import { t } from "../text.js";
import { write } from "../state.js";

// Each row names the page and what is set there; its texts are trouble.NAME.symptom, .cause, .check and .link.
const rows = {
  higher: ["jump", { fps: 12 }],
  faster: ["jump", { fps: 144 }],
  uneven: ["jump", { fps: 40 }],
  same: ["jump", { fps: 144, speed: 0.25 }],
  jitter: ["jump", { fps: 15, jitter: "on" }],
  beat: ["machine", { steps: 60 }],
  spiral: ["spiral", { cost: 25, clamp: "off" }],
  burst: ["spiral", { cost: 14, clamp: "off" }],
  slow: ["spiral", { cost: 25 }],
  tunnel: ["tunnel", { steps: 60, jitter: "off" }],
  luck: ["tunnel", { steps: 60, jitter: "on" }],
  spring: ["spring", { fps: 30, jitter: "off" }],
  smear: ["jump", { snap: "off" }],
  ground: ["jump", { steps: 20 }],
  late: ["jump", { steps: 20, fps: 60 }],
  replay: ["proof", {}],
  average: ["frames", { sample: "before" }],
  lows: ["frames", { sample: "before", low: "mangohud" }],
  helped: ["frames", { sample: "pair" }],
};

export const open = (root, app) => {
  const columns = ["symptom", "cause", "check"], key = id("find");
  const lines = Object.entries(rows).map(([name, [page, settings]]) => el("tr", { "data-row": name },
    ...columns.map((c, i) => el(i ? "td" : "th", i ? { "data-label": t("trouble." + c) } : { scope: "row" }, t("trouble." + name + "." + c))),
    el("td", { "data-label": t("trouble.show") }, el("a", { href: write(page, settings) }, t("trouble." + name + ".link")))));
  const none = el("p", { role: "status" });
  const search = el("input", { type: "text", id: key, oninput: () => filter() });
  const filter = () => {
    const words = search.value.toLowerCase().split(/\s+/);
    let left = 0;
    for (const line of lines) {
      line.hidden = !words.every(w => line.textContent.toLowerCase().includes(w));
      left += line.hidden ? 0 : 1;
    }
    none.textContent = left ? "" : t("trouble.none");
    app.settle(settings());
  };
  const settings = () => search.value ? { find: search.value } : {};
  root.append(el("h1", {}, t("nav.trouble")), el("p", { class: "lead" }, t("trouble.lead")),
    el("div", { class: "field find" }, el("label", { for: key }, t("trouble.find")), search), none,
    el("table", { class: "trouble" },
      el("thead", {}, el("tr", {}, ...columns.concat("show").map(c => el("th", { scope: "col" }, t("trouble." + c))))),
      el("tbody", {}, ...lines)));
  return {
    apply(wanted) {
      const { find, ...rest } = wanted;
      search.value = find || "";
      filter();
      return Object.keys(rest);
    },
    settings,
  };
};
