// Rewrites a module so that it counts what it executes and stops itself: the fuel schedule, version 1, of
// adapters/wazerohost/FUEL.md. The bytes are those that the Go host makes.

import { FormatError, Reader, Writer } from "./bytes.js";
import {
  bodies, checkValue, type FuncType, instruction, type Parts, PREFIXED, readModule, type Rules, wasmU32,
} from "./wasm.js";

/** The version of the schedule, recorded with a run. */
export const FUEL_VERSION = 1;
/** Most calls open at one time. */
export const DEPTH_MAX = 1000;

const LOCALS_MAX = 50_000;
const TRAP_BELOW_0 = [0x42, 0, 0x53, 0x04, 0x40, 0x00, 0x0b]; // i64.const 0, i64.lt_s, if, unreachable, end

/** Validates a module and returns it with fuel and depth in it. Throws a FormatError that says why not. */
export function instrument(module: Uint8Array, rules: Rules = {}): Uint8Array {
  return rewrite(readModule(module, rules), rules);
}

export function rewrite(parts: Parts, rules: Rules): Uint8Array {
  const out = new Writer().raw([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  const types = parts.types.slice();
  const fuel = parts.globals;
  const blockTypes = parts.funcs.map((f) => blockTypeOf(types, parts.types[f]));
  const globals = new Writer().raw([0x7e, 1, 0x42, 0, 0x0b, 0x7f, 1, 0x41, 0, 0x0b]).bytes();
  const exports = new Writer();
  for (const [i, name] of ["tm_fuel", "tm_depth"].entries()) exports.uv(name.length).text(name).u8(3).uv(fuel + i);
  let globalsDone = false;
  for (const s of parts.sections) {
    if (s.id === 7 && !globalsDone) section(out, 6, new Writer().uv(2).raw(globals).bytes());
    globalsDone = globalsDone || s.id >= 6;
    if (s.id === 1) section(out, 1, typeSection(s.body, parts.types.length, types));
    else if (s.id === 5) section(out, 5, new Writer().raw([1, 1]).uv(parts.memory.min).uv(parts.memory.max).bytes());
    else if (s.id === 6) section(out, 6, appended(s.body, 2, globals));
    else if (s.id === 7) section(out, 7, appended(s.body, 2, exports.bytes()));
    else if (s.id === 10) section(out, 10, codeSection(parts, rules, fuel, blockTypes));
    else section(out, s.id, s.body);
  }
  return out.bytes();
}

function section(out: Writer, id: number, body: Uint8Array): void {
  out.u8(id).uv(body.length).raw(body);
}

// appended puts entries behind those of a section and counts anew.
function appended(body: Uint8Array, more: number, entries: Uint8Array): Uint8Array {
  const r = new Reader(body);
  const count = wasmU32(r, "a count");
  return new Writer().uv(count + more).raw(body.subarray(r.at)).raw(entries).bytes();
}

function typeSection(body: Uint8Array, given: number, types: FuncType[]): Uint8Array {
  if (types.length === given) return body;
  const entries = new Writer();
  for (const { results } of types.slice(given)) entries.raw([0x60, 0]).uv(results.length).raw(results);
  return appended(body, types.length - given, entries.bytes());
}

// blockTypeOf gives the type of the block that takes the place of a body, and appends it if it must.
function blockTypeOf(types: FuncType[], func: FuncType): number[] {
  if (func.results.length === 0) return [0x40];
  if (func.results.length === 1) return func.results;
  const same = (t: FuncType) => t.params.length === 0 && t.results.join() === func.results.join();
  let index = types.findIndex(same);
  if (index < 0) index = types.push({ params: [], results: func.results }) - 1;
  return Array.from(new Writer().sv(index).view());
}

function codeSection(parts: Parts, rules: Rules, fuel: number, blockTypes: number[][]): Uint8Array {
  const out = new Writer().uv(parts.funcs.length);
  let i = 0;
  for (const body of bodies(parts.sections.find((s) => s.id === 10)!)) {
    if (i >= parts.funcs.length) body.fail("more bodies than functions");
    const params = parts.types[parts.funcs[i]].params.length;
    const code = new Body(body, rules, fuel, params).rewrite(blockTypes[i]);
    out.uv(code.length).raw(code);
    i++;
  }
  if (i < parts.funcs.length) throw new FormatError(0, `${i} bodies for ${parts.funcs.length} functions`);
  return out.bytes();
}

class Body {
  readonly #get: number[]; // global.get F
  readonly #set: number[];
  readonly #depthGet: number[];
  readonly #countDown: number[]; // depth = depth - 1
  #out = new Writer();
  #run = new Writer();
  #cost = 0;
  #byLength = false;

  #r: Reader;
  #rules: Rules;
  #params: number;

  constructor(r: Reader, rules: Rules, fuel: number, params: number) {
    this.#r = r;
    this.#rules = rules;
    this.#params = params;
    const index = (v: number) => Array.from(new Writer().uv(v).view());
    this.#get = [0x23, ...index(fuel)];
    this.#set = [0x24, ...index(fuel)];
    this.#depthGet = [0x23, ...index(fuel + 1)];
    this.#countDown = [...this.#depthGet, 0x41, 1, 0x6b, 0x24, ...index(fuel + 1)];
  }

  rewrite(blockType: number[]): Uint8Array {
    const r = this.#r;
    const groups = wasmU32(r, "a count");
    const first = r.at;
    let locals = 0;
    for (let i = 0; i < groups; i++) {
      locals += wasmU32(r, "a count");
      checkValue(r, r.u8("a type"), this.#rules);
      if (locals > LOCALS_MAX) r.fail(`over ${LOCALS_MAX} locals`);
    }
    const declared = r.bytes.subarray(0, r.at);
    const entries = r.bytes.subarray(first, r.at);
    this.#instructions(this.#params + locals);
    const code = new Writer();
    if (this.#byLength) code.uv(groups + 1).raw(entries).raw([1, 0x7f]);
    else code.raw(declared);
    const depthSet = this.#countDown.slice(this.#depthGet.length + 3);
    code.raw(this.#depthGet).raw([0x41, 1, 0x6a]).raw(depthSet);
    code.raw(this.#depthGet).raw([0x41]).sv(DEPTH_MAX).raw([0x4b, 0x04, 0x40, 0x00, 0x0b]);
    code.u8(0x02).raw(blockType).raw(this.#out.view()).u8(0x0b).raw(this.#countDown).u8(0x0b);
    return code.bytes();
  }

  // instructions goes through the body but for its last end.
  #instructions(temporary: number): void {
    const r = this.#r;
    for (let open = 1; open > 0; ) {
      const start = r.at;
      const op = instruction(r, this.#rules);
      if (op >= 0x02 && op <= 0x04) open++;
      if (op === 0x0b && --open === 0) break;
      this.#before(op, temporary);
      this.#run.raw(r.bytes.subarray(start, r.at));
      if (!(op >= 0x01 && op <= 0x03) && op !== 0x05 && op !== 0x0b) this.#cost++;
      if (endsRun(op)) this.#endRun();
    }
    r.end("the body's end");
    this.#endRun();
  }

  // before puts in what stands right before an instruction.
  #before(op: number, temporary: number): void {
    if (op === 0x0f) this.#run.raw(this.#countDown);
    const grow = op === 0x40;
    const bulk = [8, 10, 11, 12, 14, 17].includes(op - PREFIXED);
    if (!grow && !bulk) return;
    this.#byLength = true;
    const scale = grow ? [0x42, 10, 0x86] : [0x42, 6, 0x88];
    this.#run.u8(0x22).uv(temporary).raw(this.#get).u8(0x20).uv(temporary).u8(0xad).raw(scale);
    this.#run.u8(0x7d).raw(this.#set).raw(this.#get).raw(TRAP_BELOW_0);
  }

  #endRun(): void {
    if (this.#cost > 0) {
      this.#out.raw(this.#get).u8(0x42).sv(this.#cost).u8(0x7d).raw(this.#set).raw(this.#get).raw(TRAP_BELOW_0);
    }
    this.#out.raw(this.#run.view());
    this.#run.clear();
    this.#cost = 0;
  }
}

// endsRun: unreachable, loop, if, else, end, br, br_if, br_table, return.
function endsRun(op: number): boolean {
  return op === 0x00 || (op >= 0x03 && op <= 0x05) || (op >= 0x0b && op <= 0x0f);
}
