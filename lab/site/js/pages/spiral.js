// Spiral: what a frame computes is how long it takes.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink, font } from "../canvas.js";
import { Panel, buttons, keyboard } from "../panel.js";
import { number, every, exercises, experiments, lesson } from "../parts.js";

const keys = { pause: " ", hitch: "h", restart: "r" };
const tries = {
  death: { cost: 25, clamp: 0 },
  clamp: { cost: 25 },
  cap: { cost: 25, clamp: 0, cap: 1 },
  budget: { cost: 25, clamp: 0, budget: 1 },
  hitch: { cost: 14, clamp: 0 },
};
const wide = 7, bands = ["run", "carried", "droppedCap", "droppedBudget", "clamped"];
const colours = () => [ink.s0, ink.s4, ink.s1, ink.s3, ink.warn];

// axis returns a round number at or above v.
const axis = v => {
  const power = 10 ** Math.floor(Math.log10(v)), k = [1, 2, 5, 10].find(n => n * power >= v * 0.999);
  return k * power;
};

// drawBand draws each frame as wide as it was long, with what became of its time as parts of its height.
const drawBand = (canvas, band, now, shown) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const left = 66, foot = height - 24, room = (band.length - 1) / wide;
  const n = Math.min(band[0], room), first = band[0] - n;
  let top = 0.02;
  for (let i = first; i < band[0]; i++) {
    const at = 1 + wide * (i % room);
    if (band[at] < now - shown) continue;
    let sum = 0;
    for (let k = 2; k < wide; k++) sum += band[at + k];
    top = Math.max(top, sum, band[at + 1]);
  }
  top = axis(top * 1.05);
  const px = s => left + (s - now + shown) / shown * (width - left - 8), py = s => foot - s / top * (foot - 12);
  c.font = font(12);
  c.fillStyle = ink.quiet;
  c.strokeStyle = ink.rule;
  c.textAlign = "right";
  c.textBaseline = "middle";
  for (let k = 0; k <= 4; k++) {
    const y = Math.round(py(top * k / 4)) + 0.5;
    c.beginPath(); c.moveTo(left, y); c.lineTo(width - 8, y); c.stroke();
    c.fillText(number(top * k / 4 * 1000, 0) + " ms", left - 6, y);
  }
  c.textAlign = "center";
  c.textBaseline = "alphabetic";
  for (let k = 0; k <= shown; k += 2) c.fillText(k ? "−" + k + " s" : t("spiral.now"), Math.min(px(now - k), width - 22), height - 6);
  c.save();
  c.beginPath(); c.rect(left, 0, width - left - 8, foot); c.clip();
  const paint = colours();
  for (let k = 2; k < wide; k++) {
    c.fillStyle = paint[k - 2];
    c.beginPath();
    for (let i = first; i < band[0]; i++) {
      const at = 1 + wide * (i % room), end = band[at];
      if (end < now - shown || band[at + k] <= 0) continue;
      let under = 0;
      for (let j = 2; j < k; j++) under += band[at + j];
      const x = px(end - band[at + 1]), w = Math.max(px(end) - x - (px(end) - x > 3 ? 1 : 0), 0.5);
      const y = py(under + band[at + k]);
      c.rect(x, y, w, py(under) - y);
    }
    c.fill();
  }
  c.restore();
  c.strokeStyle = ink.text;
  c.setLineDash([4, 4]);
  const y = Math.round(py(1 / 60)) + 0.5;
  c.beginPath(); c.moveTo(left, y); c.lineTo(width - 8, y); c.stroke();
  c.setLineDash([]);
};

export const open = (root, app) => {
  const scene = app.engine.open("spiral");
  const settle = () => app.settle(panel.settings());
  const panel = new Panel("spiral", scene, { changed: () => { look(null); settle(); } });
  const told = el("p", { class: "look", role: "status" });
  const look = name => {
    told.hidden = !name;
    if (name) write(told, t("spiral.look." + name));
    for (const b of tried.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.try === name));
  };
  const attempt = name => {
    for (const c of scene.controls) panel.set(c.name, tries[name][c.name] ?? c.value);
    scene.act("restart");
    if (name === "hitch") scene.act("hitch");
    look(name);
    settle();
  };
  const tried = experiments("spiral", Object.keys(tries), attempt);
  const row = buttons("spiral", scene, keys), pause = row.querySelector("[data-act=pause]");
  const element = el("canvas", { class: "band", role: "img", "aria-label": t("spiral.band") });
  const verdict = el("p", { class: "look", role: "status", "data-figure": "verdict" });
  const status = {};
  const say = name => el("div", {}, el("dt", {}, t("spiral.figure." + name)), status[name] = el("dd", { "data-figure": name }));
  const swatch = [2, 5, 0, 4, 1];
  const legend = el("ul", { class: "legend" }, ...bands.map((name, i) =>
    el("li", {}, el("i", { class: "swatch s" + swatch[i] }), t("spiral.part." + name))));

  root.append(el("h1", {}, t("nav.spiral")), el("p", { class: "lead" }, t("spiral.lead")), tried, told, row,
    el("div", { class: "stage" },
      el("div", {}, verdict, element, legend, el("p", { class: "about" }, t("spiral.about"))),
      el("aside", { class: "side" }, panel.root,
        el("dl", { class: "status" }, ...["frame", "steps", "load", "tick", "time", "behind", "worst", "dropped", "clamped"].map(say)))),
    el("div", { class: "pair" }, lesson("spiral"), exercises("spiral")));

  const canvas = new Canvas(element);
  look(null);
  if (app.still) scene.act("pause");

  const ms = v => number(v * 1000, 0) + " ms";
  const words = () => {
    const load = scene.get("load"), values = scene.values, protectedBy = values.clamp || values.cap || values.budget;
    if (scene.get("dead")) return "dead";
    if (load <= 1) return "fits";
    return protectedBy ? "slow" : "growing";
  };
  const tell = every(100, () => {
    const get = name => scene.get(name);
    write(status.frame, ms(get("frame")) + " (" + number(get("frameRate"), 1) + " fps)");
    write(status.steps, number(get("steps"), 0));
    write(status.load, number(get("load") * 100, 0) + " %");
    status.load.classList.toggle("off", get("load") > 1);
    write(status.tick, number(get("tick"), 0));
    write(status.time, number(get("time"), 1) + " s");
    write(status.behind, number(get("behind"), 1) + " s");
    write(status.worst, ms(get("worst")));
    write(status.dropped, number(get("droppedCap") + get("droppedBudget"), 1) + " s");
    write(status.clamped, number(get("clamped"), 1) + " s");
    const key = words();
    verdict.classList.toggle("bad", key === "dead" || key === "growing");
    write(verdict, t("spiral." + key, { load: number(get("load"), 2), steps: number(scene.values.steps, 0),
      cost: number(scene.values.cost, 1), worst: number(get("worst"), 1) }));
    pause.setAttribute("aria-pressed", String(get("paused") > 0));
  });
  return {
    scene,
    apply: settings => panel.apply(settings),
    settings: () => panel.settings(),
    key: keyboard(keys, name => scene.act(name)),
    leave: () => scene.leave(),
    frame(now) {
      scene.frame(now);
      drawBand(canvas, scene.view("band"), scene.get("time"), 10);
      tell(now);
    },
    close: () => canvas.close(),
  };
};
