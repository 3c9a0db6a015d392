// The site: pages by address, one loop of frames, the language.
import { start, EngineError } from "./engine.js";
import { t, choose, first, language, languages } from "./text.js";
import * as state from "./state.js";
import { el, notify } from "./dom.js";
import * as jump from "./pages/jump.js";
import * as spiral from "./pages/spiral.js";
import * as spring from "./pages/spring.js";
import * as tunnel from "./pages/tunnel.js";
import * as proof from "./pages/proof.js";
import * as frames from "./pages/frames.js";
import * as trouble from "./pages/trouble.js";
import * as machine from "./pages/machine.js";

const pages = { jump, spiral, spring, tunnel, proof, frames, trouble, machine };
const main = document.getElementById("main");
let engine, current, shown = "";

// app is what a page knows of the site.
const app = {
  get engine() { return engine; },
  still: matchMedia("(prefers-reduced-motion: reduce)").matches,
  // settle puts a page's settings into the address, without a new entry in the history.
  settle(settings) {
    const address = state.write(shown, settings);
    if (address !== location.hash) history.replaceState(null, "", address);
  },
};

const navigation = () => {
  const nav = document.getElementById("nav");
  nav.setAttribute("aria-label", t("nav.label"));
  nav.replaceChildren(...Object.keys(pages).map(name =>
    el("a", { href: "#" + name, "aria-current": name === shown ? "page" : null }, t("nav." + name))));
  const here = nav.querySelector("[aria-current]"); // on a phone the row is longer than the screen
  if (here) nav.scrollLeft = here.offsetLeft - nav.offsetLeft - (nav.clientWidth - here.offsetWidth) / 2;
  document.querySelector(".skip").textContent = t("nav.skip");
  const choice = document.getElementById("language");
  choice.replaceChildren(...Object.keys(languages).map(code => el("button", {
    type: "button", lang: code === "zh" ? "zh-CN" : code, "aria-pressed": String(code === language()),
    onclick: () => {
      choose(code);
      draw(current?.settings?.() || {});
      choice.querySelector("[aria-pressed=true]").focus(); // the button that was pressed is gone
    },
  }, languages[code]["language.name"])));
  document.getElementById("footer").replaceChildren(el("p", {}, t("footer")));
};

// draw shows the page of the address anew.
const draw = settings => {
  current?.close?.();
  current = null;
  engine.close();
  navigation();
  document.title = t("nav." + shown) + " · tactus lab";
  main.className = "page-" + shown;
  main.replaceChildren();
  try {
    current = pages[shown].open(main, app);
    // For a console, and for the tests.
    globalThis.labScene = current.scene;
    globalThis.labFrame = current.frame;
    const left = current.apply ? current.apply(settings) : Object.keys(settings);
    if (left.length) notify(t("notice.settings", { list: left.join(", ") }));
  } catch (e) {
    fail(e);
  }
};

const route = () => {
  const wanted = state.read(location.hash);
  if (wanted.page === "main") { main.focus(); return; }
  document.getElementById("notices").replaceChildren(); // they were of another address
  if (wanted.newer) notify(t("notice.newer"));
  if (wanted.page && !Object.hasOwn(pages, wanted.page)) notify(t("notice.page", { page: wanted.page.slice(0, 40) }));
  const moved = shown !== "";
  shown = Object.hasOwn(pages, wanted.page) ? wanted.page : "jump";
  draw(wanted.settings);
  if (moved) { scrollTo(0, 0); main.focus({ preventScroll: true }); }
};

// fail shows why there is nothing to see.
const fail = e => {
  console.warn("tactus lab:", e.message);
  const key = e instanceof EngineError ? "error." + e.code : "error.unknown";
  main.replaceChildren(el("p", { class: "notice bad", role: "alert" }, t(key, { detail: e.message })));
};

const loop = now => {
  try {
    current?.frame?.(now);
  } catch (e) {
    current = null;
    fail(e);
  }
  requestAnimationFrame(loop);
};

const boot = async () => {
  choose(first());
  document.getElementById("loading").textContent = t("loading");
  document.getElementById("footer").textContent = "";
  try {
    engine = await start("engine.wasm");
  } catch (e) {
    fail(e);
    return;
  }
  performance.mark("tactus-ready");
  addEventListener("hashchange", route);
  addEventListener("keydown", e => current?.key?.(e));
  addEventListener("keyup", e => current?.keyUp?.(e));
  addEventListener("blur", () => current?.blur?.());
  document.addEventListener("visibilitychange", () => { if (document.hidden) current?.leave?.(); });
  route();
  requestAnimationFrame(loop);
};

boot();
