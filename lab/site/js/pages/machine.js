// This machine: what the display and the clock of this page do.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink, font } from "../canvas.js";
import { Panel, buttons, keyboard } from "../panel.js";
import { number, every, lesson } from "../parts.js";

const ways = ["plain", "lead", "snapped", "hysteresis"];
const keys = { restart: "r" };
const samples = 4000; // readings of the clock, of which the least difference counts

// drawIntervals draws the last frames' intervals, the newest at the right.
const drawIntervals = (canvas, recent, mean) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const room = (recent.length - 1) / 2, n = Math.min(recent[0], room), left = 46, foot = height - 8;
  let top = Math.max(mean * 1.5, 1);
  for (let i = 0; i < n; i++) top = Math.max(top, recent[2 + 2 * i]);
  top = Math.min(top, 120) * 1.05;
  const py = v => foot - Math.min(v, top) / top * (foot - 12);
  c.font = font(12);
  c.textAlign = "right";
  c.textBaseline = "middle";
  for (const v of [0, mean, top / 1.05]) {
    const y = Math.round(py(v)) + 0.5;
    c.strokeStyle = ink.rule;
    c.beginPath(); c.moveTo(left, y); c.lineTo(width, y); c.stroke();
    c.fillStyle = ink.quiet;
    if (v === mean || Math.abs(y - py(mean)) > 14) c.fillText(number(v, 1), left - 6, Math.max(y, 7));
  }
  c.fillStyle = ink.s0;
  c.beginPath();
  for (let k = 0; k < n; k++) {
    const at = 1 + 2 * ((recent[0] - n + k) % room), x = left + (room - n + k) / room * (width - left);
    c.rect(x, py(recent[at + 1]) - 2, 3, 4);
  }
  c.fill();
};

const drawSteps = (canvas, pattern) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const n = pattern.length - 1, wide = width / n;
  for (let i = n - pattern[0]; i < n; i++) {
    const steps = pattern[1 + i], tall = steps === 0 ? 2 : Math.min(steps, 3) * (height / 3) - 1;
    c.fillStyle = steps === 0 ? ink.warn : steps > 1 ? ink.s1 : ink.s0;
    c.fillRect(i * wide, height - tall, Math.max(wide - 1, 1), tall);
  }
};

export const open = (root, app) => {
  const scene = app.engine.open("machine");
  const panel = new Panel("machine", scene, { skip: ["sample"], changed: () => app.settle(settings()) });
  const settings = () => { const s = panel.settings(); delete s.sample; return s; };
  const row = buttons("machine", scene, keys);
  const words = el("p", { class: "look", role: "status", "data-figure": "verdict" });
  const element = el("canvas", { class: "intervals", role: "img", "aria-label": t("machine.intervals") });
  const status = {};
  const say = name => el("div", {}, el("dt", {}, t("machine.figure." + name)), status[name] = el("dd", { "data-figure": name }));
  const cells = ways.map(way => {
    const e = el("canvas", { class: "steps", role: "img", "aria-label": t("machine.recent") });
    const cell = name => el("td", { class: "number", "data-figure": way + "." + name });
    const parts = { zeros: cell("zeros"), doubles: cell("doubles"), beat: cell("beat") };
    const tr = el("tr", {}, el("th", { scope: "row" }, t("machine.way." + way), el("p", { class: "about" }, t("machine.about." + way))),
      parts.zeros, parts.doubles, parts.beat, el("td", {}, e));
    return { way, e, parts, tr };
  });
  const head = (name, kind) => el("th", { scope: "col", class: kind }, t("machine." + name));
  root.append(el("h1", {}, t("nav.machine")), el("p", { class: "lead" }, t("machine.lead")), words,
    el("div", { class: "stage" },
      el("div", {},
        el("h2", {}, t("machine.intervals")), element,
        el("div", { class: "scroll" }, el("table", { class: "ways" },
          el("thead", {}, el("tr", {}, head("way"), head("zeros", "number"), head("doubles", "number"), head("simulated", "number"), head("recent"))),
          el("tbody", {}, ...cells.map(c => c.tr))))),
      el("aside", { class: "side" }, row, panel.root,
        el("dl", { class: "status" }, ...["rate", "mean", "spread", "shortest", "longest", "p99", "frames", "gaps", "resolution"].map(say)))),
    lesson("machine"));
  const canvas = new Canvas(element);
  for (const c of cells) c.canvas = new Canvas(c.e);
  for (let i = 0; i < samples; i++) scene.set("sample", performance.now());

  const ms = (v, digits) => v > 0 ? number(v, digits) + " ms" : "–";
  const sentence = () => {
    const get = name => scene.get(name), steps = number(scene.values.steps, 0);
    if (!get("rate")) return t("machine.waiting");
    const rate = number(get("rate"), 2), parts = [];
    parts.push(get("nominal") ? t("machine.locked", { rate, nominal: number(get("nominal"), 2) }) : t("machine.unlocked", { rate }));
    const per = number(get("stepsPerFrame"), 3);
    if (get("stepsPerFrame")) {
      parts.push(get("period") > 0 ? t("machine.beat", { steps, per, period: number(get("period"), 1) }) : t("machine.even", { steps, per }));
      if (get("cadence") > 1) parts.push(t("machine.cadence", { cadence: number(get("cadence"), 0) }));
    }
    return parts.join(" ");
  };
  const tell = every(250, () => {
    const get = name => scene.get(name);
    write(words, sentence());
    write(status.rate, get("rate") ? number(get("rate"), 2) + " Hz" : "–");
    for (const name of ["mean", "spread", "shortest", "longest", "p99"]) write(status[name], ms(get(name), 2));
    write(status.frames, number(get("frames"), 0));
    write(status.gaps, number(get("gaps"), 0));
    write(status.resolution, get("resolution") ? number(get("resolution") * 1000, 0) + " µs" : "–");
    for (const { way, parts } of cells) {
      write(parts.zeros, number(get(way + ".zeros"), 0) + " / " + number(get(way + ".frames"), 0));
      write(parts.doubles, number(get(way + ".doubles"), 0));
      write(parts.beat, get("stepsPerFrame") ? number(get(way + ".beatZeros"), 0) + " + " + number(get(way + ".beatDoubles"), 0) : "–");
    }
  });
  return {
    scene,
    apply: wanted => panel.apply(wanted),
    settings,
    key: keyboard(keys, name => scene.act(name)),
    leave: () => scene.leave(),
    frame(now) {
      scene.frame(now);
      drawIntervals(canvas, scene.view("recent"), scene.get("mean"));
      for (const c of cells) drawSteps(c.canvas, scene.view(c.way + ".pattern"));
      tell(now);
    },
    close() {
      canvas.close();
      for (const c of cells) c.canvas.close();
    },
  };
};
