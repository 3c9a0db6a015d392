// Frames: what frame-time logs hold, as tactus frames says it.
import { el, id, notify, write } from "../dom.js";
import { t, has } from "../text.js";
import { number } from "../parts.js";
import { Logs, filesMax } from "../logs.js";
import { drawFrames } from "../frameplot.js";
import { about, report, comparison, say } from "./frames_report.js";

const logs = new Logs();
const samples = { before: ["before"], pair: ["before", "after"] };
const sides = ["present", "display"];
const rules = ["mean", "integral", "frameview", "capframex", "mangohud", "percentile"];

// load brings in what only this page needs: the charts and their style.
let loaded;
const load = () => loaded ??= Promise.all([
  new Promise((done, failed) => document.head.append(
    el("script", { src: "vendored/uplot/uPlot.iife.min.js", onload: done, onerror: () => failed(new Error("uPlot")) }))),
  ...["vendored/uplot/uPlot.min.css", "frameplot.css"].map(href => new Promise((done, failed) => document.head.append(
    el("link", { rel: "stylesheet", href, onload: done, onerror: () => failed(new Error(href)) })))),
]);

const megabytes = bytes => bytes < 1e3 ? number(bytes, 0) + " B" : bytes < 1e6 ? number(bytes / 1e3, 1) + " kB" : number(bytes / 1e6, 1) + " MB";

const words = () => {
  const out = { say };
  for (const key of ["in", "out", "earlier", "later", "whole", "log", "cut", "shown", "all", "toolbar", "time", "timeOf", "zoom",
    "overTime", "distribution", "percentiles", "percentilesLog", "below", "steps", "stepsRule", "stepsHead", "stepsTable", "more",
    "hitches", "hitchesOf", "hitchesTable", "goTo", "at", "longest", "event", "frames", "over", "tag", "line", "slowest", "fastest",
    "from", "percentile", "frameTime", "stretched", "stretchedLong", "sampleShort", "secondsShort", "minutesShort"]) {
    out[key] = t("frames.plot." + key);
  }
  return out;
};

// pause lets the browser draw and listen between two pieces of work.
const pause = () => new Promise(done => setTimeout(done));

export const open = (root, app) => {
  let plot = null, shown = 0;

  const input = el("input", { type: "file", multiple: true, hidden: true, id: "frames-file", onchange: () => take([...input.files]) });
  const choose = el("button", { type: "button", class: "main", onclick: () => input.click() }, t("frames.choose"));
  const zone = el("section", { class: "logdrop", "aria-label": t("frames.drop") },
    el("p", { class: "big" }, t("frames.drop")), input,
    el("div", { class: "row" }, choose,
      el("button", { type: "button", "data-sample": "before", onclick: () => takeSample("before") }, t("frames.sample.before")),
      el("button", { type: "button", "data-sample": "pair", onclick: () => takeSample("pair") }, t("frames.sample.pair"))),
    el("p", { class: "private" }, t("frames.private")));

  const bar = el("progress", { "aria-label": t("frames.progress") }), far = el("span"), part = el("span", { class: "heard", role: "status" });
  const cancel = el("button", { type: "button", onclick: () => { logs.cancel(); choose.focus(); } }, t("frames.cancel"));
  const busy = el("div", { class: "busy", hidden: true }, bar, far, part, cancel);

  const field = (name, input) => el("div", { class: "field" }, el("label", { for: input.id }, t("frames.set." + name)), input);
  const select = (name, all, text) => el("select", { id: id(name), "data-set": name, onchange: e => change({ [name]: e.target.value }) },
    ...all.map(v => el("option", { value: v }, text(v))));
  const seconds = name => el("input", { type: "number", id: id(name), "data-set": name, min: 0, step: "any", inputmode: "decimal",
    placeholder: t("frames.set." + name + "None"), onchange: e => change({ [name]: Number(e.target.value) || 0 }) });
  const inputs = { side: select("side", sides, v => t("frames.side." + v)), low: select("low", rules, v => t("frames.low." + v)),
    from: seconds("from"), to: seconds("to") };
  const panel = el("section", { class: "settings", hidden: true, "aria-label": t("frames.settings") },
    ...Object.keys(inputs).map(name => field(name, inputs[name])));
  const chosen = el("div", { class: "chosen" });
  const results = el("div", { class: "results" }), charts = el("div", { class: "charts" }),
    more = el("div", { class: "results" });

  root.append(el("h1", {}, t("nav.frames")), el("p", { class: "lead" }, t("frames.lead")), zone, busy, chosen, panel, results, charts, more);

  // take takes files of the visitor, or a sample's.
  const take = (list, sample) => {
    if (!list.length) return;
    const left = logs.take(list, sample);
    input.value = "";
    if (left > 0) notify(t("frames.many", { left, most: filesMax }));
    app.settle(settings());
  };
  const takeSample = async sample => {
    try {
      take(await Promise.all(samples[sample].map(async name => {
        const response = await fetch("samples/" + name + ".csv.gz");
        if (!response.ok) throw new Error(response.status + " " + name);
        return new File([await response.blob()], "sample-" + name + ".csv");
      })), sample);
    } catch (e) {
      notify(t("frames.noSample", { detail: e.message }), true);
    }
  };
  const change = wanted => {
    logs.set(wanted);
    app.settle(settings());
  };

  const settings = () => {
    const out = {};
    if (logs.sample) out.sample = logs.sample;
    for (const name of ["side", "low", "from", "to"]) {
      const v = logs.settings[name];
      if (v && v !== sides[0] && v !== rules[0]) out[name] = String(v);
    }
    return out;
  };

  // tellBusy shows how far the worker is.
  const tellBusy = () => {
    const now = logs.busy;
    busy.hidden = !now;
    if (!now) write(part, "");
    zone.classList.toggle("small", logs.files.length > 0);
    if (!now) return;
    if (now.total > 0) { bar.max = now.total; bar.value = Math.min(now.done, now.total); } else bar.removeAttribute("value");
    write(part, t("frames.part." + now.part)); // heard once, and not at every step
    const name = now.part === "read" ? logs.files[now.file]?.file.name : "";
    write(far, t("frames.busy." + now.part, { name, done: megabytes(now.done || 0), total: megabytes(now.total || 0),
      rows: number(now.rows || 0, 0), n: now.done, of: now.total }));
  };

  // listFiles shows the files, their streams, and what can be done with them.
  const listFiles = () => {
    chosen.replaceChildren();
    const answer = logs.answer;
    logs.files.forEach((f, i) => {
      const said = answer?.logs[i], role = logs.files.length > 1 ? t(i === 0 ? "frames.base" : "frames.new") + " " : "";
      const card = el("section", { class: "logfile s" + i },
        el("div", { class: "head" }, el("h2", {}, role ? el("small", {}, role) : null, f.file.name),
          el("button", { type: "button", "data-remove": i, "aria-label": t("frames.remove", { name: f.file.name }),
            onclick: () => { logs.sample = ""; logs.remove(i); app.settle(settings()); choose.focus(); } }, t("frames.removeShort"))),
        el("p", { class: "about" }, megabytes(f.file.size) + (said?.report ? " · " + said.report.format : "")));
      if (said?.streams.length > 1) {
        const key = id("stream");
        const list = el("select", { id: key, "data-stream": i, onchange: e => { f.stream = e.target.value; logs.ask(); } },
          ...said.streams.map(s => el("option", { value: s.choice, selected: s.chosen }, s.name + ", " + t("frames.rows", { rows: number(s.rows, 0) }))));
        card.append(el("div", { class: "field" }, el("label", { for: key }, t("frames.stream")), list));
      }
      if (said?.problem) {
        card.append(el("p", { class: "notice bad", role: "alert" },
          has("frames.problem." + said.problem) ? el("b", {}, t("frames.problem." + said.problem) + " ") : null, said.text));
      }
      chosen.append(card);
    });
    if (logs.files.length > 1) {
      chosen.append(el("div", { class: "between" },
        el("button", { type: "button", "data-act": "swap", onclick: () => logs.swap() }, t("frames.swap"))));
    }
  };

  // tellAnswer shows what the worker found out, piece by piece, so that the page stays awake meanwhile.
  const tellAnswer = async () => {
    const turn = ++shown;
    tellBusy();
    listFiles();
    await pause();
    if (turn !== shown) return;
    plot?.close();
    plot = null;
    await pause();
    if (turn !== shown) return;
    for (const part of [results, charts, more]) part.replaceChildren();
    if (logs.failure) {
      const key = "error." + logs.failure.code;
      results.append(el("p", { class: "notice bad", role: "alert" }, t(has(key) ? key : "error.unknown", { detail: logs.failure.message })));
    }
    const answer = logs.answer, good = answer?.logs.filter(l => l.report) || [];
    panel.hidden = !answer;
    if (!answer) return;
    for (const name in inputs) inputs[name].value = logs.settings[name] || (name === "side" ? sides[0] : name === "low" ? rules[0] : "");
    for (const option of inputs.side.options) {
      option.disabled = option.value === "display" && !option.selected && good.length > 0 && !good.some(l => l.display);
    }
    await pause();
    if (turn !== shown) return;
    if (answer.comparison) results.append(comparison(answer));
    await pause();
    if (turn !== shown) return;
    if (good.length) results.append(...about(good));
    if (good.length) more.append(...report(good));
    if (!answer.plots) return;
    try {
      await load();
    } catch (e) {
      charts.append(el("p", { class: "notice bad", role: "alert" }, t("frames.noCharts", { detail: e.message })));
      return;
    }
    await pause();
    if (turn !== shown) return;
    plot = drawFrames(charts, answer.plots, globalThis.uPlot, { words: words(), prefix: "frames-", without: ["title", "figures"],
      later: f => setTimeout(f), done: () => performance.mark("tactus-frames") });
  };

  // A file that is dropped anywhere on the page is taken; else the browser would leave the page for it.
  const hasFiles = e => e.dataTransfer && [...e.dataTransfer.types].includes("Files");
  const over = e => {
    if (!hasFiles(e)) return;
    e.preventDefault();
    e.dataTransfer.dropEffect = "copy";
    zone.classList.add("over");
  };
  const away = e => { if (!e.relatedTarget) zone.classList.remove("over"); };
  const drop = e => {
    if (!hasFiles(e)) return;
    e.preventDefault();
    zone.classList.remove("over");
    const folders = [...e.dataTransfer.items].filter(i => i.webkitGetAsEntry?.()?.isDirectory).length;
    if (folders) notify(t("frames.folder"), true);
    else take([...e.dataTransfer.files]);
  };
  addEventListener("dragover", over);
  addEventListener("dragleave", away);
  addEventListener("drop", drop);

  // show shows the answer; what fails in it is said, since nobody waits for it.
  const show = () => tellAnswer().catch(e => {
    console.warn("tactus lab:", e.message);
    results.prepend(el("p", { class: "notice bad", role: "alert" }, t("error.unknown", { detail: e.message })));
  });
  logs.changed = what => what === "busy" ? tellBusy() : show();
  return {
    apply(wanted) {
      const left = [], known = {
        side: v => sides.includes(v) && v, low: v => rules.includes(v) && v, from: v => Number(v) >= 0 && Number(v),
        to: v => Number(v) > 0 && Number(v), sample: v => Object.hasOwn(samples, v) && v,
      };
      const set = {};
      for (const [name, text] of Object.entries(wanted)) {
        const v = Object.hasOwn(known, name) ? known[name](text) : false;
        if (v === false) left.push((name + "=" + text).slice(0, 40));
        else set[name] = v;
      }
      const { sample: name, ...rest } = set;
      if (Object.keys(rest).length) logs.settings = { ...logs.settings, ...rest };
      if (name && name !== logs.sample) takeSample(name);
      else if (logs.busy) tellBusy();
      else show();
      return left;
    },
    settings,
    close() {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", away);
      removeEventListener("drop", drop);
      logs.changed = () => {};
      plot?.close();
    },
  };
};
