import { make, table } from "./dom.js";
import { hand } from "./hand.js";

const whole = new Intl.NumberFormat("en");

export function seconds(s) {
  if (s < 0.001) return `${(s * 1e6).toFixed(0)} µs`;
  if (s < 1) return `${(s * 1e3).toFixed(1)} ms`;
  if (s < 120) return `${s.toFixed(1)} s`;
  return `${(s / 60).toFixed(1)} min`;
}

const took = (v) => seconds(v.took_ns / 1e9);
const tone = (v) => (v.verdict === "ok" ? "good" : "bad");
const link = (v) => make("a", { href: `#v/${v.job}` }, make("code", {}, v.job.slice(0, 12)));
const when = (text) => new Date(text).toLocaleTimeString();

export function figures(pairs) {
  return make("dl", { class: "figures" }, ...pairs.map(([name, value, id]) =>
    make("div", {}, make("dt", {}, name), make("dd", { id }, value))));
}

// overview shows the tenant's numbers.
export function overview(s) {
  return make("div", {},
    figures([
      ["waiting or running", whole.format(s.open), "open"],
      ["age of the oldest", s.open ? seconds(s.oldest_s) : "-", "oldest"],
      ["decided", whole.format(s.decided), "decided"],
      ["in the last minute", whole.format(s.decided_last_minute), "minute"],
      ["ticks a second of a worker", s.ticks_per_s ? whole.format(Math.round(s.ticks_per_s)) : "-", "rate"],
    ]),
    make("h2", {}, "Workers of the last five minutes"),
    s.workers.length ? table(["worker", "jobs", "last verdict"],
      s.workers.map((w) => [w.name, { number: whole.format(w.jobs) }, when(w.last)])) : make("p", {}, "none"),
    make("h2", {}, "Slowest jobs of the last five minutes"),
    s.slowest.length ? table(["job", "verdict", "took", "ticks"], s.slowest.map((v) =>
      [link(v), make("span", { class: tone(v) }, v.verdict), { number: took(v) }, { number: whole.format(v.compared.ticks) }])) :
      make("p", {}, "none"));
}

// kinds are buttons that choose one kind of verdict.
export function kinds(outcomes, chosen, choose) {
  const all = Object.entries(outcomes).sort((a, b) => b[1] - a[1]);
  const button = (name, label) => make("button", { type: "button", "aria-pressed": String(name === chosen),
    onclick: () => choose(name) }, label);
  return make("div", { class: "row", id: "kinds" }, button("", "all"),
    ...all.map(([name, n]) => button(name, `${name} ${whole.format(n)}`)));
}

export function verdicts(items) {
  if (!items.length) return make("p", { id: "verdicts" }, "none yet");
  const t = table(["job", "verdict", "decided", "took", "ticks", "what it rests on"], items.map((v) =>
    [link(v), make("span", { class: tone(v) }, v.verdict), when(v.decided), { number: took(v) },
      { number: whole.format(v.compared.ticks) }, v.reason]));
  t.id = "verdicts";
  return t;
}

// verdict shows one, with the first differing tick and its fields.
export function verdict(v) {
  const facts = [["ticks compared", whole.format(v.compared.ticks)], ["hashes compared", whole.format(v.compared.hashes)],
    ["took", took(v)], ["attempt", v.attempt], ["worker", v.worker]];
  if (v.fuel) facts.push(["instructions", whole.format(v.fuel)]);
  if (v.byte !== undefined) facts.push(["malformed at byte", whole.format(v.byte)]);
  const differs = v.tick_after !== undefined;
  const parts = [make("h1", { class: tone(v), id: "outcome" }, v.verdict), make("p", {}, v.reason)];
  if (differs) {
    parts.push(make("p", { class: "notice", id: "differs" }, v.tick - v.tick_after > 1 ?
      `The first differing state is after one of the ticks ${v.tick_after + 1} to ${v.tick}.` :
      `The first differing state is after tick ${v.tick}.`));
  }
  if (v.fields.length) {
    parts.push(make("h2", {}, "What differs"), table(["field", "in the recording", "in the run"],
      v.fields.map((f) => [make("code", {}, f.name), make("code", {}, f.want), make("code", {}, f.got)])));
    if (v.fields_omitted) parts.push(make("p", { id: "omitted" }, `${whole.format(v.fields_omitted)} more differ.`));
  }
  parts.push(make("h2", {}, "The run"), figures(facts), make("h2", {}, "Names"),
    make("p", {}, "job ", make("code", {}, v.job)), make("p", {}, "recording ", make("code", {}, v.recording)), hand(v.recording),
    make("p", {}, make("a", { href: "#" }, "All verdicts")));
  return make("div", {}, ...parts);
}
