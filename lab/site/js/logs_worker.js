// Reads logs in a worker, with the engine's own readers, so that the page never waits for a large one.
import { start } from "./engine.js";

let engine, files = [];
const reader = new FileReaderSync();

// tactusRead gives the module a piece of a file; null where the browser can no longer read it.
globalThis.tactusRead = (file, from, length) => {
  try {
    return new Uint8Array(reader.readAsArrayBuffer(files[file].slice(from, from + length)));
  } catch {
    return null;
  }
};
globalThis.tactusProgress = text => postMessage({ progress: JSON.parse(text) });

const unpacked = (text, Kind) => new Kind(Uint8Array.from(atob(text), c => c.charCodeAt(0)).buffer);
const kinds = { longest: Uint32Array, shortest: Uint32Array, lengths: Float64Array };

onmessage = async ({ data }) => {
  try {
    engine ??= await start("../logs.wasm");
    files = data.files;
    const { answer } = engine.call("logs", data.ask), moved = [];
    for (const s of answer.plots?.series || []) {
      for (const name in kinds) {
        if (!s.data[name]) continue;
        s.data[name] = unpacked(s.data[name], kinds[name]);
        moved.push(s.data[name].buffer);
      }
    }
    postMessage({ answer }, moved);
  } catch (e) {
    postMessage({ error: { code: e.code || "unknown", text: String(e.message || e) } });
  }
};
