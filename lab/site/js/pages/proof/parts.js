// Parts of the page Proof.
import { el } from "../../dom.js";
import { t } from "../../text.js";

// sheet is a table with a caption, in a place that scrolls by itself and by the keyboard. heads are names
// of columns; those in numbers are to the right, and the one called name heads its row. On a phone each
// cell says its column itself.
export const sheet = (caption, heads, { numbers = [], name = heads[0], kind = "" } = {}) => {
  const titles = heads.map(h => t("proof.head." + h)), side = h => numbers.includes(h) ? "number" : null;
  const body = el("tbody");
  const root = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", { class: "sheet " + kind }, el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...heads.map((h, i) => el("th", { scope: "col", class: side(h) }, titles[i])))), body));
  // add appends a row: of texts, or of elements.
  const add = cells => body.append(el("tr", {}, ...cells.map((c, i) => heads[i] === name
    ? el("th", { scope: "row" }, c) : el("td", { class: side(heads[i]), "data-label": titles[i], "data-head": heads[i] }, c))));
  return { root, body, add, clear: () => body.replaceChildren() };
};

// mark says in a sign and in words whether two values are equal.
export const mark = equal => el("span", { class: equal ? "mark good" : "mark off", role: "img", "aria-label": t(equal ? "proof.equal" : "proof.different") },
  equal ? "✓" : "✗");

export const hash = text => el("code", {}, text);

// fold is a part of the page that opens on demand.
export const fold = (title, ...children) => el("details", {}, el("summary", {}, title), ...children);

export const reason = e => t(e.code === "refused" || !e.code ? "error.refused" : "error." + e.code, { detail: e.message });
