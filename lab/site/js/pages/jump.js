// Jump: one jump in five lanes.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink, font } from "../canvas.js";
import { Stage } from "../stage.js";
import { number, part, every, exercises, lesson } from "../parts.js";
import { chooser } from "./choose.js";

// The lanes, with their colours. Those of the fixed steps show more.
const lanes = { perFrame: "s1", variable: "warn", fixed: "s0", interpolated: "s2", extrapolated: "s3" };
const fixed = ["alpha", "phase", "dropped"];
const keys = { pause: " ", step: ".", frame: ",", hitch: "h", teleport: "t", restart: "r" };

const tries = {
  slow: { fps: 12 },
  beat: { fps: 40 },
  fast: { fps: 144 },
  jitter: { fps: 15, jitter: 1 },
};

// drawLane draws a lane's track: the ground, the height in theory, the dots, the body.
const drawLane = (canvas, scene, lane, colour) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const ground = height - 12, scale = (height - 22) / scene.get("top"), across = (width - 24) / scene.get("width");
  const px = x => 12 + x * across, py = y => ground - y * scale;
  c.lineWidth = 1;
  c.strokeStyle = ink.edge;
  c.beginPath(); c.moveTo(0, ground + 0.5); c.lineTo(width, ground + 0.5); c.stroke();
  c.strokeStyle = ink.quiet;
  c.setLineDash([5, 4]);
  const theory = Math.round(py(scene.get("theory"))) + 0.5;
  c.beginPath(); c.moveTo(0, theory); c.lineTo(width, theory); c.stroke();
  c.setLineDash([]);
  const dots = scene.view(lane + ".trail"), room = (dots.length - 1) / 2, n = Math.min(dots[0], room);
  c.fillStyle = colour;
  c.globalAlpha = 0.55;
  c.beginPath();
  for (let i = 0; i < n; i++) c.rect(px(dots[1 + 2 * i]) - 2, py(dots[2 + 2 * i]) - 2, 4, 4);
  c.fill();
  c.globalAlpha = 1;
  c.beginPath();
  c.roundRect(px(scene.get(lane + ".x")) - 8, py(scene.get(lane + ".y")) - 14, 16, 16, 4);
  c.fill();
};

// drawPattern draws how many steps each of the last frames had, the newest at the right.
const drawPattern = (canvas, pattern) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const n = pattern.length - 1, wide = width / n, unit = Math.min(14, (height - 16) / 4);
  c.font = font(11);
  c.textAlign = "center";
  for (let i = n - pattern[0]; i < n; i++) {
    const steps = pattern[1 + i], tall = Math.max(Math.min(steps, 4) * unit, 2);
    c.fillStyle = steps === 0 ? ink.warn : steps > 1 ? ink.s1 : ink.s0;
    c.fillRect(i * wide + 1, height - 14 - tall, Math.max(wide - 2, 1), tall);
    if (wide >= 9) { c.fillStyle = ink.quiet; c.fillText(steps, i * wide + wide / 2, height - 2); }
  }
};

export const open = (root, app) => {
  const stage = new Stage("jump", app, keys, tries), { scene } = stage;
  const rows = Object.entries(lanes).map(([lane, colour]) => {
    const own = lane in { perFrame: 0, variable: 0 } ? [] : fixed;
    return { ...stage.lane(lane, colour, "track", "peak", "air", "steps", ...own), colour };
  });
  const patternElement = el("canvas", { class: "pattern", role: "img", "aria-label": t("jump.pattern") });
  const { list, figures: status } = stage.status("frameRate", "theory", "nature", "formula", "tick", "time", "clamped");

  root.append(el("h1", {}, t("nav.jump")), el("p", { class: "lead" }, t("jump.lead")), stage.tried, stage.told, stage.row,
    el("div", { class: "stage" },
      el("div", { class: "lanes" }, ...rows.map(r => r.root),
        el("section", { class: "lane" }, el("h2", {}, t("jump.pattern")), patternElement,
          el("p", { class: "about" }, t("jump.about.pattern")))),
      el("aside", { class: "side" }, stage.panel.root, list)),
    el("div", { class: "pair" }, lesson("jump"), exercises("jump")), chooser(app));

  for (const r of rows) r.canvas = new Canvas(r.element);
  const pattern = new Canvas(patternElement);

  const tell = every(100, () => {
    for (const { name, figures } of rows) {
      const get = figure => scene.get(name + "." + figure);
      write(figures.peak, get("peak") ? number(get("peak"), 3) : "–");
      figures.peak.classList.toggle("off", get("peakOff") > 0);
      write(figures.air, get("peak") ? number(get("air"), 2) + " s" : "–");
      figures.air.classList.toggle("off", get("airOff") > 0);
      write(figures.steps, number(get("steps"), 0));
      if (figures.alpha) {
        write(figures.alpha, part(scene.get("alpha")));
        write(figures.phase, part(scene.get("phase")));
        write(figures.dropped, number(scene.get("dropped") * 1000, 0) + " ms");
      }
    }
    write(status.frameRate, scene.get("frame") ? number(scene.get("frameRate"), 1) + " fps" : "–");
    write(status.theory, number(scene.get("theory"), 3));
    write(status.nature, number(scene.get("nature"), 3));
    write(status.formula, scene.get("formula") ? number(scene.get("formula"), 3) : "–");
    write(status.tick, number(scene.get("tick"), 0));
    write(status.time, number(scene.get("time"), 1) + " s");
    write(status.clamped, number(scene.get("clamped") * 1000, 0) + " ms");
    stage.tellPause();
  });

  return stage.page([pattern, ...rows.map(r => r.canvas)], now => {
    for (const r of rows) drawLane(r.canvas, scene, r.name, ink[r.colour]);
    drawPattern(pattern, scene.view("pattern"));
    tell(now);
  });
};
