// Parts that pages share.
import { el } from "./dom.js";
import { t, has } from "./text.js";

const formats = new Map();

// number writes a number with so many digits. Formats are kept: making one costs more than using it.
export const number = (v, digits) => {
  if (!Number.isFinite(v)) return "–";
  if (!formats.has(digits)) {
    formats.set(digits, new Intl.NumberFormat("en", { minimumFractionDigits: digits, maximumFractionDigits: digits }));
  }
  return formats.get(digits).format(v);
};

// part writes a part of a step, rounded down: 0.999 is not the whole of it.
export const part = v => number(Math.floor(v * 100) / 100, 2);

// every calls f at most once in so many milliseconds: texts change no faster than one can read.
export const every = (ms, f) => {
  let last = -Infinity;
  return now => {
    if (now - last < ms) return;
    last = now;
    f(now);
  };
};

// experiments is a row of buttons that set a page up.
export const experiments = (page, names, attempt) =>
  el("div", { class: "row experiments", role: "group", "aria-label": t("experiments") },
    ...names.map((name, i) => el("button", {
      type: "button", "data-try": name, "aria-pressed": "false", onclick: () => attempt(name),
    }, el("b", {}, String(i + 1)), " " + t(page + ".try." + name))));

// lesson is what there is to know, as paragraphs page.lesson.1, 2, ...
export const lesson = page => {
  const root = el("section", { class: "lesson" }, el("h2", {}, t("lesson")));
  for (let i = 1; has(page + ".lesson." + i); i++) root.append(el("p", {}, t(page + ".lesson." + i)));
  return root;
};

// exercises are questions whose answers open on demand.
export const exercises = page => {
  const root = el("section", { class: "exercises" }, el("h2", {}, t("exercises")));
  for (let i = 1; has(page + ".question." + i); i++) {
    root.append(el("details", {}, el("summary", {}, t(page + ".question." + i)), el("p", {}, t(page + ".answer." + i))));
  }
  return root;
};
