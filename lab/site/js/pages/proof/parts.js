// Parts of the page Proof.
import { el } from "../../dom.js";
import { t } from "../../text.js";

// sheet is a table with a caption, in a place that scrolls by itself and by the keyboard. The heads are
// names of texts; of those in numbers the column is to the right.
export const sheet = (caption, heads, numbers = []) => {
  const body = el("tbody");
  const root = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    el("table", { class: "sheet" }, el("caption", {}, caption),
      el("thead", {}, el("tr", {}, ...heads.map(h => el("th", { scope: "col", class: numbers.includes(h) ? "number" : null }, t(h))))), body));
  // add appends a row: of texts, or of elements.
  const add = cells => body.append(el("tr", {}, ...cells.map((c, i) =>
    el(i === 1 && heads[0] === "proof.head.equal" || i === 0 && heads[0] !== "proof.head.equal" ? "th" : "td",
      { scope: null, class: numbers.includes(heads[i]) ? "number" : null }, c))));
  return { root, body, add, clear: () => body.replaceChildren() };
};

// mark says in a sign and in words whether two values are equal.
export const mark = equal => el("span", { class: equal ? "mark good" : "mark off", role: "img", "aria-label": t(equal ? "proof.equal" : "proof.different") },
  equal ? "✓" : "✗");

export const hash = text => el("code", {}, text);

// fold is a part of the page that opens on demand.
export const fold = (title, ...children) => el("details", {}, el("summary", {}, title), ...children);

export const reason = e => t(e.code === "refused" || !e.code ? "error.refused" : "error." + e.code, { detail: e.message });
