// Questions to the engine that are answered beside the page, by a worker that starts with the first one.
import { EngineError } from "./engine.js";

export class Aside {
  constructor() {
    this.waiting = new Map();
    this.last = 0;
  }

  begin() {
    this.worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }) => {
      const one = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      if (data.error === undefined) one?.resolve(data);
      else one?.reject(new EngineError(data.code, data.error));
    };
    this.worker.onerror = e => {
      for (const one of this.waiting.values()) one.reject(new EngineError("missing", e.message || "worker.js"));
      this.close();
    };
  }

  // call resolves with the answer and the file of a question, or rejects with what the engine refuses.
  call(name, settings, ...files) {
    if (!this.worker) this.begin();
    const id = ++this.last;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, settings, files });
    });
  }

  // close ends what is being computed: nobody waits for it any more.
  close() {
    this.worker?.terminate();
    this.worker = null;
    this.waiting.clear();
  }
}
