// Spiral: what a frame computes is how long it takes.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink, font } from "../canvas.js";
import { Stage } from "../stage.js";
import { number, every, exercises, lesson } from "../parts.js";

const keys = { pause: " ", hitch: "h", restart: "r" };
const tries = {
  death: { cost: 25, clamp: 0 },
  clamp: { cost: 25 },
  cap: { cost: 25, clamp: 0, cap: 1 },
  budget: { cost: 25, clamp: 0, budget: 1 },
  hitch: { cost: 14, clamp: 0 },
};

// What becomes of a frame's time, with its colour, in the order of the band's numbers after time and length.
const parts = { run: "s0", carried: "s4", droppedCap: "s1", droppedBudget: "s3", clamped: "warn" };
const wide = 7, colours = Object.values(parts);

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
  for (let k = 2; k < wide; k++) {
    c.fillStyle = ink[colours[k - 2]];
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
  const stage = new Stage("spiral", app, keys, tries, one => {
    stage.scene.act("restart");
    if (one === "hitch") stage.scene.act("hitch");
  });
  const { scene } = stage;
  const element = el("canvas", { class: "band", role: "img", "aria-label": t("spiral.band") });
  const verdict = el("p", { class: "look", role: "status", "data-figure": "verdict" });
  const { list, figures: status } = stage.status("frame", "steps", "load", "tick", "time", "behind", "worst", "dropped", "clamped");
  const legend = el("ul", { class: "legend" }, ...Object.entries(parts).map(([name, colour]) =>
    el("li", {}, el("i", { class: "swatch " + colour }), t("spiral.part." + name))));

  root.append(el("h1", {}, t("nav.spiral")), el("p", { class: "lead" }, t("spiral.lead")), stage.tried, stage.told, stage.row,
    el("div", { class: "stage" },
      el("div", {}, verdict, element, legend, el("p", { class: "about" }, t("spiral.about"))),
      el("aside", { class: "side" }, stage.panel.root, list)),
    el("div", { class: "pair" }, lesson("spiral"), exercises("spiral")));
  const canvas = new Canvas(element);

  const state = () => {
    const { clamp, cap, budget } = scene.values;
    if (scene.get("dead")) return "dead";
    if (scene.get("load") <= 1) return "fits";
    return clamp || cap || budget ? "slow" : "growing";
  };
  const ms = v => number(v * 1000, 0) + " ms", seconds = v => number(v, 1) + " s";
  const tell = every(100, () => {
    const get = name => scene.get(name), now = state();
    write(status.frame, ms(get("frame")) + " (" + number(get("frameRate"), 1) + " fps)");
    write(status.steps, number(get("steps"), 0));
    write(status.load, number(get("load") * 100, 0) + " %");
    status.load.classList.toggle("off", get("load") > 1);
    write(status.tick, number(get("tick"), 0));
    write(status.time, seconds(get("time")));
    write(status.behind, seconds(get("behind")));
    write(status.worst, ms(get("worst")));
    write(status.dropped, seconds(get("droppedCap") + get("droppedBudget")));
    write(status.clamped, seconds(get("clamped")));
    verdict.classList.toggle("bad", now === "dead" || now === "growing");
    write(verdict, t("spiral." + now, { load: number(get("load"), 2), steps: number(scene.values.steps, 0),
      cost: number(scene.values.cost, 1), worst: number(get("worst"), 1) }));
    stage.tellPause();
  });
  return stage.page([canvas], now => {
    drawBand(canvas, scene.view("band"), scene.get("time"), 10);
    tell(now);
  });
};
