// The game in real time: played by keys and buttons, recorded from its first tick on.
import { el, write, notify } from "../../dom.js";
import { t } from "../../text.js";
import { Canvas } from "../../canvas.js";
import { Panel, buttons, keyboard } from "../../panel.js";
import { number, every } from "../../parts.js";
import { drawIsland } from "./island.js";
import { reason } from "./parts.js";

const keys = { pause: " ", hitch: "h", restart: "r" };
const own = ["speed", "smooth", "schedule"]; // the controls that are settings; the others are the player's
const figures = ["tick", "posX", "velX", "posY", "score", "hash", "steps", "alpha", "dropped", "bytes"];
const ways = { a: "left", d: "right" };
const arrows = { ArrowLeft: "left", ArrowRight: "right" };

const hex = v => v.toString(16).padStart(8, "0");

// save hands a file to the browser's downloads.
const save = (name, bytes) => {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/octet-stream" }));
  const link = el("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
};

// play makes the part. done is called with a recording that has been taken, to be verified here.
export const play = (app, settled, done) => {
  const scene = app.engine.open("island");
  const panel = new Panel("proof", scene, { skip: ["left", "right", "when"], changed: settled });
  const held = { left: new Set(), right: new Set() };

  const press = (way, source, event) => {
    if (!held[way].size) { scene.set("when", event.timeStamp); scene.set(way, 1); }
    held[way].add(source);
  };
  const release = (way, source, event) => {
    if (held[way].delete(source) && !held[way].size) { scene.set("when", event.timeStamp); scene.set(way, 0); }
  };
  const letGo = () => {
    for (const way in held) { held[way].clear(); scene.set(way, 0); }
  };

  const push = way => el("button", {
    type: "button", class: "push", "data-push": way, "aria-keyshortcuts": way === "left" ? "A" : "D",
    onpointerdown: e => { if (e.button === 0) { e.target.setPointerCapture?.(e.pointerId); press(way, "pointer", e); } },
    onpointerup: e => release(way, "pointer", e), onpointercancel: e => release(way, "pointer", e),
    onlostpointercapture: e => release(way, "pointer", e), oncontextmenu: e => e.preventDefault(),
    // A click without a pointer, by Enter or by a reader: a tap, which one tick sees.
    onclick: e => { if (e.detail === 0) { press(way, "tap", e); release(way, "tap", e); } },
  }, way === "left" ? "◀ " : null, t("proof.push." + way), way === "right" ? " ▶" : null,
  el("kbd", {}, way === "left" ? "A" : "D"));

  const element = el("canvas", { class: "world", "aria-hidden": "true" });
  const mode = el("p", { class: "mode", role: "status", "data-figure": "mode" });
  const game = el("div", {
    class: "game", tabindex: "0", role: "application", "aria-label": t("proof.game"), "data-game": true,
  }, element);
  const shown = {};
  const say = name => el("div", { class: "say-" + name }, el("dt", {}, t("proof.figure." + name)), shown[name] = el("dd", { "data-figure": name }));

  const take = then => {
    let tape;
    try {
      const { answer, file } = app.engine.call("proof.tape", { id: scene.id });
      tape = { name: answer.name, bytes: file };
    } catch (e) {
      notify(reason(e), true);
      return;
    }
    scene.read();
    letGo();
    then(tape);
    tell.now();
  };
  const row = buttons("proof", scene, keys), pause = row.querySelector("[data-act=pause]"), hitch = row.querySelector("[data-act=hitch]");
  const takes = el("div", { class: "row" },
    el("button", { type: "button", "data-take": "download", onclick: () => take(tape => { save(tape.name, tape.bytes); done(tape, false); }) }, t("proof.take.download")),
    el("button", { type: "button", "data-take": "verify", onclick: () => take(tape => done(tape, true)) }, t("proof.take.verify")));

  const root = el("section", { class: "proof-part", id: "play" }, el("h2", {}, t("proof.play.title")), el("p", {}, t("proof.play.lead")),
    el("div", { class: "stage" },
      el("div", {}, game, mode, el("div", { class: "pushes" }, push("left"), push("right")),
        el("dl", { class: "status hud" }, ...figures.map(say))),
      el("aside", { class: "side" }, row, takes, panel.root, el("p", { class: "about" }, t("proof.play.limit")))));

  const canvas = new Canvas(element);
  const modeOf = () => {
    if (scene.get("full")) return "full";
    if (scene.get("closed")) return "closed";
    if (scene.get("rested")) return scene.get("golden") === 1 ? "golden" : "notGolden";
    if (scene.get("paused")) return scene.get("tick") ? "paused" : "ready";
    return scene.get("taken") ? "player" : "auto";
  };
  const tellNow = () => {
    write(mode, t("proof.mode." + modeOf()));
    for (const name of ["tick", "posX", "velX", "posY", "score", "steps"]) write(shown[name], number(scene.get(name), 0));
    write(shown.hash, hex(scene.get("hashHigh")) + hex(scene.get("hashLow")));
    write(shown.alpha, number(scene.get("alpha"), 2));
    write(shown.dropped, number(scene.get("dropped") * 1000, 0) + " ms");
    write(shown.bytes, number(scene.get("bytes"), 0));
    const act = t(scene.get("paused") ? "proof.action.play" : "proof.action.pause");
    if (pause.firstChild.data !== act) pause.firstChild.data = act;
    hitch.disabled = scene.get("paused") + scene.get("rested") + scene.get("closed") > 0;
    pause.disabled = scene.get("rested") > 0 || scene.get("closed") > 0;
  };
  const tell = every(100, tellNow);
  tell.now = tellNow;
  tellNow();

  const listen = keyboard(keys, name => scene.act(name));
  const wayOf = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    if (event.target.closest?.("[data-game]") && arrows[event.key]) return arrows[event.key];
    if (event.target.matches?.("input:not([type=checkbox]):not([type=range]), select, textarea")) return null;
    return ways[event.key.toLowerCase()] || null;
  };
  return {
    root,
    scene,
    apply: settings => panel.apply(Object.fromEntries(own.filter(n => n in settings).map(n => [n, settings[n]]))),
    settings: () => Object.fromEntries(Object.entries(panel.settings()).filter(([n]) => own.includes(n))),
    own,
    key(event) {
      const way = wayOf(event);
      if (!way) return listen(event);
      event.preventDefault();
      if (!event.repeat) press(way, event.key.toLowerCase(), event);
      return true;
    },
    keyUp(event) {
      const way = arrows[event.key] || ways[event.key.toLowerCase()];
      if (way) release(way, event.key.toLowerCase(), event);
    },
    blur: letGo,
    leave() { letGo(); scene.leave(); },
    frame(now) {
      scene.frame(now);
      drawIsland(canvas, scene);
      tell(now);
    },
    // running says that the visitor is playing, and that the run is in no recording yet.
    running: () => scene.get("taken") > 0 && scene.get("tick") > 0 && !scene.get("closed"),
    take,
    close() { canvas.close(); },
  };
};
