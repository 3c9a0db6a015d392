// A worker with the same module as the page: what may take long is asked here, so that the page stays
// awake.
import { start } from "./engine.js";

const engine = start("../engine.wasm");

onmessage = async ({ data: { id, name, settings, files } }) => {
  try {
    const { answer, file } = (await engine).call(name, settings, ...files);
    postMessage({ id, answer, file }, file ? [file.buffer] : []);
  } catch (e) {
    postMessage({ id, code: e.code || "unknown", error: String(e.message || e) });
  }
};
