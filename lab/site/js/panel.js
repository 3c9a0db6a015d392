// The panel of a scene: its controls and actions, as the engine describes them. Names are in the texts.
import { el, id, write } from "./dom.js";
import { t, has } from "./text.js";

const shown = (page, c, value) => {
  if (c.choices) return t(page + ".choice." + c.choices[value]);
  const digits = c.step >= 1 ? 0 : c.step >= 0.1 ? 1 : 2;
  const key = page + ".unit." + c.name;
  return value.toFixed(digits) + (has(key) ? " " + t(key) : "");
};

export class Panel {
  // options: skip (names of controls that are made elsewhere), changed (called after a change by hand).
  constructor(page, scene, options) {
    this.page = page;
    this.scene = scene;
    this.options = options || {};
    this.inputs = new Map();
    this.root = el("div", { class: "panel" });
    for (const c of scene.controls) {
      if (!(this.options.skip || []).includes(c.name)) this.root.append(this.control(c));
    }
  }

  control(c) {
    const key = id(c.name), label = t(this.page + ".control." + c.name);
    const help = has(this.page + ".help." + c.name) ? t(this.page + ".help." + c.name) : null;
    let input, output = null;
    if (c.choices && c.choices.join() === "off,on") {
      input = el("input", { type: "checkbox", id: key, role: "switch" });
    } else if (c.choices) {
      input = el("select", { id: key }, ...c.choices.map((name, i) => el("option", { value: i }, t(this.page + ".choice." + name))));
    } else {
      input = el("input", { type: "range", id: key, min: c.min, max: c.max, step: c.step || "any" });
      output = el("output", { for: key });
    }
    const entry = { c, input, output };
    this.inputs.set(c.name, entry);
    input.addEventListener("input", () => {
      this.set(c.name, input.type === "checkbox" ? Number(input.checked) : Number(input.value));
      this.options.changed?.();
    });
    this.show(entry);
    return el("div", { class: "control " + input.type + (c.choices ? " choice" : "") },
      el("label", { for: key }, label), input, output, help ? el("small", {}, help) : null);
  }

  show({ c, input, output }) {
    const value = this.scene.values[c.name];
    if (input.type === "checkbox") input.checked = value !== 0;
    else input.value = value;
    if (output) write(output, shown(this.page, c, value));
    if (output) input.setAttribute("aria-valuetext", shown(this.page, c, value));
  }

  set(name, value) {
    this.scene.set(name, value);
    const entry = this.inputs.get(name);
    if (entry) this.show(entry);
  }

  // apply takes settings of an address, and returns what in them is of no use here.
  apply(settings) {
    const left = [];
    const known = new Set();
    for (const c of this.scene.controls) {
      known.add(c.name);
      const text = settings[c.name];
      let value = c.value;
      if (text !== undefined) {
        const choice = c.choices ? c.choices.indexOf(text) : -1;
        value = choice >= 0 ? choice : text.trim() === "" || c.choices ? NaN : Number(text);
        if (!(value >= c.min && value <= c.max)) {
          left.push(c.name + "=" + text.slice(0, 40));
          value = c.value;
        }
      }
      this.set(c.name, value);
    }
    for (const name in settings) if (!known.has(name)) left.push(name.slice(0, 40));
    return left;
  }

  // settings returns what is not as at first, for an address.
  settings() {
    const out = {};
    for (const c of this.scene.controls) {
      const value = this.scene.values[c.name];
      if (value !== c.value) out[c.name] = c.choices ? c.choices[value] : String(value);
    }
    return out;
  }
}

// buttons makes a button for each action that has a text, with its key.
export const buttons = (page, scene, keys, acted) => {
  const row = el("div", { class: "row actions" });
  for (const name of scene.actions) {
    const key = keys[name];
    row.append(el("button", {
      type: "button", "data-act": name, "aria-keyshortcuts": key,
      onclick: () => { scene.act(name); acted?.(name); },
    }, t(page + ".action." + name), key ? el("kbd", {}, key === " " ? t("key.space") : key.toUpperCase()) : null));
  }
  return row;
};

// What a key does again while it is held: a held pause would flicker, and a held hitch pile up.
const repeated = ["step", "frame"];

// keyboard returns a listener that does what the keys stand for, unless they belong to what is focused.
export const keyboard = (keys, act) => event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const on = event.target;
  if (on.matches?.("input:not([type=checkbox]):not([type=range]), select, textarea, [contenteditable]")) return false;
  if (event.key === " " && on.matches?.("button, summary, input, a")) return false;
  const name = Object.keys(keys).find(n => keys[n] === event.key.toLowerCase() || keys[n] === event.key);
  if (!name) return false;
  event.preventDefault();
  if (!event.repeat || repeated.includes(name)) act(name);
  return true;
};
