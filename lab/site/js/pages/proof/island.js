// The picture of merge-island: where it is and was. It falls faster and faster, so that the picture goes
// down by the same stretch each tick, and the trail shows the way sideways.
import { ink, font } from "../../canvas.js";

const across = 960;   // units that the picture is wide: the reference run's 450 to both sides, and room
const room = 0.4;     // the share of it, to both sides of the middle, in which the island moves
const ticksHigh = 110; // ticks of the trail that the picture is high
const postStep = 240; // units from one post to the next; posts show that the picture moves

const posts = (c, width, height, camera, px, down) => {
  const first = Math.ceil((camera - across / 2) / postStep) * postStep, gap = 26;
  c.font = font(11);
  c.textAlign = "left";
  for (let at = first; at <= camera + across / 2; at += postStep) {
    const x = px(at);
    c.fillStyle = ink.edge;
    for (let y = gap - down % gap - gap; y < height; y += gap) c.fillRect(x - 1, y, 2, 9);
    c.fillStyle = ink.quiet;
    c.fillText(at, x + 5, 14);
  }
};

export const drawIsland = (canvas, scene) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const x = scene.get("x"), fall = scene.get("fall"), trail = scene.view("trail");
  const unit = width / across, base = height - 34, tall = base / ticksHigh;
  const camera = x - Math.min(Math.max(x, -room * across), room * across);
  const px = at => (at - camera) * unit + width / 2, py = tick => base - (fall - tick) * tall;
  posts(c, width, height, camera, px, fall * tall);
  const n = (trail.length - 1) / 2, count = Math.min(trail[0], n);
  c.strokeStyle = c.fillStyle = ink.s0;
  c.lineWidth = 2;
  c.globalAlpha = 0.75;
  c.beginPath();
  c.moveTo(px(x), base);
  for (let back = 1; back <= count; back++) {
    const at = 1 + 2 * ((trail[0] - back) % n), y = py(trail[at]);
    if (y < -20) break;
    if (y <= base) c.lineTo(px(trail[at + 1]), y);
  }
  c.stroke();
  c.globalAlpha = 1;
  const at = px(x), held = scene.get("held");
  c.fillStyle = ink.s2;
  c.beginPath();
  c.moveTo(at - 22, base); c.lineTo(at + 22, base); c.lineTo(at + 10, base + 20); c.lineTo(at - 10, base + 20);
  c.closePath();
  c.fill();
  c.fillStyle = ink.s4;
  c.beginPath();
  c.moveTo(at - 9, base); c.lineTo(at, base - 14); c.lineTo(at + 9, base);
  c.closePath();
  c.fill();
  if (!held) return;
  c.fillStyle = ink.text;
  c.beginPath();
  c.moveTo(at + held * 27, base + 4); c.lineTo(at + held * 37, base + 10); c.lineTo(at + held * 27, base + 16);
  c.closePath();
  c.fill();
};
