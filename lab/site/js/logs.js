// The logs that the page Frames shows: which files, how they are looked at, and what the worker says of them.
// They stay when another page is opened, and go with the page's tab: nothing of them is kept.
import { EngineError } from "./engine.js";

export const filesMax = 2;

export class Logs {
  constructor() {
    this.files = []; // { file, stream, key }
    this.settings = {};
    this.sample = ""; // which of the engine's own logs the files are
    this.answer = null;
    this.busy = null; // what the worker said last of how far it is
    this.changed = () => {};
    this.count = 0;
  }

  // take takes files: two in place of those there are, one beside the first. Samples, and what could not be
  // read, make room. It returns how many were left.
  take(list, sample) {
    if (this.sample || sample) this.files = [];
    this.sample = sample || "";
    if (!this.busy) this.files = this.files.filter((f, i) => !this.answer?.logs[i]?.problem);
    const taken = list.slice(0, filesMax).map(file => ({ file, stream: "", key: String(++this.count) }));
    this.files = taken.length > 1 ? taken : this.files.slice(0, filesMax - 1).concat(taken);
    this.ask();
    return list.length - taken.length;
  }

  remove(place) {
    this.files.splice(place, 1);
    this.ask();
  }

  swap() {
    this.files.reverse();
    this.ask();
  }

  set(settings) {
    this.settings = { ...this.settings, ...settings };
    this.ask();
  }

  // ask asks the worker anew. A worker that is still busy with something else is ended.
  ask() {
    if (this.busy) this.end();
    this.failure = null;
    if (!this.files.length) {
      this.answer = null;
      this.changed("answer");
      return;
    }
    this.busy = { part: "load" };
    this.changed("busy");
    try {
      this.worker ??= this.begin();
    } catch (e) { // the browser forbids workers
      this.fail("worker", e.message);
      this.changed("answer");
      return;
    }
    this.worker.postMessage({
      files: this.files.map(f => f.file),
      ask: { ...this.settings, files: this.files.map(f => ({ name: f.file.name, size: f.file.size, key: f.key, stream: f.stream })) },
    });
  }

  begin() {
    const worker = new Worker(new URL("./logs_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      if (worker !== this.worker) return;
      if (data.progress) {
        this.busy = data.progress;
        this.changed("busy");
        return;
      }
      this.busy = null;
      if (data.error) this.fail(data.error.code, data.error.text);
      else this.answer = data.answer;
      this.changed("answer");
    };
    worker.onerror = e => {
      e.preventDefault();
      this.fail("worker", e.message || "");
      this.changed("answer");
    };
    return worker;
  }

  // fail ends the worker, of which nobody knows what it is still good for.
  fail(code, text) {
    this.end();
    this.answer = null;
    this.failure = new EngineError(code, text);
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    this.busy = null;
  }

  // cancel ends what is going on; the files are left as they were before.
  cancel() {
    this.end();
    this.files = this.answer ? this.files.slice(0, this.answer.logs.length) : [];
    this.changed("answer");
  }
}
