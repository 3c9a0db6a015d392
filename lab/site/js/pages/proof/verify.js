// A recording that is dropped here is run again, and the verdict shown with its evidence.
import { el, write } from "../../dom.js";
import { t, has } from "../../text.js";
import { sheet, hash, fold, reason } from "./parts.js";

const sentence = outcome => "proof.outcome." + outcome.replaceAll(" ", "-");

export const verify = (app, aside, done) => {
  const { fileMax } = app.engine.call("proof.list").answer;
  const input = el("input", { type: "file", accept: ".tactus", class: "file", "aria-label": t("proof.verify.choose"), tabindex: "-1",
    onchange: () => { if (input.files[0]) file(input.files[0]); input.value = ""; } });
  const choose = el("button", { type: "button", "data-act": "choose", onclick: () => input.click() }, t("proof.verify.choose"));
  const zone = el("div", { class: "drop" }, el("p", {}, t("proof.verify.drop")), choose, input);
  const verdict = el("p", { class: "look", role: "status", "data-figure": "judged", hidden: true });
  const evidence = el("div", { class: "evidence" });
  let asked = 0, last = null; // what was verified last

  const say = (text, bad) => {
    verdict.hidden = false;
    verdict.classList.toggle("bad", bad);
    write(verdict, text);
  };
  const show = (name, judged) => {
    const good = judged.verdict === "ok", key = sentence(judged.verdict);
    say(name + ": " + (has(key) ? t(key) : judged.verdict), !good);
    const fields = sheet(t("proof.fields.caption"), ["field", "want", "got"]);
    for (const f of judged.fields || []) fields.add([f.name, hash(f.want), hash(f.got)]);
    evidence.replaceChildren(
      el("pre", { class: "words", tabindex: "0", "aria-label": t("proof.verify.words"), "data-figure": "words" }, judged.text),
      ...(judged.fields?.length ? [fields.root] : []),
      ...(judged.info?.length ? [fold(t("proof.info.title"), el("p", { class: "about" }, t("proof.info.about")), el("dl", { class: "status info" },
        ...judged.info.map(i => el("div", {}, el("dt", {}, t("proof.info." + i.name)), el("dd", {}, i.value)))))] : []));
  };
  // tape verifies bytes. They stay here: the worker gets a copy.
  const tape = async (name, bytes) => {
    const mine = ++asked;
    last = { name, bytes };
    evidence.replaceChildren();
    say(t("proof.verify.running", { name }), false);
    try {
      const { answer } = await aside.call("proof.verify", {}, bytes);
      if (mine !== asked) return;
      show(name, answer);
      if (answer.compared.ticks > 0) done({ name, bytes });
    } catch (e) {
      if (mine === asked) say(name + ": " + reason(e), true);
    }
  };
  const file = async f => {
    const mine = ++asked;
    let bytes;
    say(t("proof.verify.reading", { name: f.name }), false);
    evidence.replaceChildren();
    try {
      if (f.size > fileMax) { say(t("proof.verify.huge", { name: f.name, most: fileMax / 1048576 }), true); return; }
      bytes = new Uint8Array(await f.arrayBuffer());
    } catch (e) { // a folder, or a file that is gone
      if (mine === asked) say(t("proof.verify.unreadable", { name: f.name, detail: e.message }), true);
      return;
    }
    if (mine === asked) await tape(f.name, bytes);
  };

  // A file that is dropped beside the zone would replace the page.
  const over = e => {
    if (![...(e.dataTransfer?.types || [])].includes("Files")) return;
    e.preventDefault();
    zone.classList.add("over");
  };
  const out = () => zone.classList.remove("over");
  const drop = e => {
    if (!e.dataTransfer?.files?.length) return;
    e.preventDefault();
    out();
    file(e.dataTransfer.files[0]);
    root.scrollIntoView({ block: "nearest" });
  };
  const root = el("section", { class: "proof-part", id: "verify" }, el("h2", {}, t("proof.verify.title")), el("p", {}, t("proof.verify.lead")),
    zone, verdict, evidence);
  addEventListener("dragover", over);
  addEventListener("dragleave", out);
  addEventListener("drop", drop);
  return {
    last: () => last,
    root,
    tape,
    close() {
      asked++;
      removeEventListener("dragover", over);
      removeEventListener("dragleave", out);
      removeEventListener("drop", drop);
    },
  };
};
