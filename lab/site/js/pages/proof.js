// Proof: one game comes out the same under every schedule and in every host, or the first tick and field
// that differ are named.
import { el, notify } from "../dom.js";
import { t } from "../text.js";
import { exercises, lesson } from "../parts.js";
import { Aside } from "../aside.js";
import { receive } from "../handover.js";
import { schedules } from "./proof/schedules.js";
import { play } from "./proof/play.js";
import { verify } from "./proof/verify.js";
import { change } from "./proof/change.js";

// kept is what the visitor has made here, over another page and another language: the run that was played
// last, and the recording that was verified last. It goes with the page's tab.
const kept = { played: null, judged: null };

export const open = (root, app) => {
  const aside = new Aside();
  const settings = () => ({ ...game.settings(), ...changed.settings() });
  const settle = () => app.settle(settings());
  const runs = schedules(app);
  const game = play(app, settle, (tape, judge) => {
    kept.played = tape;
    changed.offer("played", tape);
    if (judge) {
      judged.tape(tape.name, tape.bytes);
      judged.root.scrollIntoView({ block: "nearest" });
    }
  });
  const judged = verify(app, aside, tape => changed.offer("dropped", tape));
  const changed = change(app, aside, settle);
  let stop = () => {};
  // take asks the page that has opened this one for a recording.
  const take = name => {
    stop = receive(name, (file, bytes) => {
      judged.tape(file, bytes);
      judged.root.scrollIntoView({ block: "nearest" });
    }, () => notify(t("proof.handed.lost"), true));
  };
  root.append(el("h1", {}, t("nav.proof")), el("p", { class: "lead" }, t("proof.lead")),
    el("nav", { class: "row inside", "aria-label": t("proof.inside") }, ...[["runs", runs], ["play", game], ["verify", judged], ["change", changed]].map(([name, part]) =>
      el("button", { type: "button", "data-goto": name, onclick: () => { part.root.scrollIntoView(); part.root.querySelector("button, .game, select").focus({ preventScroll: true }); } },
        t("proof." + name + ".title")))),
    runs.root, game.root, judged.root, changed.root, lesson("proof"), exercises("proof"));
  if (kept.played) changed.offer("played", kept.played);
  if (kept.judged) judged.tape(kept.judged.name, kept.judged.bytes);
  return {
    scene: game.scene,
    settings,
    apply(wanted) {
      const known = [...game.own, ...changed.names, "handed"];
      if (wanted.handed) take(wanted.handed);
      return [...game.apply(wanted), ...changed.apply(wanted),
        ...Object.keys(wanted).filter(n => !known.includes(n)).map(n => n.slice(0, 40))];
    },
    key: game.key,
    keyUp: game.keyUp,
    blur: game.blur,
    leave: game.leave,
    frame(now) {
      runs.frame();
      game.frame(now);
      changed.frame();
    },
    close() {
      stop();
      if (game.running()) {
        game.take(tape => { kept.played = tape; });
        notify(t("proof.kept"));
      }
      kept.judged = judged.last();
      game.close();
      judged.close();
      changed.close();
      aside.close();
    },
  };
};
