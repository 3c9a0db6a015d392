import { bytes } from "./api.js";
import { make } from "./dom.js";

// The lab asks for a recording by a name that only its address has, over a channel of this host and this
// browser. The recording is fetched when it is asked for; the token stays here.
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("tactus-handover") : null;
const offered = new Map(); // a name to a recording's digest

channel?.addEventListener("message", async ({ data }) => {
  const digest = offered.get(data?.want);
  if (!digest) return;
  const bytesOf = await bytes(`v1/recordings/${digest}`).catch(() => null);
  if (bytesOf) channel.postMessage({ give: data.want, file: `${digest.slice(0, 12)}.tactus`, bytes: bytesOf });
});

async function download(digest) {
  const url = URL.createObjectURL(new Blob([await bytes(`v1/recordings/${digest}`)]));
  make("a", { href: url, download: `${digest.slice(0, 12)}.tactus` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// hand offers a recording: to be downloaded, and to the lab, where this service has it.
export function hand(digest) {
  const said = make("span", { role: "status" });
  const fetched = make("button", { type: "button", id: "download", onclick: () => {
    said.textContent = "";
    download(digest).catch((error) => { said.textContent = error.message; });
  } }, "Download the recording");
  const lab = document.documentElement.dataset.lab;
  if (!lab || !channel) {
    return make("p", {}, fetched, " and drop it on the page Proof of the lab, which ", make("code", {}, "tactus lab"),
      " serves. tactusd has the lab with ", make("code", {}, "--lab"), ". ", said);
  }
  const name = crypto.getRandomValues(new Uint32Array(4)).join("-");
  offered.set(name, digest);
  return make("p", {}, make("a", { href: `${lab}#proof?v=1&handed=${name}`, target: "_blank", rel: "noopener", id: "lab" },
    "Open the recording in the lab"), " ", fetched, " ", said);
}
