// Draws frame-time logs: charts over time, their distribution and percentiles, and the lists beside them.
// A page of tactus frames plot holds this script, and the lab loads it; both give it the same data.

// english are the words that a page in another language replaces.
const english = {
  in: "Zoom in", out: "Zoom out", earlier: "Earlier", later: "Later", whole: "Whole log", log: "Logarithmic",
  cut: "Cut long frames", shown: "Shown: {from} to {to}.", all: "The whole log is shown.",
  toolbar: "Part of the time that is shown", time: "Frame time, ms", timeOf: "Frame time, ms: {name}",
  zoom: "drag to zoom, double click for the whole log", overTime: "Frame time over time of {name}.",
  distribution: "Distribution, % of {rows}", percentiles: "Frame time by percentile, ms",
  percentilesLog: "Frame time by percentile, ms, logarithmic", below: "The figures are in the table.",
  steps: "Steps per frame, % of frames", stepsRule: "as the engine logged them", stepsHead: "steps",
  stepsTable: "Steps per frame", more: "{n} or more", figures: "Figures", figure: "figure", rule: "rule",
  hitches: "Hitches", hitchesOf: "Hitches: {name}", hitchesTable: "Hitches of {name}", goTo: "Zoom to the hitch at {at}",
  at: "at", longest: "longest", event: "event", frames: "frames", over: "over", tag: "tag", line: "line",
  slowest: "slowest", fastest: "fastest", from: "from", percentile: "percentile", frameTime: "frame time, ms",
  stretched: "percentile, stretched", stretchedLong: "percentile of frame times, stretched towards the slowest",
  sampleShort: "sample", secondsShort: "time, s", minutesShort: "time, min:s", say: text => text,
};

// drawFrames draws all of a page's data into root. Of the options, words replace english ones, prefix stands
// before every id, and without is what is left out: "title", "figures". Later calls a function in a task of its
// own, where there is one, so that a page stays awake; the last calls done. It returns what shows a part of
// the time (view) and takes everything away (close).
export const drawFrames = (root, all, uPlot, options = {}) => {
  const words = { ...english, ...options.words }, without = options.without || [], prefix = options.prefix || "";
  let closed = false;
  const later = options.later ? f => options.later(() => closed || f()) : f => f();
  const tell = (key, params) => words[key].replace(/\{(\w+)\}/g, (whole, name) => params[name] ?? whole);
  const byId = name => document.getElementById(prefix + name);
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const ink = s => css("--s" + s.number % 7);
  const alpha = (color, a) => color + Math.round(a * 255).toString(16).padStart(2, "0");
  const font = "12px system-ui, Arial, sans-serif";

  // make builds an element. Texts come from logs, and are never read as HTML.
  const make = (tag, parent, text, attributes) => {
    const e = document.createElement(tag);
    if (text !== undefined) e.textContent = text;
    for (const name in attributes) e.setAttribute(name, attributes[name]);
    parent.append(e);
    return e;
  };

  const bytes = text => Uint8Array.from(atob(text), c => c.charCodeAt(0));
  // numbers come as base64, or as an array where a worker has unpacked them.
  const numbers = (from, Kind) => typeof from === "string" ? new Kind(bytes(from).buffer) : from;

  // unpack makes the frames of a log: where each begins, in seconds, and its shortest and longest, in ms.
  const unpack = d => {
    const longest = numbers(d.longest, Uint32Array), n = longest.length;
    const shortest = d.shortest ? numbers(d.shortest, Uint32Array) : longest;
    const length = d.lengths ? numbers(d.lengths, Float64Array) : longest;
    const lengthUnit = d.lengths ? 1e-9 : d.unit * 1e-9;
    const begin = new Float64Array(n + 1);
    let sum = 0;
    for (let i = 0; i < n; i++) begin[i] = sum * lengthUnit, sum += length[i];
    begin[n] = sum * lengthUnit;
    return { n, shortest, longest, begin, ms: d.unit * 1e-6 };
  };

  // columns cuts the time between two readings into columns, each with its shortest and longest frame: no
  // frame is left out, whatever the zoom.
  const columns = (f, from, to, count) => {
    const x = new Array(count), low = new Array(count).fill(null), high = new Array(count).fill(null);
    const wide = (to - from) / count;
    for (let k = 0; k < count; k++) x[k] = from + k * wide;
    let i = 0, j = f.n;
    while (i < j) { const m = (i + j) >> 1; f.begin[m + 1] <= from ? i = m + 1 : j = m; }
    for (; i < f.n && f.begin[i] < to; i++) {
      if (f.longest[i] === 0) continue; // samples are missing
      const first = Math.max(0, Math.floor((f.begin[i] - from) / wide));
      const last = Math.min(count - 1, Math.max(first, Math.ceil((f.begin[i + 1] - from) / wide) - 1));
      for (let k = first; k <= last; k++) {
        if (low[k] === null || f.shortest[i] < low[k]) low[k] = f.shortest[i];
        if (high[k] === null || f.longest[i] > high[k]) high[k] = f.longest[i];
      }
    }
    for (let k = 0; k < count; k++) if (high[k] !== null) low[k] *= f.ms, high[k] *= f.ms;
    return [x, high, low];
  };

  const two = n => String(n).padStart(2, "0");
  const clock = (t, digits) => {
    if (all.plain) return t.toFixed(digits);
    const m = Math.floor(t / 60 + 1e-9);
    return m + ":" + (digits ? (t - 60 * m).toFixed(digits).padStart(digits + 3, "0") : two(Math.round(t - 60 * m)));
  };
  const milliseconds = v => v === null || v === undefined ? "-" : (v < 10 ? v.toFixed(3) : v.toFixed(2)) + " ms";
  const digitsOf = step => Math.max(0, Math.min(6, Math.ceil(-Math.log10(step) - 1e-9)));

  // incrs are the steps of a time axis: round in seconds, and from a minute on round in minutes.
  const incrs = [];
  for (let e = -6; e < 1; e++) for (const k of [1, 2, 5]) incrs.push(+(k * Math.pow(10, e)).toFixed(7));
  if (all.plain) for (let e = 1; e < 9; e++) incrs.push(...[1, 2, 5].map(k => k * Math.pow(10, e)));
  else incrs.push(10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400);

  const state = { from: 0, to: all.length, log: all.log, cut: false, charts: [], others: [] };
  const frames = all.series.map(s => unpack(s.data));
  const status = make("p", root, undefined, { class: "shown", role: "status", "aria-live": "polite" });

  const axis = more => Object.assign({
    stroke: () => css("--text"), font, grid: { stroke: () => css("--rule"), width: 1 },
    ticks: { stroke: () => css("--edge"), width: 1, size: 4 },
  }, more);
  // round returns the nearest of 1, 2 and 5 times a power of ten that is at most v, or at least v.
  const round = (v, up) => {
    const power = Math.pow(10, Math.floor(Math.log10(v) + 1e-9)), steps = [1, 2, 5, 10].map(k => k * power);
    return up ? steps.find(s => s >= v * (1 - 1e-9)) : steps.findLast(s => s <= v * (1 + 1e-9));
  };
  const logRange = (u, low, high) => {
    if (low === null) return [1, 10];
    const from = round(low, false), to = round(high, true);
    return [from, to > from ? to : 2 * from];
  };
  const linearRange = (u, low, high) => [0, (high || 1) * 1.06];
  const cutRange = (u, low, high) => [0, Math.min(all.usual, (high || 1) * 1.06)];
  const narrow = 520; // pixels, below which a label is short

  // under draws the tags as grounds with their names, before the data.
  const under = s => u => {
    const c = u.ctx, box = u.bbox, dpr = devicePixelRatio || 1;
    c.save();
    c.beginPath(); c.rect(box.left, box.top, box.width, box.height); c.clip();
    c.font = 12 * dpr + "px system-ui, Arial, sans-serif"; c.textBaseline = "top"; c.textAlign = "left";
    for (const b of s.bands || []) {
      if (b.to < state.from || b.from > state.to) continue;
      const x = Math.max(box.left, u.valToPos(b.from, "x", true)), end = Math.min(box.left + box.width, u.valToPos(b.to, "x", true));
      c.fillStyle = css("--b" + b.kind % 4);
      c.fillRect(x, box.top, end - x, box.height);
    }
    c.restore();
  };

  // names writes the names of tags over the data, as far as they fit.
  const names = (u, s) => {
    const c = u.ctx, box = u.bbox, dpr = devicePixelRatio || 1;
    c.font = 12 * dpr + "px system-ui, Arial, sans-serif"; c.textBaseline = "bottom"; c.textAlign = "left";
    for (const b of s.bands || []) {
      if (b.to < state.from || b.from > state.to) continue;
      const x = Math.max(box.left, u.valToPos(b.from, "x", true)), end = Math.min(box.left + box.width, u.valToPos(b.to, "x", true));
      c.fillStyle = css("--edge");
      c.fillRect(x, box.top - 16 * dpr, dpr, 16 * dpr);
      let text = b.tag;
      const room = end - x - 8 * dpr;
      while (text.length > 1 && c.measureText(text).width > room) text = text.slice(0, text.endsWith("…") ? -2 : -1) + "…";
      c.fillStyle = css("--text");
      if (text.length > 3 || text === b.tag && c.measureText(text).width <= room) c.fillText(text, x + 4 * dpr, box.top - 2 * dpr);
    }
  };

  // over draws guide lines and the marks of hitches, after the data.
  const over = s => u => {
    const c = u.ctx, box = u.bbox, dpr = devicePixelRatio || 1;
    c.save();
    names(u, s);
    c.strokeStyle = css("--edge"); c.lineWidth = dpr; c.setLineDash([5 * dpr, 4 * dpr]);
    c.font = 12 * dpr + "px system-ui, Arial, sans-serif"; c.textAlign = "left"; c.textBaseline = "middle";
    let above = -1e9;
    for (const [ms, text] of [[1000 / 30, "30 Hz"], [1000 / 60, "60 Hz"]]) {
      if (ms <= u.scales.y.min || ms >= u.scales.y.max) continue;
      const y = Math.round(u.valToPos(ms, "y", true));
      c.beginPath(); c.moveTo(box.left, y); c.lineTo(box.left + box.width, y); c.stroke();
      above = Math.max(y, above + 14 * dpr);
      c.fillStyle = css("--quiet");
      c.fillText(text, box.left + box.width + 6 * dpr, above);
    }
    c.fillStyle = css("--warn");
    u.data[1].forEach((ms, k) => { // longer than the axis
      if (ms === null || ms <= u.scales.y.max) return;
      const x = u.valToPos(u.data[0][k], "x", true), y = box.top;
      c.beginPath(); c.moveTo(x - 4 * dpr, y + 8 * dpr); c.lineTo(x + 4 * dpr, y + 8 * dpr); c.lineTo(x, y); c.fill();
    });
    for (const h of s.hitches || []) {
      if (h.at + h.length < state.from || h.at > state.to) continue;
      const x = Math.max(box.left, u.valToPos(h.at, "x", true));
      const end = Math.min(box.left + box.width, Math.max(x + 2 * dpr, u.valToPos(h.at + h.length, "x", true)));
      c.fillRect(x, box.top + box.height - 7 * dpr, end - x, 7 * dpr);
    }
    c.restore();
  };

  const timeOptions = (s, wide) => ({
    width: wide, height: all.series.length > 1 ? 240 : 320, padding: [s.bands ? 20 : 10, 46, 0, 0],
    cursor: {
      sync: { key: "time", setSeries: false }, drag: { x: true, y: false, setScale: false },
      bind: { dblclick: () => () => { view(0, all.length); return null; } },
    },
    scales: { x: { time: false, auto: false, range: () => [state.from, state.to] },
      y: state.log ? { distr: 3, range: logRange } : { range: state.cut ? cutRange : linearRange } },
    axes: [
      axis({ label: wide < narrow ? (s.counted ? words.sampleShort : all.plain ? words.secondsShort : words.minutesShort) : words.say(s.timeLabel), labelFont: font, labelSize: 18, size: 34, space: 70, incrs,
        values: (u, splits, k, space, step) => splits.map(v => clock(v, all.plain ? digitsOf(step) : step < 1 ? digitsOf(step) : 0)) }),
      axis({ size: 58, values: (u, splits) => splits.map(v => v === null ? "" : String(+v.toPrecision(6))) }),
    ],
    series: [
      { label: words.at, value: (u, v) => v === null ? "-" : clock(v, 3) + (all.plain && !s.counted ? " s" : "") },
      { label: words.slowest, stroke: ink(s), width: 1.3, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false }, value: (u, v) => milliseconds(v) },
      { label: words.fastest, stroke: ink(s), width: 1.3, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false }, value: (u, v) => milliseconds(v) },
    ],
    bands: [{ series: [1, 2], fill: alpha(ink(s), .75) }],
    hooks: {
      drawClear: [under(s)], draw: [over(s)],
      setSelect: [u => {
        if (u.select.width < 3) return;
        view(u.posToVal(u.select.left, "x"), u.posToVal(u.select.left + u.select.width, "x"));
      }],
    },
  });

  const within = u => Math.max(50, Math.round(u.bbox.width / (devicePixelRatio || 1)));
  const shown = (i, count) => columns(frames[i], state.from, state.to, count);

  // view shows a part of the time in all charts.
  const least = 1e-3; // seconds
  const view = (from, to) => {
    const span = Math.min(all.length, Math.max(to - from, least));
    state.from = Math.min(Math.max(0, from), all.length - span);
    state.to = state.from + span;
    state.charts.forEach(fill);
    mark();
  };

  // fill gives a chart the part of the time that is shown, in columns of its width.
  const fill = (u, i) => {
    u.setSelect({ left: 0, width: 0, top: 0, height: 0 }, false);
    u.setData(shown(i, within(u)), true);
  };

  // mark says which part is shown, and what of the buttons leads on.
  const mark = () => {
    const span = state.to - state.from, whole = span >= all.length;
    for (const [name, off] of [["out", whole], ["whole", whole], ["earlier", state.from <= 0], ["later", state.to >= all.length], ["in", span <= least * 1.000001]])
      if (byId(name)) byId(name).disabled = off;
    const unit = all.plain ? " s" : "";
    status.textContent = whole ? words.all : tell("shown", { from: clock(state.from, 3), to: clock(state.to, 3) + unit });
  };

  const chartOf = (s, i) => {
    const place = byId("time" + i);
    return new uPlot(timeOptions(s, place.clientWidth), shown(i, Math.max(50, place.clientWidth - 104)), place);
  };
  const buildTime = () => {
    state.charts.forEach(u => u.destroy());
    state.charts = all.series.map(chartOf);
    view(state.from, state.to);
  };

  const distributionOptions = wide => ({
    width: wide, height: 280, padding: [10, 14, 0, 0], cursor: { drag: { x: true, y: false } },
    scales: { x: { time: false }, y: { range: linearRange } },
    axes: [axis({ label: words.frameTime, labelFont: font, labelSize: 18, size: 34, space: 60 }), axis({ size: 50 })],
    series: [{ label: words.from, value: (u, v) => milliseconds(v) }].concat(all.series.map(s => ({
      label: s.name, stroke: ink(s), width: 1.6, points: { show: false }, paths: uPlot.paths.stepped({ align: 1 }),
      fill: all.series.length === 1 ? alpha(ink(s), .75) : undefined, value: (u, v, k, i) => v === null || i === all.edges.length - 1 ? "-" : v.toFixed(2) + " %",
    }))),
  });

  const percentileLabel = x => x === 0 ? "0" : Math.abs(x - Math.log10(2)) < 1e-6 ? "50" : x === 1 ? "90" : "99" + (x > 2 ? "." + "9".repeat(Math.round(x) - 2) : "");
  const percentileOptions = wide => {
    const splits = [0, Math.log10(2)];
    const end = all.percentiles.x[all.percentiles.x.length - 1];
    for (let k = 1; k <= end + 1e-9; k++) splits.push(k);
    return {
      width: wide, height: 280, padding: [10, 26, 0, 0], cursor: { drag: { x: true, y: false } },
      scales: { x: { time: false, range: (u, low, high) => [low, high] }, y: all.percentiles.log ? { distr: 3, range: logRange } : { range: linearRange } },
      axes: [axis({ label: wide < narrow ? words.stretched : words.stretchedLong, labelFont: font, labelSize: 18, size: 34,
        splits: () => splits, values: (u, v) => { let last = -1e9; return v.map(x => { const at = u.valToPos(x, "x"); if (at - last < 52 && x) return ""; last = at; return percentileLabel(x); }); } }),
      axis({ size: 58, values: (u, v) => v.map(y => y === null ? "" : String(+y.toPrecision(6))) })],
      series: [{ label: words.percentile, value: (u, v) => v === null ? "-" : +(100 * (1 - Math.pow(10, -v))).toPrecision(7) + "" }].concat(all.series.map(s => ({
        label: s.name, stroke: ink(s), width: 1.8, points: { show: false }, value: (u, v) => milliseconds(v),
      }))),
    };
  };

  const others = {
    distribution: d => new uPlot(distributionOptions(d.clientWidth), [all.edges].concat(all.series.map(s => s.shares)), d),
    percentiles: p => new uPlot(percentileOptions(p.clientWidth), [all.percentiles.x].concat(all.series.map(s => s.curve)), p),
  };
  const buildOther = name => { if (byId(name)) state.others.push(others[name](byId(name))); };
  const buildOthers = () => {
    state.others.forEach(u => u.destroy());
    state.others = [];
    Object.keys(others).forEach(buildOther);
  };

  const table = (parent, heads, label, more) => {
    const box = make("div", parent, undefined, { class: "scroll" + (more || ""), tabindex: "0", role: "region", "aria-label": label });
    const t = make("table", box, undefined, { class: "list" });
    const row = make("tr", make("thead", t));
    for (const h of heads) { // in a list of its own: that of a column of numbers
      const number = Array.isArray(h);
      make("th", row, number ? h[0] : h, number ? { scope: "col", class: "number" } : { scope: "col" });
    }
    return make("tbody", t);
  };

  const main = make("div", root, undefined, { class: "frameplot" });
  if (!without.includes("title")) make("h1", main, all.title);
  for (const s of all.series) {
    const box = make("div", main, undefined, { class: "log" });
    const head = make("h2", box);
    make("span", head, undefined, { class: "swatch", "aria-hidden": "true" }).style.background = "var(--s" + s.number % 7 + ")";
    head.append(s.name);
    if (s.sampled) make("p", box).append(Object.assign(document.createElement("strong"), { textContent: words.say(s.sampled) }));
    make("p", box, s.about);
  }

  if (all.parts.includes("time")) {
    const bar = make("div", main, undefined, { class: "bar", role: "toolbar", "aria-label": words.toolbar });
    const span = () => state.to - state.from, mid = () => (state.from + state.to) / 2;
    const button = (id, act) => make("button", bar, words[id], { id: prefix + id, type: "button" }).addEventListener("click", act);
    button("in", () => view(mid() - span() / 4, mid() + span() / 4));
    button("out", () => view(mid() - span(), mid() + span()));
    button("earlier", () => view(state.from - span() / 2, state.to - span() / 2));
    button("later", () => view(state.from + span() / 2, state.to + span() / 2));
    button("whole", () => view(0, all.length));
    const scale = (log, cut) => {
      state.log = log, state.cut = cut;
      byId("log").setAttribute("aria-pressed", log);
      byId("cut").setAttribute("aria-pressed", cut);
    };
    button("log", () => { scale(!state.log, false); buildTime(); });
    button("cut", () => { scale(false, !state.cut); buildTime(); });
    scale(state.log, false);
    bar.append(status);
    all.series.forEach((s, i) => {
      const box = make("section", main);
      make("h2", box, all.series.length > 1 ? tell("timeOf", s) : words.time);
      make("p", box, words.say(s.timeRule + "; " + words.zoom), { class: "rule" });
      make("div", box, undefined, { class: "chart", id: prefix + "time" + i, role: "img", "aria-label": tell("overTime", s) + " " + s.about });
    });
  }
  const pair = make("div", main, undefined, { class: "pair" });
  const chart = (id, head, rule) => {
    if (!all.parts.includes(id)) return;
    const box = make("section", pair);
    make("h2", box, head);
    make("p", box, rule, { class: "rule" });
    make("div", box, undefined, { class: "chart", id: prefix + id, role: "img", "aria-label": head + ". " + words.below });
  };
  chart("distribution", tell("distribution", { rows: words.say(all.rows) }), words.say(all.binRule));
  chart("percentiles", all.percentiles.log ? words.percentilesLog : words.percentiles, words.say(all.percentiles.rule));

  if (all.steps.length && all.parts.includes("steps")) {
    const box = make("section", main);
    make("h2", box, words.steps);
    make("p", box, words.stepsRule, { class: "rule" });
    const body = table(box, [words.stepsHead].concat(all.steps.map(s => s.name)), words.stepsTable);
    const last = Math.max(...all.steps.map(s => s.shares.length));
    for (let n = 0; n < last; n++) {
      const row = make("tr", body);
      make("td", row, n === all.stepsMax ? tell("more", { n }) : String(n));
      for (const s of all.steps) {
        const cell = make("td", row, s.words[n] || "0", { class: "steps" });
        if (!s.shares[n]) continue;
        const share = make("div", cell, undefined, { class: "share", "aria-hidden": "true" });
        share.style.width = 100 * (s.shares[n] || 0) + "%";
        share.style.background = "var(--s" + s.number % 7 + ")";
      }
    }
  }

  const figures = () => {
    const box = make("section", main);
    make("h2", box, words.figures);
    const body = table(box, [words.figure].concat(all.series.map(s => [s.name]), [words.rule]), words.figures);
    for (const f of all.figures) {
      const row = make("tr", body);
      make("th", row, f.name, { scope: "row" });
      for (const v of f.values) make("td", row, v, { class: "number" });
      make("td", row, f.rule, { class: "prose" });
    }
  };
  if (!without.includes("figures")) figures();

  all.series.forEach(s => {
    if (s.sampled) return;
    const box = make("section", main);
    make("h2", box, all.series.length > 1 ? tell("hitchesOf", s) : words.hitches);
    make("p", box, words.say(s.hitchRule), { class: "rule" });
    if (!(s.listed || []).length) return;
    const rows = table(box, [words.at, [words.longest], [words.event], [words.frames], words.over, words.tag, [words.line]],
      tell("hitchesTable", s), " long");
    later(() => s.listed.forEach(h => {
      const row = make("tr", rows);
      const at = clock(h.at, 3) + (all.plain ? " s" : "");
      const go = make("button", make("td", row), at, { type: "button", "aria-label": tell("goTo", { at }) });
      if (all.parts.includes("time")) go.addEventListener("click", () => {
        const room = Math.max(5 * h.length, .25);
        view(h.at - room, h.at + h.length + room);
        byId("time" + all.series.indexOf(s)).scrollIntoView({ block: "center" });
      }); else go.disabled = true;
      make("td", row, milliseconds(h.longest), { class: "number" });
      make("td", row, milliseconds(1000 * h.length), { class: "number" });
      make("td", row, h.frames, { class: "number" });
      make("td", row, h.over, { class: "over" });
      make("td", row, h.tag, { class: "prose" });
      make("td", row, h.line, { class: "number" });
    }));
  });

  const build = () => { begun = true; if (all.parts.includes("time")) buildTime(); buildOthers(); };
  let wide = main.clientWidth; // before there are charts, which may bring a scroll bar
  let begun = false; // a build for another width or theme makes all of them
  const first = f => later(() => begun || f());
  if (all.parts.includes("time")) {
    all.series.forEach((s, i) => first(() => state.charts.push(chartOf(s, i))));
    all.series.forEach((s, i) => first(() => fill(state.charts[i], i)));
    first(mark);
  }
  Object.keys(others).forEach(name => first(() => buildOther(name)));
  later(() => options.done?.());
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", build);
  const sizes = new ResizeObserver(() => { if (main.clientWidth !== wide) { wide = main.clientWidth; build(); } });
  sizes.observe(main);
  const close = () => {
    closed = true;
    dark.removeEventListener("change", build);
    sizes.disconnect();
    for (const u of state.charts.concat(state.others)) u.destroy();
    main.remove();
    status.remove();
  };
  return { state, frames, view, close };
};
