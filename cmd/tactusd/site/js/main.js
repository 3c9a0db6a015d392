import { follow, json, token } from "./api.js";
import { make } from "./dom.js";
import { kinds, overview, verdict, verdicts } from "./views.js";

const main = document.getElementById("main");
const live = document.getElementById("live");
const leave = document.getElementById("leave");

const shown = 50; // verdicts on the page; more of them are a click away
const state = { numbers: null, items: [], next: "", kind: "", ended: new AbortController() };

leave.addEventListener("click", () => {
  token.forget();
  state.numbers = null;
  location.hash = "";
  show();
});
addEventListener("hashchange", show);

// show begins the page that the address names.
function show() {
  state.ended.abort();
  state.ended = new AbortController();
  leave.hidden = !token.get();
  if (!token.get()) return enter("");
  const id = /^#v\/([0-9a-f]{64})$/.exec(location.hash);
  const page = id ? one(id[1], state.ended.signal) : all(state.ended.signal);
  page.catch((error) => failed(error, state.ended.signal));
}

function failed(error, signal) {
  if (signal.aborted) return;
  if (error.status === 401) {
    token.forget();
    leave.hidden = true;
    return enter("The service does not know this token.");
  }
  live.textContent = "not connected";
  main.replaceChildren(make("p", { class: "notice bad", role: "alert" }, error.message),
    make("p", {}, make("a", { href: "#" }, "All verdicts")));
}

// enter asks for the token.
function enter(why) {
  live.textContent = "not connected";
  const field = make("input", { type: "password", id: "token", autocomplete: "off", required: true, size: 52 });
  const form = make("form", { onsubmit: (event) => {
    event.preventDefault();
    token.set(field.value.trim());
    show();
  } }, make("label", {}, "Token of a tenant", field), make("button", { type: "submit" }, "Show"));
  main.replaceChildren(make("h1", {}, "Verdicts on recordings"), why ? make("p", { class: "bad", role: "alert" }, why) : "",
    make("p", {}, "tactusd token new TENANT prints one. It is kept in this tab only."), form);
  field.focus();
}

async function one(id, signal) {
  main.replaceChildren(make("p", {}, "Loading ..."));
  for (;;) {
    const v = await json(`v1/verdicts/${id}?wait=30s`, signal);
    if (v.status === "decided") {
      live.textContent = "decided";
      return main.replaceChildren(verdict(v));
    }
    live.textContent = "waiting for the verdict";
    main.replaceChildren(make("h1", {}, "waiting"), make("p", {}, "The verdict is shown here as soon as there is one."));
  }
}

async function load(signal) {
  const page = await json(`v1/verdicts?limit=${shown}&outcome=${encodeURIComponent(state.kind)}`, signal);
  state.items = page.items;
  state.next = page.next || "";
}

async function more(signal) {
  const page = await json(`v1/verdicts?limit=${shown}&outcome=${encodeURIComponent(state.kind)}&cursor=${state.next}`, signal);
  state.items.push(...page.items);
  state.next = page.next || "";
  paint(signal);
}

// all shows the numbers and the last verdicts, and follows them. A stream that breaks is begun anew.
async function all(signal) {
  await load(signal);
  for (let wait = 500; !signal.aborted; wait = Math.min(2 * wait, 15000)) {
    try {
      await follow("v1/events", signal, (event, data) => {
        wait = 500;
        live.textContent = "live";
        if (event === "status") state.numbers = data;
        else if (!state.kind || state.kind === data.verdict) take(data);
        if (event === "status") paint(signal);
      });
    } catch (error) {
      if (signal.aborted || error.status === 401) throw error;
    }
    live.textContent = "not connected, trying again";
    await new Promise((done) => setTimeout(done, wait));
    await load(signal).catch(() => {});
  }
}

function take(v) {
  if (state.items.some((i) => i.job === v.job)) return;
  state.items.unshift(v);
  if (state.items.length > 4 * shown) state.items.length = 4 * shown;
}

function paint(signal) {
  if (signal.aborted || !state.numbers) return;
  const choose = (kind) => {
    state.kind = kind;
    load(signal).then(() => paint(signal), (error) => failed(error, signal));
  };
  const focused = document.activeElement?.closest("#kinds") ? document.activeElement.textContent.split(" ")[0] : "";
  main.replaceChildren(make("h1", {}, "Verdicts on recordings"), overview(state.numbers), make("h2", {}, "Last verdicts"),
    kinds(state.numbers.outcomes, state.kind, choose), verdicts(state.items),
    state.next ? make("p", {}, make("button", { type: "button", onclick: () => more(signal) }, "Older ones")) : "");
  if (focused) [...document.querySelectorAll("#kinds button")].find((b) => b.textContent.startsWith(focused))?.focus();
}

show();
