// The picture of two runs of one game: where the island is after each tick.
import { ink, font } from "../../canvas.js";

// nice is the distance between the lines of a scale, such as people read, of which there are at most
// so many.
const nice = (span, most) => {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1)));
  return [0.1, 0.2, 0.5, 1, 2, 5].map(f => Math.max(f * power, 1)).find(f => span / f <= most) || power * 10;
};

const line = (c, points, column, px, py, colour, width, dash) => {
  c.strokeStyle = colour;
  c.lineWidth = width;
  c.setLineDash(dash);
  c.beginPath();
  for (let k = 0; k < points.length; k += 3) c.lineTo(px(points[k]), py(points[k + column]));
  c.stroke();
  c.setLineDash([]);
};

// drawParted draws both runs, the first tick that differs, and the tick that is looked at.
export const drawParted = (canvas, points, data, place) => {
  const { c, width, height } = canvas;
  canvas.clear();
  const from = points[0], to = Math.max(points[points.length - 3], from + 1);
  let low = 0, high = 0;
  for (let k = 0; k < points.length; k += 3) {
    low = Math.min(low, points[k + 1], points[k + 2]);
    high = Math.max(high, points[k + 1], points[k + 2]);
  }
  const step = nice(high - low, 5);
  low = Math.floor(low / step) * step;
  high = Math.max(Math.ceil(high / step) * step, low + step);
  const left = 52, right = width - 12, top = 12, foot = height - 26;
  const px = tick => left + (tick - from) / (to - from) * (right - left), py = v => foot - (v - low) / (high - low) * (foot - top);
  c.font = font(12);
  c.textBaseline = "middle";
  for (let v = low; v <= high; v += step) {
    c.strokeStyle = v === 0 ? ink.edge : ink.rule;
    c.lineWidth = 1;
    c.beginPath(); c.moveTo(left, Math.round(py(v)) + 0.5); c.lineTo(right, Math.round(py(v)) + 0.5); c.stroke();
    c.fillStyle = ink.quiet;
    c.textAlign = "right";
    c.fillText(v, left - 8, py(v));
  }
  c.textAlign = "center";
  const each = nice(to - from, Math.max((right - left) / 70, 2));
  for (let tick = Math.ceil(from / each) * each; tick <= to; tick += each) c.fillText(tick, Math.min(px(tick), right - 8), foot + 15);
  line(c, points, 1, px, py, ink.s0, 4, []);
  line(c, points, 2, px, py, ink.s1, 2, []);
  const parted = data.comparison.tick;
  if (parted >= from && parted <= to) {
    c.strokeStyle = ink.text;
    c.lineWidth = 1;
    c.setLineDash([3, 3]);
    c.beginPath(); c.moveTo(Math.round(px(parted)) + 0.5, top); c.lineTo(Math.round(px(parted)) + 0.5, foot); c.stroke();
    c.setLineDash([]);
  }
  for (const [column, colour] of [[1, ink.s0], [2, ink.s1]]) {
    c.fillStyle = ink.ground;
    c.strokeStyle = colour;
    c.lineWidth = 2.5;
    c.beginPath(); c.arc(px(points[3 * place]), py(points[3 * place + column]), 5, 0, 7); c.fill(); c.stroke();
  }
  c.textBaseline = "alphabetic";
};
