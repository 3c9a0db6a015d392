// Spring: a weight on a damped spring, in steps that are short enough and in steps that are not.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink, font } from "../canvas.js";
import { Panel, buttons, keyboard } from "../panel.js";
import { number, every, exercises, experiments, lesson } from "../parts.js";

const lanes = ["explicit", "semi", "fixed"];
const keys = { pause: " ", push: "p", restart: "r" };
const tries = {
  blow: { fps: 30, jitter: 0 },
  edge: { fps: 66, jitter: 0 },
  drift: { fps: 48, jitter: 1 },
  fast: { fps: 240, jitter: 0 },
};
const shown = 6, reach = 2.2;

const drawTrace = (canvas, trace, now, colour, lost) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const middle = height / 2, scale = height / 2 / reach, px = s => width - 12 - (now - s) / shown * (width - 24);
  c.strokeStyle = ink.edge;
  c.lineWidth = 1;
  c.beginPath(); c.moveTo(0, middle + 0.5); c.lineTo(width, middle + 0.5); c.stroke();
  const room = (trace.length - 1) / 2, n = Math.min(trace[0], room);
  c.strokeStyle = colour;
  c.fillStyle = colour;
  c.lineWidth = 2;
  c.beginPath();
  let begun = false, x = 0, y = middle;
  for (let i = trace[0] - n; i < trace[0]; i++) {
    const at = 1 + 2 * (i % room);
    if (trace[at] < now - shown) continue;
    x = px(trace[at]);
    y = middle - Math.max(-reach * 3, Math.min(reach * 3, trace[at + 1])) * scale;
    if (begun) c.lineTo(x, y); else c.moveTo(x, y);
    begun = true;
  }
  c.stroke();
  if (lost) {
    c.font = font(15, 600);
    c.textAlign = "center";
    const words = t("spring.lost"), room = c.measureText(words).width + 16;
    c.fillStyle = ink.panel; // the trace would run through the words
    c.fillRect((width - room) / 2, middle - 31, room, 27);
    c.fillStyle = ink.warn;
    c.fillText(words, width / 2, middle - 12);
    return;
  }
  c.beginPath(); c.arc(x, Math.max(8, Math.min(height - 8, y)), 7, 0, 2 * Math.PI); c.fill();
};

export const open = (root, app) => {
  const scene = app.engine.open("spring");
  const settle = () => app.settle(panel.settings());
  const panel = new Panel("spring", scene, { changed: () => { look(null); settle(); } });
  const told = el("p", { class: "look", role: "status" });
  const look = name => {
    told.hidden = !name;
    if (name) write(told, t("spring.look." + name));
    for (const b of tried.querySelectorAll("button")) b.setAttribute("aria-pressed", String(b.dataset.try === name));
  };
  const attempt = name => {
    for (const c of scene.controls) panel.set(c.name, tries[name][c.name] ?? c.value);
    scene.act("restart");
    look(name);
    settle();
  };
  const tried = experiments("spring", Object.keys(tries), attempt);
  const row = buttons("spring", scene, keys), pause = row.querySelector("[data-act=pause]");
  const swatch = [0, 5, 2];
  const rows = lanes.map((lane, i) => {
    const element = el("canvas", { class: "track", role: "img", "aria-label": t("spring.lane." + lane) });
    const figures = {};
    const figure = name => {
      figures[name] = el("b", { "data-figure": lane + "." + name });
      return el("span", { class: "figure" }, t("spring.figure." + name) + " ", figures[name]);
    };
    const section = el("section", { class: "lane" },
      el("div", { class: "head" }, el("h2", {}, el("i", { class: "swatch s" + swatch[i] }), t("spring.lane." + lane)),
        el("div", { class: "figures" }, figure("far"), figure("energy"))),
      element, el("p", { class: "about" }, t("spring.about." + lane)));
    return { section, element, figures, lane, i };
  });
  const status = {};
  const say = name => el("div", {}, el("dt", {}, t("spring.figure." + name)), status[name] = el("dd", { "data-figure": name }));
  root.append(el("h1", {}, t("nav.spring")), el("p", { class: "lead" }, t("spring.lead")), tried, told, row,
    el("div", { class: "stage" }, el("div", {}, ...rows.map(r => r.section)),
      el("aside", { class: "side" }, panel.root,
        el("dl", { class: "status" }, ...["frame", "limit", "steps", "time"].map(say)))),
    el("div", { class: "pair" }, lesson("spring"), exercises("spring")));
  for (const r of rows) r.canvas = new Canvas(r.element);
  look(null);
  if (app.still) scene.act("pause");
  const tell = every(100, () => {
    for (const { lane, figures } of rows) {
      const lost = scene.get(lane + ".lost") > 0;
      write(figures.far, lost ? "∞" : number(scene.get(lane + ".far"), 2));
      write(figures.energy, lost ? "∞" : number(scene.get(lane + ".energy"), 1));
      figures.far.classList.toggle("off", lost || scene.get(lane + ".far") > 1.5);
    }
    write(status.frame, number(scene.get("frame") * 1000, 1) + " ms");
    status.frame.classList.toggle("off", scene.get("frame") > scene.get("limit"));
    write(status.limit, number(scene.get("limit") * 1000, 0) + " ms");
    write(status.steps, number(scene.get("steps"), 0));
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
      const colours = [ink.s1, ink.s4, ink.s0];
      for (const r of rows) {
        drawTrace(r.canvas, scene.view(r.lane + ".trace"), scene.get("time"), colours[r.i], scene.get(r.lane + ".lost") > 0);
      }
      tell(now);
    },
    close() { for (const r of rows) r.canvas.close(); },
  };
};
