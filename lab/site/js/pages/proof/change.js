// One input of a run is changed, and both runs are shown side by side.
import { el, id, write } from "../../dom.js";
import { t } from "../../text.js";
import { Canvas, ink } from "../../canvas.js";
import { number } from "../../parts.js";
import { drawParted } from "./parted.js";
import { sheet, hash, fold, reason } from "./parts.js";

const moves = ["left", "none", "right"];
const bytes = { ff: "left", "00": "none", "01": "right" }; // the inputs as a recording has them
const named = text => bytes[text] ? t("proof.input." + bytes[text]) : text;
const first = { tick: "30", input: "right" };
const move = text => moves.indexOf(text) - 1;

export const change = (app, aside, settled) => {
  const files = { reference: null, played: null, dropped: null };
  const source = el("select", { id: id("source"), "data-control": "source", onchange: () => ask() },
    ...Object.keys(files).map(name => el("option", { value: name, disabled: name !== "reference" }, t("proof.source." + name))));
  const tick = el("input", { type: "number", id: id("tick"), "data-control": "tick", min: "0", step: "1", value: first.tick, inputmode: "numeric",
    oninput: () => { settled(); ask(); } });
  const input = el("select", { id: id("input"), "data-control": "input", onchange: () => { settled(); ask(); } },
    ...moves.map(m => el("option", { value: m, selected: m === first.input }, t("proof.input." + m))));
  const look = el("input", { type: "range", id: id("look"), "data-control": "look", min: "0", max: "0", step: "1", oninput: () => point() });
  const label = (control, key) => el("div", { class: "control choice" }, el("label", { for: control.id }, t(key)), control);

  const told = el("p", { class: "look", role: "status", "data-figure": "parted" });
  const at = el("output", { for: look.id, "data-figure": "look" });
  const element = el("canvas", { class: "parted", role: "img", "aria-label": t("proof.change.chart") });
  const fields = sheet(t("proof.change.fields"), ["field", "run", "changed"]);
  const rows = sheet(t("proof.change.ticks"), ["tick", "inputs", "run", "changed"]);
  let data = null, points = null, stale = true, theme = null, asked = 0, busy = false, again = false;

  const place = () => Math.min(Math.max(Number(look.value) - data.from, 0), points.length / 3 - 1);
  const point = () => {
    if (!points) return;
    const k = 3 * place();
    const text = t("proof.change.at", { tick: points[k], a: points[k + 1], b: points[k + 2] });
    write(at, text);
    look.setAttribute("aria-valuetext", text);
    stale = true;
  };
  const fail = text => {
    told.classList.add("bad");
    write(told, text);
  };
  const show = (answer, file) => {
    data = answer;
    points = new Float64Array(file.buffer, file.byteOffset, file.byteLength / 8);
    const c = data.comparison, parted = c.tick >= 0, n = points.length / 3;
    tick.max = data.ticks - 1;
    look.min = data.from;
    look.max = data.from + n - 1;
    look.value = parted ? Math.min(c.tick + 20, data.from + n - 1) : data.from;
    told.classList.remove("bad");
    const words = { tick: c.input_tick >= 0 ? c.input_tick : tick.value, was: t("proof.input." + moves[data.was + 1]), is: t("proof.input." + input.value),
      first: c.tick, probes: c.probes };
    write(told, t(parted ? "proof.change.parted" : c.input_tick < 0 ? "proof.change.same" : "proof.change.equal", words));
    fields.clear();
    for (const f of c.fields || []) fields.add([f.name, hash(f.a), hash(f.b)]);
    rows.clear();
    for (const r of c.rows || []) {
      const inputs = r.input_a === r.input_b ? named(r.input_a) : named(r.input_a) + " → " + named(r.input_b);
      rows.add([number(r.tick, 0), inputs, hash(r.hash_a), hash(r.hash_b)]);
    }
    fields.root.hidden = !parted;
    more.hidden = !parted;
    point();
  };
  const checked = () => {
    const most = data && Number(tick.max);
    const text = tick.value.trim();
    if (/^\d{1,9}$/.test(text) && !(most && Number(text) > most)) return true;
    fail(t("proof.change.tick", { most: most || "" }));
    return false;
  };
  // ask runs both. One question at a time: while one is being answered, only the last of those that follow is kept.
  const ask = async () => {
    if (busy) { again = true; return; }
    const file = files[source.value], mine = ++asked;
    if (!checked()) return;
    const settings = { tick: Number(tick.value), move: move(input.value) };
    busy = true;
    try {
      // The reference run is short. A recording may be long.
      const got = file ? await aside.call("proof.change", settings, file) : app.engine.call("proof.change", settings);
      if (mine === asked) show(got.answer, got.file);
    } catch (e) {
      if (mine === asked) fail(reason(e));
    }
    busy = false;
    if (again) { again = false; ask(); }
  };

  const more = fold(t("proof.change.rows"), rows.root);
  const root = el("section", { class: "proof-part", id: "change" }, el("h2", {}, t("proof.change.title")), el("p", {}, t("proof.change.lead")),
    el("div", { class: "choices" }, label(source, "proof.control.source"), label(tick, "proof.control.tick"), label(input, "proof.control.input")),
    told, el("div", { class: "legend" }, el("span", {}, el("i", { class: "swatch s0" }), t("proof.head.run")),
      el("span", {}, el("i", { class: "swatch s1" }), t("proof.head.changed"))),
    element, el("div", { class: "control wide" }, el("label", { for: look.id }, t("proof.control.look")), at, look),
    fields.root, more);
  const canvas = new Canvas(element);
  return {
    root,
    names: Object.keys(first),
    // apply returns what of the settings of an address is of no use.
    apply(settings) {
      const left = [];
      tick.value = first.tick;
      input.value = first.input;
      if (settings.tick !== undefined) {
        if (/^\d{1,9}$/.test(settings.tick)) tick.value = settings.tick;
        else left.push("tick=" + settings.tick.slice(0, 40));
      }
      if (settings.input !== undefined) {
        if (moves.includes(settings.input)) input.value = settings.input;
        else left.push("input=" + settings.input.slice(0, 40));
      }
      ask();
      return left;
    },
    settings() {
      const out = {};
      if (source.value === "reference" && /^\d{1,9}$/.test(tick.value) && tick.value !== first.tick) out.tick = tick.value;
      if (input.value !== first.input) out.input = input.value;
      return out;
    },
    // offer adds a recording to the choice.
    offer(name, tape) {
      files[name] = tape.bytes;
      source.querySelector(`[value=${name}]`).disabled = false;
      if (source.value === name) { data = null; ask(); }
    },
    frame() {
      if (!points || !(stale || canvas.stale || theme !== ink.text)) return;
      stale = canvas.stale = false;
      theme = ink.text;
      drawParted(canvas, points, data, place());
    },
    close() { canvas.close(); asked++; },
  };
};
