// Tunnel: a fast ball and a thin wall.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink } from "../canvas.js";
import { Panel, buttons, keyboard } from "../panel.js";
import { number, every, exercises, experiments, lesson } from "../parts.js";

const lanes = ["variable", "discrete", "continuous"];
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
  const scene = app.engine.open("tunnel");
  const settle = () => app.settle(panel.settings());
  const panel = new Panel("tunnel", scene, { changed: () => { look(null); settle(); } });
  const told = el("p", { class: "look", role: "status" });
  const look = name => {
    told.hidden = !name;
    if (name) write(told, t("tunnel.look." + name));
    for (const b of tried.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.try === name));
  };
  const attempt = name => {
    for (const c of scene.controls) panel.set(c.name, tries[name][c.name] ?? c.value);
    scene.act("restart");
    look(name);
    settle();
  };
  const tried = experiments("tunnel", Object.keys(tries), attempt);
  const row = buttons("tunnel", scene, keys), pause = row.querySelector("[data-act=pause]");
  const swatch = [1, 0, 2];
  const rows = lanes.map((lane, i) => {
    const element = el("canvas", { class: "track low", role: "img", "aria-label": t("tunnel.lane." + lane) });
    const figures = {};
    const figure = name => {
      figures[name] = el("b", { "data-figure": lane + "." + name });
      return el("span", { class: "figure" }, t("tunnel.figure." + name) + " ", figures[name]);
    };
    const section = el("section", { class: "lane" },
      el("div", { class: "head" }, el("h2", {}, el("i", { class: "swatch s" + swatch[i] }), t("tunnel.lane." + lane)),
        el("div", { class: "figures" }, figure("stopped"), figure("through"), figure("depth"))),
      element, el("p", { class: "about" }, t("tunnel.about." + lane)));
    return { section, element, figures, lane, i };
  });
  const status = {};
  const say = name => el("div", {}, el("dt", {}, t("tunnel.figure." + name)), status[name] = el("dd", { "data-figure": name }));
  root.append(el("h1", {}, t("nav.tunnel")), el("p", { class: "lead" }, t("tunnel.lead")), tried, told, row,
    el("div", { class: "stage" }, el("div", {}, ...rows.map(r => r.section)),
      el("aside", { class: "side" }, panel.root,
        el("dl", { class: "status" }, ...["perStep", "wall", "needed", "time"].map(say)))),
    el("div", { class: "pair" }, lesson("tunnel"), exercises("tunnel")));
  for (const r of rows) r.canvas = new Canvas(r.element);
  look(null);
  if (app.still) scene.act("pause");
  const tell = every(100, () => {
    for (const { lane, figures } of rows) {
      write(figures.stopped, number(scene.get(lane + ".stopped"), 0));
      write(figures.through, number(scene.get(lane + ".through"), 0));
      write(figures.depth, number(scene.get(lane + ".depth"), 2));
      figures.through.classList.toggle("off", scene.get(lane + ".through") > 0);
    }
    write(status.perStep, number(scene.get("perStep"), 2));
    write(status.wall, number(scene.get("far") - scene.get("near"), 2));
    write(status.needed, number(scene.get("needed"), 0) + " Hz");
    write(status.time, number(scene.get("time"), 1) + " s");
    pause.setAttribute("aria-pressed", String(scene.get("paused") > 0));
  });
  return {
    scene,
    apply: settings => panel.apply(settings),
    settings: () => panel.settings(),
    key: keyboard(keys, name => scene.act(name)),
    leave: () => scene.leave(),
    frame(now) {
      scene.frame(now);
      const colours = [ink.warn, ink.s1, ink.s0];
      for (const r of rows) drawShot(r.canvas, scene, r.lane, colours[r.i]);
      tell(now);
    },
    close() { for (const r of rows) r.canvas.close(); },
  };
};
