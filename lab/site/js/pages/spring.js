// Spring: a weight on a damped spring, in steps that are short enough and in steps that are not.
import { el, write } from "../dom.js";
import { t } from "../text.js";
import { Canvas, ink, font } from "../canvas.js";
import { Stage } from "../stage.js";
import { number, every, exercises, lesson } from "../parts.js";

const lanes = { explicit: "s1", semi: "s4", fixed: "s0" };
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
  const stage = new Stage("spring", app, keys, tries, () => stage.scene.act("restart")), { scene } = stage;
  const rows = Object.entries(lanes).map(([lane, colour]) => ({ ...stage.lane(lane, colour, "track", "far", "energy"), colour }));
  const { list, figures: status } = stage.status("frame", "limit", "steps", "time");
  root.append(el("h1", {}, t("nav.spring")), el("p", { class: "lead" }, t("spring.lead")), stage.tried, stage.told, stage.row,
    el("div", { class: "stage" }, el("div", {}, ...rows.map(r => r.root)),
      el("aside", { class: "side" }, stage.panel.root, list)),
    el("div", { class: "pair" }, lesson("spring"), exercises("spring")));
  for (const r of rows) r.canvas = new Canvas(r.element);
  const tell = every(100, () => {
    for (const { name, figures } of rows) {
      const lost = scene.get(name + ".lost") > 0, far = scene.get(name + ".far");
      write(figures.far, lost ? "∞" : number(far, 2));
      write(figures.energy, lost ? "∞" : number(scene.get(name + ".energy"), 1));
      figures.far.classList.toggle("off", lost || far > 1.5);
    }
    write(status.frame, number(scene.get("frame") * 1000, 1) + " ms");
    status.frame.classList.toggle("off", scene.get("frame") > scene.get("limit"));
    write(status.limit, number(scene.get("limit") * 1000, 0) + " ms");
    write(status.steps, number(scene.get("steps"), 0));
    write(status.time, number(scene.get("time"), 1) + " s");
    stage.tellPause();
  });
  return stage.page(rows.map(r => r.canvas), now => {
    for (const r of rows) {
      drawTrace(r.canvas, scene.view(r.name + ".trace"), scene.get("time"), ink[r.colour], scene.get(r.name + ".lost") > 0);
    }
    tell(now);
  });
};
