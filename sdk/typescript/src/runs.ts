// The coding of inputs as runs, replay/FORMAT.md section 4.

import { equalBytes, Reader, Writer } from "./bytes.js";
import { INPUT_MAX } from "./tm1.js";

const SAME = 0;
const PATCH = 1;
const WHOLE = 2;
const AGAIN = 3;

// What the coding knows from before: the input that was last given, and the place of the last patch.
class Present {
  input: Uint8Array = new Uint8Array(4);
  offset = 0;
  length = 0;
}

/** Turns the inputs of the ticks into runs. */
export class RunEncoder {
  #present = new Present();
  #out = new Writer();
  #data = new Writer();
  #op = SAME;
  #count = 0;

  add(input: Uint8Array): void {
    const p = this.#present;
    if (equalBytes(input, p.input)) {
      if (this.#count === 0) this.#begin(SAME);
      this.#count++;
      return;
    }
    this.#close();
    if (input.length !== p.input.length) {
      this.#begin(WHOLE);
      this.#data.uv(input.length).raw(input);
    } else this.#patch(input);
    p.input = new Uint8Array(input); // a Buffer's slice is no copy
    this.#count = 1;
  }

  /** Ends the segment and gives its runs. */
  take(): Uint8Array {
    this.#close();
    const runs = this.#out.bytes();
    this.#out.clear();
    return runs;
  }

  #begin(op: number): void {
    this.#op = op;
    this.#data.clear();
  }

  #patch(input: Uint8Array): void {
    const p = this.#present;
    let first = 0;
    let end = input.length;
    while (input[first] === p.input[first]) first++;
    while (input[end - 1] === p.input[end - 1]) end--;
    const again = first === p.offset && end - first === p.length;
    this.#begin(again ? AGAIN : PATCH);
    if (!again) this.#data.uv(first).uv(end - first);
    p.offset = first;
    p.length = end - first;
    this.#data.raw(input.subarray(first, end));
  }

  #close(): void {
    if (this.#count === 0) return;
    this.#out.uv(this.#count * 4 + this.#op).raw(this.#data.view());
    this.#count = 0;
  }
}

/** A run: the ticks, and the input of each. */
export interface Run {
  ticks: number;
  input: Uint8Array;
}

/** Reads the runs of segment after segment. */
export class RunDecoder {
  #present = new Present();

  /** Reads the runs of one segment, which has so many ticks. Calls check with each new input. */
  read(r: Reader, ticks: number, check: (input: Uint8Array, at: number) => void): Run[] {
    const runs: Run[] = [];
    for (let left = ticks; left > 0; ) {
      const start = r.at;
      const head = r.uv("a run", 2 ** 35);
      const count = Math.floor(head / 4);
      if (count === 0 || count > left) r.fail(`a run of ${count} ticks, ${left} left`, start);
      this.#apply(r, head % 4, runs.length === 0, start);
      check(this.#present.input, r.base + r.at);
      runs.push({ ticks: count, input: this.#present.input });
      left -= count;
    }
    r.end("the runs");
    return runs;
  }

  #apply(r: Reader, op: number, first: boolean, start: number): void {
    const p = this.#present;
    if (op === SAME && !first) r.fail("a run that goes on from the one before", start);
    const at = r.at;
    if (op === PATCH) {
      const offset = r.uv("an offset", INPUT_MAX);
      const length = r.uv("a length", INPUT_MAX);
      if (length === 0 || (offset === p.offset && length === p.length)) r.fail("a patch: want op 3", at);
      p.offset = offset;
      p.length = length;
    }
    if (op === AGAIN && p.length === 0) r.fail("op 3 before any op 1", start);
    if (op === PATCH || op === AGAIN) this.#put(r);
    if (op === WHOLE) {
      const length = r.uv("a length", INPUT_MAX);
      if (length === p.input.length) r.fail("op 2 with the length of the present input", at);
      p.input = r.raw(length, "an input").slice();
    }
  }

  #put(r: Reader): void {
    const p = this.#present;
    const start = r.at;
    const end = p.offset + p.length;
    if (end > p.input.length) r.fail(`a patch up to byte ${end} of an input of ${p.input.length}`, start);
    const bytes = r.raw(p.length, "a patch");
    if (bytes[0] === p.input[p.offset] || bytes[p.length - 1] === p.input[end - 1]) {
      r.fail("a patch whose first or last byte changes nothing", start);
    }
    p.input = p.input.slice();
    p.input.set(bytes, p.offset);
  }
}
