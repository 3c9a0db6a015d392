// Jump: one jump in five lanes.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink, font } from "../canvas.js";
import { Panel, buttons, keyboard } from "../panel.js";
import { number, part, every, exercises, experiments, lesson } from "../parts.js";
import { chooser } from "./choose.js";

const lanes = ["perFrame", "variable", "fixed", "interpolated", "extrapolated"];
const keys = { pause: " ", step: ".", frame: ",", hitch: "h", teleport: "t", restart: "r" };

// The experiments: what they set, by control. What they do not name goes back to its first value.
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
  const scene = app.engine.open("jump");
  const settle = () => app.settle(panel.settings());
  const panel = new Panel("jump", scene, { changed: () => { look(null); settle(); } });

  const told = el("p", { class: "look", role: "status" });
  const look = name => {
    told.hidden = !name;
    if (name) write(told, t("jump.look." + name));
    for (const b of tried.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.try === name));
  };
  const attempt = name => {
    for (const c of scene.controls) panel.set(c.name, tries[name][c.name] ?? c.value);
    look(name);
    settle();
  };
  const tried = experiments("jump", Object.keys(tries), attempt);

  const rows = lanes.map((lane, i) => {
    const element = el("canvas", { class: "track", role: "img", "aria-label": t("jump.lane." + lane) });
    const figures = {};
    const figure = name => {
      figures[name] = el("b", { "data-figure": lane + "." + name });
      return el("span", { class: "figure" }, t("figure." + name) + " ", figures[name]);
    };
    const row = el("section", { class: "lane" },
      el("div", { class: "head" }, el("h2", {}, el("i", { class: "swatch s" + i }), t("jump.lane." + lane)),
        el("div", { class: "figures" }, figure("peak"), figure("air"), figure("steps"),
          ...(i >= 2 ? [figure("alpha"), figure("phase"), figure("dropped")] : []))),
      element, el("p", { class: "about" }, t("jump.about." + lane)));
    return { row, element, figures, lane, i };
  });
  const patternElement = el("canvas", { class: "pattern", role: "img", "aria-label": t("jump.pattern") });
  const status = {};
  const say = name => el("div", {}, el("dt", {}, t("figure." + name)), status[name] = el("dd", { "data-figure": name }));
  const row = buttons("jump", scene, keys), pause = row.querySelector("[data-act=pause]");

  root.append(el("h1", {}, t("nav.jump")), el("p", { class: "lead" }, t("jump.lead")), tried, told,
    row, el("div", { class: "stage" },
      el("div", { class: "lanes" }, ...rows.map(r => r.row),
        el("section", { class: "lane" }, el("h2", {}, t("jump.pattern")), patternElement,
          el("p", { class: "about" }, t("jump.about.pattern")))),
      el("aside", { class: "side" }, panel.root,
        el("dl", { class: "status" }, ...["frameRate", "theory", "nature", "formula", "tick", "time", "clamped"].map(say)))),
    el("div", { class: "pair" }, lesson("jump"), exercises("jump")), chooser(app));

  for (const r of rows) r.canvas = new Canvas(r.element);
  const pattern = new Canvas(patternElement);
  look(null);
  if (app.still) scene.act("pause");

  const tell = every(100, () => {
    for (const { lane, figures } of rows) {
      const get = name => scene.get(lane + "." + name);
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
    pause.setAttribute("aria-pressed", String(scene.get("paused") > 0));
  });

  const colours = () => [ink.s1, ink.warn, ink.s0, ink.s2, ink.s3];
  return {
    scene,
    apply: settings => panel.apply(settings),
    settings: () => panel.settings(),
    key: keyboard(keys, name => scene.act(name)),
    leave: () => scene.leave(),
    frame(now) {
      scene.frame(now);
      const ground = colours();
      for (const r of rows) drawLane(r.canvas, scene, r.lane, ground[r.i]);
      drawPattern(pattern, scene.view("pattern"));
      tell(now);
    },
    close() {
      for (const r of rows) r.canvas.close();
      pattern.close();
    },
  };
};
