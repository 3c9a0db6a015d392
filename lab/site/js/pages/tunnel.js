// Tunnel: a fast ball and a thin wall.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink } from "../canvas.js";
import { Stage } from "../stage.js";
import { number, every, exercises, lesson } from "../parts.js";

const lanes = { variable: "warn", discrete: "s1", continuous: "s0" };
const keys = { pause: " ", fire: "f", restart: "r" };
const tries = {
  through: { steps: 60, jitter: 0 },
  luck: { steps: 60, jitter: 1 },
  many: { steps: 500, jitter: 0 },
  slow: { fps: 10, jitter: 0 },
};

const drawShot = (canvas, scene, lane, colour) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const middle = height / 2, scale = (width - 24) / scene.get("end"), px = x => 12 + x * scale;
  c.strokeStyle = ink.rule;
  c.lineWidth = 1;
  c.beginPath(); c.moveTo(0, middle + 0.5); c.lineTo(width, middle + 0.5); c.stroke();
  c.fillStyle = ink.text;
  c.fillRect(px(scene.get("near")), 8, Math.max(scale * (scene.get("far") - scene.get("near")), 2), height - 16);
  const dots = scene.view(lane + ".dots"), room = (dots.length - 1) / 2, n = Math.min(dots[0], room);
  c.fillStyle = colour;
  c.globalAlpha = 0.5;
  c.beginPath();
  for (let i = 0; i < n; i++) c.rect(px(dots[1 + 2 * i]) - 2, middle - 2, 4, 4);
  c.fill();
  c.globalAlpha = 1;
  c.beginPath(); c.arc(px(scene.get(lane + ".pos")), middle, 7, 0, 2 * Math.PI); c.fill();
};

export const open = (root, app) => {
  const stage = new Stage("tunnel", app, keys, tries, () => stage.scene.act("restart")), { scene } = stage;
  const rows = Object.entries(lanes).map(([lane, colour]) =>
    ({ ...stage.lane(lane, colour, "track low", "stopped", "through", "depth"), colour }));
  const { list, figures: status } = stage.status("perStep", "wall", "needed", "time");
  root.append(el("h1", {}, t("nav.tunnel")), el("p", { class: "lead" }, t("tunnel.lead")), stage.tried, stage.told, stage.row,
    el("div", { class: "stage" }, el("div", {}, ...rows.map(r => r.root)),
      el("aside", { class: "side" }, stage.panel.root, list)),
    el("div", { class: "pair" }, lesson("tunnel"), exercises("tunnel")));
  for (const r of rows) r.canvas = new Canvas(r.element);
  const tell = every(100, () => {
    for (const { name, figures } of rows) {
      write(figures.stopped, number(scene.get(name + ".stopped"), 0));
      write(figures.through, number(scene.get(name + ".through"), 0));
      write(figures.depth, number(scene.get(name + ".depth"), 2));
      figures.through.classList.toggle("off", scene.get(name + ".through") > 0);
    }
    write(status.perStep, number(scene.get("perStep"), 2));
    write(status.wall, number(scene.get("far") - scene.get("near"), 2));
    write(status.needed, number(scene.get("needed"), 0) + " Hz");
    write(status.time, number(scene.get("time"), 1) + " s");
    stage.tellPause();
  });
  return stage.page(rows.map(r => r.canvas), now => {
    for (const r of rows) drawShot(r.canvas, scene, r.name, ink[r.colour]);
    tell(now);
  });
};
