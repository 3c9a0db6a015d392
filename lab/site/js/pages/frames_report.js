// The tables of the page Frames: what a report and a comparison hold. Every number comes from the engine.
import { el } from "../dom.js";
import { t, has } from "../text.js";
import { number } from "../parts.js";

// patterns are texts of the engine with figures in them; a language has them as frames.pattern.NAME.
const patterns = {
  slowest: /^mean of the k slowest, k = ceil\(share of N\) = (?<k>[\d,]+)$/,
  needs: /^needs (?<n>[\d,]+) frames$/,
  bins: /^bins of (?<ms>[\d.e+-]+) ms \(Freedman-Diaconis, rounded to 1-2-5\), from the 0\.1 % to the 99\.9 % quantile, at most 4 medians$/,
  beyond: /^(?<name>.*: )?not shown: (?<n>[\d,]+) beyond, up to (?<ms>[\d.,]+) ms$/,
  beyondBoth: /^(?<name>.*: )?not shown: (?<n>[\d,]+) beyond, up to (?<ms>[\d.,]+) ms, (?<before>[\d,]+) before$/,
  hitches: /^hitches > 50 ms: (?<a>.*), > 2x the median of 101 frames around: (?<b>.*)$/,
  events: /^(?<n>[\d,]+) frames? in (?<events>[\d,]+) events?$/,
  wants: /^(?<n>\d+) frames in (?<name>.*): wants (?<most>\d+)$/,
  blocks: /^(?<n>\d+) blocks of (?<frames>\d+) frames in (?<name>.*): wants (?<most>\d+), a longer run$/,
  fewHitches: /^hitches in all are (?<n>\d+): wants (?<most>\d+)$/,
  few: /^of fewer than 1,000 the tail is a few, here\s+N\s=\s(?<n>\d+)$/,
};

// say translates a text of the engine where this language has one for it, part by part.
export const say = text => {
  if (has("frames.say." + text)) return t("frames.say." + text);
  if (text.includes("; ")) return text.split("; ").map(say).join(t("frames.semicolon"));
  for (const name in patterns) {
    const found = text.match(patterns[name])?.groups;
    if (!found) continue;
    for (const key in found) found[key] = /[a-z]/.test(found[key] || "") && key !== "name" ? say(found[key]) : found[key] || "";
    return t("frames.pattern." + name, found);
  }
  return text;
};

const table = (label, heads, rows, more) => {
  const box = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    el("table", {}, el("thead", {}, el("tr", {}, ...heads.map(h => cell("th", h, { scope: "col" })))),
      el("tbody", {}, ...rows.map(r => el("tr", r.attributes || {}, ...(r.cells || r).map((c, i) =>
        i === 0 ? cell("th", c, { scope: "row" }) : cell("td", c, { "data-label": [heads[i]].flat()[0] })))))));
  return el("section", more || {}, el("h2", {}, label), box);
};

// cell makes a cell of a text, or of one in a list, which is a number's.
const cell = (tag, what, attributes) => {
  const one = Array.isArray(what) ? what[0] : what;
  return el(tag, { ...attributes, class: Array.isArray(what) ? "number " + (what[1] || "") : typeof one === "string" && tag === "td" ? "prose" : null }, one);
};

const sideOf = l => l.report.side === "display" ? l.report.displayed : l.report.default;

// about makes what stands first of logs that could be read: their figures, and what was read.
export const about = logs => {
  const framed = logs.filter(l => l.rows);
  const out = [el("div", { class: "origins" }, ...logs.map(l => origin(l, logs.length > 1)))];
  if (framed.length) out.unshift(figures(framed));
  for (const l of logs.filter(l => !l.rows && l.report.summary?.length)) {
    out.push(table(t("frames.summary"), [t("frames.figure"), ""], l.report.summary.map(f => [f.name, f.value])));
  }
  return out;
};

// report makes the sections that go on behind the charts.
export const report = logs => {
  const framed = logs.filter(l => l.rows);
  if (!framed.length) return [];
  return [hitches(framed), slowest(framed), ...tags(framed), ...engine(framed), ...lows(framed)].filter(Boolean);
};

// origin says what was read of a log, what was left out, and what makes its figures mean less.
const origin = (l, several) => {
  const r = l.report, parts = [];
  const line = (name, text) => parts.push(el("div", {}, el("dt", {}, t("frames.read." + name)), el("dd", {}, text)));
  if (r.default) line("times", r.source + (r.unit && !r.source.includes(r.unit) ? ", " + r.unit : ""));
  if (r.default) line("rows", t("frames.rowsLeft", { rows: number(r.rows_total, 0), left: number(r.rows_skipped, 0) }));
  if (r.cut) line("cut", r.cut);
  if (r.reader_unverified) line("reader", t("frames.unverified"));
  if (r.note) line("note", r.note);
  for (const s of r.skipped || []) line("left", number(s.count, 0) + ": " + s.reason + ", " + t("frames.first", { is: say(r.line_is), line: s.line }));
  const warnings = r.warnings.filter(w => w.code !== "skipped");
  return el("section", { class: "origin" }, several ? el("h2", {}, l.name) : el("h2", {}, t("frames.read")),
    ...(warnings.length ? [el("ul", { class: "warnings", "aria-label": t("frames.warnings") }, ...warnings.map(w =>
      el("li", { class: "look bad" }, el("b", {}, has("frames.warning." + w.code) ? t("frames.warning." + w.code) : w.code), " ", w.text)))] : []),
    parts.length ? el("dl", { class: "read" }, ...parts) : null);
};

// figures is the table as tactus frames report prints it: both sides of one log, or a side of each.
const figures = logs => {
  const [first] = logs, one = logs.length === 1, display = first.rows.some(r => r.display);
  const values = i => one ? [[first.rows[i].present], ...(display ? [[first.rows[i].display]] : [])]
    : logs.map(l => [l.report.side === "display" ? l.rows[i].display : l.rows[i].present]);
  const heads = one ? [[first.report.sampled ? t("frames.samples") : t("frames.side.present")], ...(display ? [[t("frames.side.display")]] : [])]
    : logs.map(l => [l.name]);
  return table(t("frames.figures"), [t("frames.figure"), ...heads, t("frames.rule")], first.rows.map((r, i) => ({
    attributes: { "data-row": r.name },
    cells: [say(r.name), ...values(i), logs.map(l => l.rows[i].rule).filter((v, k, all) => all.indexOf(v) === k).map(say).join("; ")],
  })), { class: "figuresTable" });
};

const overWords = threshold => threshold.endsWith("x") ? t("frames.overTimes", { times: threshold.slice(0, -1) }) : t("frames.overTime", { time: threshold.replace(/^([\d.]+)/, "$1 ") });

const hitches = logs => {
  const framed = logs.filter(l => l.report.hitches?.length && !l.report.sampled);
  if (!framed.length) return null;
  const heads = framed.length === 1 ? [[t("frames.frames")], [t("frames.events")], [t("frames.time")]]
    : framed.flatMap(l => [[l.name + ": " + t("frames.frames")], [t("frames.events")], [t("frames.time")]]);
  return table(t("frames.hitches"), [t("frames.rule"), ...heads], framed[0].report.hitches.map((h, i) => ({
    attributes: { "data-hitch": h.threshold },
    cells: [overWords(h.threshold), ...framed.flatMap(l => {
      const one = l.report.hitches[i];
      return [[number(one.frames, 0)], [number(one.events, 0)], [number(one.time_s, 3) + " s"]];
    })],
  })), { class: framed.length > 1 ? "whole" : null });
};

const slowest = logs => {
  const rows = logs.flatMap(l => (sideOf(l)?.spikes || []).map(s => [
    ...(logs.length > 1 ? [l.name] : []), [number(s.at_s, 4) + " s"], [number(s.ms, 3) + " ms"], [number(s.index, 0)],
    [say(l.report.line_is) + " " + number(s.line, 0)], s.tag || ""]));
  if (!rows.length) return null;
  return table(t("frames.slowest"), [...(logs.length > 1 ? [t("frames.log")] : []), [t("frames.start")], [t("frames.length")],
    [t("frames.index")], [t("frames.where")], t("frames.tag")], rows.map(cells => ({ cells })), { class: logs.length > 1 ? "whole" : null });
};

const tags = logs => logs.filter(l => l.report.tags?.length).map(l => table(
  logs.length > 1 ? t("frames.tagsOf", { name: l.name }) : t("frames.tags"),
  [t("frames.tag"), [t("frames.frames")], [t("frames.time")], ["FPS"], ["p99"], [t("frames.low1")], [t("frames.longest")]],
  l.report.tags.map(g => [g.tag, [number(g.frames, 0)], [number(g.duration_s, 3) + " s"], [number(g.avg_fps, 3)],
    [number(g.p99_ms, 3) + " ms"], [g.low1.enough && g.low1.fps !== null ? number(g.low1.fps, 3) : "n/a"], [number(g.max_ms, 3) + " ms"]])));

// lows are what other tools print, each by its own rule.
const lows = logs => logs.filter(l => !l.report.sampled && sideOf(l)?.frames).map(l => {
  const d = sideOf(l), rate = v => typeof v === "number" ? number(v, 3) : "n/a";
  return el("details", {}, el("summary", {}, logs.length > 1 ? t("frames.lowsOf", { name: l.name }) : t("frames.lows")),
    table(t("frames.lowsUnit"), [t("frames.rule"), ["1 %"], ["0.1 %"]], ["frameview", "capframex", "mangohud", "integral_threshold", "percentile"]
      .map(key => [t("frames.lowRule." + key), [rate(d.low1_variants?.[key])], [rate(d.low01_variants?.[key])]])));
});

const engine = logs => logs.filter(l => l.report.engine).map(l => {
  const e = l.report.engine, row = (name, text) => el("div", {}, el("dt", {}, t("frames.engine." + name)), el("dd", {}, text));
  return el("section", {}, el("h2", {}, logs.length > 1 ? t("frames.engineOf", { name: l.name }) : t("frames.engine")),
    el("dl", { class: "read" },
      row("steps", t("frames.engine.stepsText", { steps: number(e.steps, 0), mean: number(e.steps_per_frame_mean, 3), most: number(e.steps_per_frame_max, 0) })),
      row("alpha", t("frames.engine.alphaText", { low: number(e.alpha_min, 3), high: number(e.alpha_max, 3), mean: number(e.alpha_mean, 3) })),
      row("cost", t("frames.engine.costText", { mean: number(e.cost_per_frame_mean_ms, 3), p99: number(e.cost_per_frame_p99_ms, 3),
        most: number(e.cost_per_frame_max_ms, 3) })),
      row("dropped", t("frames.engine.droppedText", { time: number(e.dropped_s, 3), rows: number(e.frames_with_dropped_time, 0) }))));
});

const verdicts = { "better": "good", "worse": "off", "no difference shown": "", "too small to matter": "", "not enough data": "quiet" };

// comparison makes the verdict of two logs: a sentence, and every metric with its interval.
export const comparison = answer => {
  const c = answer.comparison;
  const root = el("section", { class: "comparison" }, el("h2", {}, t("frames.comparison")));
  if (c.problem) {
    root.append(el("p", { class: "notice bad", role: "alert" }, c.problem));
    return root;
  }
  const of = verdict => c.lines.filter(l => l.verdict === verdict).map(l => say(l.label));
  const worse = of("worse"), better = of("better"), join = list => list.join(t("frames.comma"));
  const key = worse.length && better.length ? "mixed" : worse.length ? "worse" : better.length ? "better" : "same";
  root.append(el("p", { class: "verdict " + key, "data-verdict": key },
    t("frames.verdict." + key, { worse: join(worse), better: join(better), base: answer.logs[0].name, new: answer.logs[1].name })));
  root.append(el("p", { class: "about" }, t(c.new[0].over_runs ? "frames.overRuns" : "frames.oneRun")));
  if (c.warnings.length) {
    root.append(el("ul", { class: "warnings", "aria-label": t("frames.warnings") }, ...c.warnings.map(w => el("li", { class: "look bad" }, w.text))));
  }
  root.append(table(t("frames.metrics"), [t("frames.metric"), [t("frames.base")], [t("frames.new")], [t("frames.difference")],
    t("frames.verdict")], c.lines.map(l => ({
    attributes: { "data-metric": l.metric },
    cells: [say(l.label), [l.base], [l.new], [l.difference],
      el("span", {}, el("b", { class: verdicts[l.verdict] || null }, t("frames.word." + l.verdict)), " ", el("span", { class: "why" }, words(l)))],
  })), { class: "metrics" }));
  root.append(el("p", { class: "about" }, t("frames.method", { n: number(c.resamples, 0), margin: number(100 * c.margin_ratio, 1) })));
  return root;
};

// words says what an interval means.
const words = l => {
  if (l.why) return say(l.why);
  const ends = { interval: l.interval.replace(" .. ", t("frames.to")) };
  return t(l.verdict === "no difference shown" ? "frames.within.none" : l.verdict === "too small to matter" ? "frames.within.small" : "frames.within.sure", ends);
};
