// The reference run under every schedule, each digest beside the golden one: one run a frame, so that
// the page stays awake.
import { el, write } from "../../dom.js";
import { t } from "../../text.js";
import { number } from "../../parts.js";
import { sheet, mark, hash, fold } from "./parts.js";

const heads = ["equal", "schedule", "hash", "golden", "frames", "perFrame", "dropped", "line"];
const caseHeads = ["equal", "case", "digest", "golden", "frames", "steps", "dropped"];
const numbers = ["frames", "perFrame", "dropped", "steps"];

export const schedules = app => {
  const { runs, trace } = app.engine.call("proof.list").answer;
  const table = sheet(t("proof.runs.caption"), heads, { numbers, name: "schedule", kind: "runs" });
  const cases = sheet(t("proof.cases.caption"), caseHeads, { numbers, name: "case", kind: "runs" });
  const verdict = el("p", { class: "look", role: "status", "data-figure": "verdict" });
  const published = el("p", { "data-figure": "published" });
  let next = 0, equal = 0, compared = 0, begun = 0;

  const again = () => {
    next = equal = compared = 0;
    table.clear();
    cases.clear();
    write(published, "");
    verdict.classList.remove("bad");
    write(verdict, t("proof.runs.running", { of: runs.length }));
  };
  const run = () => {
    const r = app.engine.call("proof.run", { run: next++ }).answer;
    if (r.equal) equal++;
    compared += r.compared;
    const differs = r.why ? el("small", {}, r.why) : null;
    table.add([mark(r.equal), el("span", {}, r.name, differs), hash(r.hash), hash(r.golden), r.frames ? number(r.frames, 0) : "–",
      r.frames ? r.min + " / " + number(r.mean, 2) + " / " + r.max : "–", number(r.dropped_ns / 1e6, 0) + " ms", hash(r.line)]);
  };
  const conclude = () => {
    next++;
    const answer = app.engine.call("proof.cases").answer;
    for (const c of answer) {
      const differs = c.why ? el("small", {}, c.why) : null;
      cases.add([mark(c.equal), el("span", {}, c.name, differs), hash(c.digest), hash(c.golden), number(c.frames, 0), number(c.steps, 0),
        number(c.dropped_ms, 0) + " ms"]);
    }
    const good = equal === runs.length;
    verdict.classList.toggle("bad", !good);
    write(verdict, t(good ? "proof.runs.equal" : "proof.runs.different",
      { equal, of: runs.length, compared: number(compared, 0) }));
    write(published, t("proof.cases.equal", { equal: answer.filter(c => c.equal).length, of: answer.length, ticks: trace.equal, all: trace.ticks }));
  };

  const root = el("section", { class: "proof-part", id: "runs" }, el("h2", {}, t("proof.runs.title")), el("p", {}, t("proof.runs.lead")),
    el("div", { class: "row" }, el("button", { type: "button", "data-act": "again", onclick: again }, t("proof.runs.again"))),
    verdict, table.root, el("p", { class: "about" }, t("proof.runs.about")), published, fold(t("proof.cases.title"), cases.root));
  again();
  return {
    root,
    // frame runs what comes next. The page is drawn first once, so that it is there before it works.
    frame() {
      if (begun++ === 0) return;
      if (next < runs.length) run();
      else if (next === runs.length) conclude();
    },
  };
};
