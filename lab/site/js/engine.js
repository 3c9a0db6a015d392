// The engine: the Go module, and its scenes. Numbers come out of the module's memory, where they lie, so
// that a frame makes no garbage.
import "../wasm_exec.js";

export class EngineError extends Error {
  constructor(code, detail) {
    super(detail || code);
    this.code = code;
  }
}

// fetched asks for a file beside the page. A browser does not say why it gives none: where integrity was
// asked for, another content is the likely reason.
const fetched = async (url, integrity) => {
  let response;
  try {
    response = await fetch(url, { integrity });
  } catch (e) {
    if (!integrity) throw new EngineError("missing", String(e.message || e));
    const plain = await fetch(url, { method: "HEAD" });
    throw plain.ok ? new EngineError("mismatch", String(e.message || e)) : new EngineError("missing", plain.status + " " + url);
  }
  if (!response.ok) throw new EngineError("missing", response.status + " " + url);
  return response;
};

// streamed compiles the module as it arrives, if it is the one that the site was made with.
const streamed = async (url, imports) => {
  const made = await (await fetched(url.replace(/wasm$/, "json"))).json();
  const response = await fetched(url, "sha256-" + made.sha256);
  try {
    return await WebAssembly.instantiateStreaming(response.clone(), imports);
  } catch (e) { // a host that serves the module as another type
    if (!(e instanceof TypeError)) throw e;
    return WebAssembly.instantiate(await response.arrayBuffer(), imports);
  }
};

// start loads the module. It works in a page and in a worker.
export const start = async url => {
  if (typeof WebAssembly !== "object" || !WebAssembly.instantiate) throw new EngineError("webassembly");
  const go = new globalThis.Go();
  let instance;
  try {
    ({ instance } = await streamed(url, go.importObject));
  } catch (e) {
    throw e instanceof EngineError ? e : new EngineError("broken", String(e.message || e));
  }
  go.run(instance);
  return new Engine(instance);
};

class Engine {
  constructor(instance) {
    this.exports = instance.exports;
    this.memory = instance.exports.mem;
    this.scenes = [];
  }

  // call asks the module for something that is not of every frame. It throws what the module refuses.
  call(name, settings, ...files) {
    const [text, file] = globalThis.tactusCall(name, JSON.stringify(settings || {}), ...files);
    const answer = JSON.parse(text);
    if (answer && answer.error) throw new EngineError("refused", answer.error.replace(/^tactus: /, ""));
    return { answer, file };
  }

  open(name) {
    const scene = new Scene(this, this.call("scene", { name }).answer);
    this.scenes.push(scene);
    return scene;
  }

  // close lets go of all scenes.
  close() {
    for (const s of this.scenes) this.exports.lab_close(s.id);
    this.scenes = [];
  }
}

class Scene {
  constructor(engine, made) {
    this.engine = engine;
    this.id = made.id;
    this.controls = made.controls;
    this.actions = made.actions;
    this.length = made.length;
    this.slots = new Map(made.slots.map(s => [s.name, s]));
    this.views = new Map();
    this.values = Object.fromEntries(made.controls.map(c => [c.name, c.value]));
    this.read();
  }

  // read makes the views anew where the module's memory has grown.
  read() {
    const buffer = this.engine.memory.buffer;
    if (buffer === this.buffer) return;
    this.buffer = buffer;
    this.board = new Float64Array(buffer, this.engine.exports.lab_board(this.id), this.length);
    for (const s of this.slots.values()) this.views.set(s.name, this.board.subarray(s.at, s.at + s.len));
  }

  frame(now) {
    this.engine.exports.lab_frame(this.id, now);
    this.read();
  }

  leave() { this.engine.exports.lab_leave(this.id); }

  set(name, value) {
    const place = this.controls.findIndex(c => c.name === name);
    if (place < 0) return;
    this.values[name] = this.engine.exports.lab_set(this.id, place, value);
    this.read();
  }

  act(name) {
    const place = this.actions.indexOf(name);
    if (place >= 0) this.engine.exports.lab_act(this.id, place);
    this.read();
  }

  // get reads a number of the board, view a run of them.
  get(name) { return this.board[this.slots.get(name).at]; }
  view(name) { return this.views.get(name); }
}
