// Reads a WebAssembly module and holds it against TM/1: guest/abi/ABI.md, section 8. What passes here is
// still checked by the engine's own validation; this refuses what is valid and not allowed.

import { Reader, textOf } from "./bytes.js";

/** `int` refuses every float; `float` allows them. */
export type Profile = "int" | "float";

/** What a host asks a module for. */
export interface Rules {
  /** `float` unless given: the Go runtime needs floats. */
  profile?: Profile;
  /** Allows the functions of `wasi_snapshot_preview1` that the shim has, which Go modules import. */
  wasi?: boolean;
  /** Allows `tm.log` and `tm.abort`. */
  log?: boolean;
  /** Allows `env.abort`, which AssemblyScript modules may import. */
  abort?: boolean;
  /** Most pages of 64 KiB that the memory may grow to; 1,024 unless given, and at most. */
  pages?: number;
}

export interface FuncType {
  params: number[];
  results: number[];
}

export interface Section {
  id: number;
  body: Uint8Array;
  /** Where the body begins in the module. */
  at: number;
}

/** One import, by module and name. */
export interface Import {
  module: string;
  name: string;
}

/** A module in parts. */
export interface Parts {
  sections: Section[];
  types: FuncType[];
  /** Type index of each defined function. */
  funcs: number[];
  imports: Import[];
  globals: number;
  memory: { min: number; max: number };
}

export const MODULE_MAX = 8 << 20;
export const PAGES_MAX = 1024;
const FUNCS_MAX = 50_000;
const ENTRIES_MAX = 65_536;
const BODY_MAX = 2 << 20;
const TABLES_MAX = 8;

const I32 = 0x7f;
const I64 = 0x7e;
const names: Record<number, string> = { 0x7d: "f32", 0x7c: "f64", 0x7b: "v128" };

/** The types of the functions of TM/1: a letter for each parameter, then the result. */
const exportTypes: Record<string, string> = {
  _initialize: ":", tm_abi: ":i", tm_buf: "ii:i", tm_init: "i:i", tm_step: "i:i", tm_save: ":i",
  tm_load: "i:i", tm_result: ":i", tm_schema: ":i", tm_error: ":i",
};
const required = ["tm_abi", "tm_buf", "tm_init", "tm_step", "tm_save", "tm_load"];

const importTypes: Record<string, Record<string, string>> = {
  tm: { log: "ii:", abort: "ii:" },
  env: { abort: "iiii:" },
  wasi_snapshot_preview1: {
    clock_time_get: "iji:i", random_get: "ii:i", args_sizes_get: "ii:i", environ_sizes_get: "ii:i",
    args_get: "ii:i", environ_get: "ii:i", fd_write: "iiii:i", sched_yield: ":i", poll_oneoff: "iiii:i",
    proc_exit: "i:", fd_close: "i:i", fd_read: "iiii:i", fd_fdstat_get: "ii:i",
    fd_fdstat_set_flags: "ii:i", fd_prestat_get: "ii:i", fd_prestat_dir_name: "iii:i",
  },
};

const letters: Record<number, string> = { [I32]: "i", [I64]: "j", 0x7d: "f", 0x7c: "d" };
const signature = (t: FuncType) =>
  t.params.map((v) => letters[v] ?? "r").join("") + ":" + t.results.map((v) => letters[v] ?? "r").join("");

/** An unsigned number of 32 bits as WebAssembly writes it: longer forms of up to five bytes are allowed. */
export function wasmU32(r: Reader, what: string): number {
  let v = 0;
  for (let i = 0; i < 5; i++) {
    const b = r.u8(what);
    if (i === 4 && b > 15) break;
    v += (b & 127) * 2 ** (7 * i);
    if (b < 128) return v;
  }
  return r.fail(`${what} is no number of 32 bits`);
}

function skipSigned(r: Reader, bytes: number): void {
  for (let i = 0; i < bytes; i++) if (r.u8("a constant") < 128) return;
  r.fail("a constant is too long");
}

/** Reads a module, or throws a FormatError that says what is not allowed and where. */
export function readModule(bytes: Uint8Array, rules: Rules): Parts {
  const r = new Reader(bytes);
  if (bytes.length > MODULE_MAX) r.fail(`the module has ${bytes.length} bytes: want at most ${MODULE_MAX}`);
  if (r.u32("the magic") !== 0x6d736100 || r.u32("the version") !== 1) r.fail("no WebAssembly module", 0);
  const module = new ModuleReader(rules);
  while (r.left > 0) {
    const id = r.u8("a section");
    const size = wasmU32(r, "a section's size");
    const at = r.at;
    module.section({ id, body: r.raw(size, "a section"), at });
  }
  return module.done(r);
}

class ModuleReader {
  #parts: Parts = { sections: [], types: [], funcs: [], imports: [], globals: 0, memory: { min: 0, max: 0 } };
  #importedFuncs: number[] = [];
  #memories = 0;
  #tables = 0;
  #last = 0;
  #found = new Set<string>();

  #rules: Rules;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  section(s: Section): void {
    if (s.id === 0) return;
    const r = new Reader(s.body, s.at);
    const order = "1,2,3,4,5,6,7,8,9,12,10,11".split(",").indexOf(String(s.id)) + 1;
    if (order === 0) r.fail(`section ${s.id} is not allowed`);
    if (order <= this.#last) r.fail(`section ${s.id} is not in order`);
    if (s.id === 8) r.fail("a start section is not allowed: export _initialize");
    this.#last = order;
    this.#parts.sections.push(s);
    if (s.id === 12) return;
    const count = wasmU32(r, "a count");
    const max = s.id === 3 || s.id === 10 ? FUNCS_MAX : s.id === 4 ? TABLES_MAX : ENTRIES_MAX;
    if (count > max) r.fail(`section ${s.id} has ${count} entries: want at most ${max}`);
    this.#entries(s.id, count, r);
  }

  #entries(id: number, count: number, r: Reader): void {
    const read: Record<number, () => void> = {
      1: () => this.#type(r), 2: () => this.#import(r), 3: () => this.#parts.funcs.push(this.#typeIndex(r)),
      4: () => this.#table(r), 5: () => this.#memory(r), 6: () => this.#global(r), 7: () => this.#export(r),
      9: () => this.#elements(r), 11: () => this.#data(r),
    };
    if (!read[id]) return; // the code, which the instrumentation walks
    for (let i = 0; i < count; i++) read[id]();
    r.end(`section ${id}`);
  }

  done(r: Reader): Parts {
    const missing = [...required, "memory"].filter((name) => !this.#found.has(name));
    if (missing.length > 0) r.fail(`no export ${missing.join(", ")}`);
    const code = this.#parts.sections.some((s) => s.id === 10);
    if (!code && this.#parts.funcs.length > 0) r.fail(`no bodies for ${this.#parts.funcs.length} functions`);
    if (this.#memories !== 1) r.fail(`${this.#memories} memories: want one`);
    if (this.#importedFuncs.length + this.#parts.funcs.length > FUNCS_MAX) r.fail(`over ${FUNCS_MAX} functions`);
    return this.#parts;
  }

  #value(r: Reader): number {
    const t = r.u8("a type");
    checkValue(r, t, this.#rules);
    return t;
  }

  #type(r: Reader): void {
    if (r.u8("a type") !== 0x60) r.fail("only types of functions are allowed", r.at - 1);
    const list = () => {
      const n = wasmU32(r, "a count");
      if (n > 1000) r.fail(`${n} values: want at most 1000`);
      return Array.from({ length: n }, () => this.#value(r));
    };
    this.#parts.types.push({ params: list(), results: list() });
  }

  #typeIndex(r: Reader): number {
    const i = wasmU32(r, "a type");
    if (i >= this.#parts.types.length) r.fail(`no type ${i}`);
    return i;
  }

  #name(r: Reader): string {
    return textOf(r.raw(wasmU32(r, "a length"), "a name"));
  }

  #import(r: Reader): void {
    const start = r.at;
    const entry = { module: this.#name(r), name: this.#name(r) };
    const label = `import ${entry.module}.${entry.name}`;
    if (r.u8("a kind") !== 0) r.fail(`${label}: only functions may be imported`, start);
    const type = this.#typeIndex(r);
    const { wasi, log, abort } = this.#rules;
    const allowed: Record<string, boolean | undefined> = { wasi_snapshot_preview1: wasi, tm: log, env: abort };
    const shims = Object.hasOwn(importTypes, entry.module) ? importTypes[entry.module] : {};
    const want = allowed[entry.module] && Object.hasOwn(shims, entry.name) ? shims[entry.name] : undefined;
    if (want === undefined) r.fail(`${label} is not allowed`, start);
    if (signature(this.#parts.types[type]) !== want) r.fail(`${label} has another type`, start);
    this.#importedFuncs.push(type);
    this.#parts.imports.push(entry);
  }

  #limits(r: Reader, most: number, what: string): { min: number; max: number } {
    const flags = r.u8("a flag");
    if (flags > 1) r.fail(`${what}: shared and 64-bit ones are not allowed`, r.at - 1);
    const min = wasmU32(r, what);
    const max = flags === 1 ? wasmU32(r, what) : Infinity;
    if (min > most) r.fail(`${what} begins with ${min}: want at most ${most}`);
    return { min, max };
  }

  #table(r: Reader): void {
    this.#value(r);
    const { max } = this.#limits(r, ENTRIES_MAX, "a table");
    if (max !== Infinity && max > ENTRIES_MAX) r.fail(`a table grows to ${max}: want at most ${ENTRIES_MAX}`);
    this.#tables++;
  }

  #memory(r: Reader): void {
    const most = Math.min(PAGES_MAX, this.#rules.pages ?? PAGES_MAX);
    const { min, max } = this.#limits(r, most, "the memory");
    this.#parts.memory = { min, max: Math.min(max, most) };
    this.#memories++;
  }

  #global(r: Reader): void {
    this.#value(r);
    if (r.u8("a flag") > 1) r.fail("a flag is over 1", r.at - 1);
    this.#initial(r);
    this.#parts.globals++;
  }

  // initial walks the instructions of an initial value.
  #initial(r: Reader): void {
    const start = r.at;
    for (let op = -1; op !== 0x0b; ) {
      op = instruction(r, this.#rules);
      if (op === 0x23) r.fail("global.get in an initial value is not allowed", start);
    }
  }

  // elements reads a segment: bit 0 passive or declared, bit 1 with an index or declared, bit 2 of
  // expressions instead of functions.
  #elements(r: Reader): void {
    const flags = wasmU32(r, "a flag");
    if (flags > 7) r.fail("a segment of another kind");
    if ((flags & 1) === 0) {
      if (flags & 2) wasmU32(r, "a table");
      this.#initial(r);
    }
    if (flags & 3) r.u8("a kind");
    for (let n = wasmU32(r, "a count"); n > 0; n--) {
      if (flags & 4) this.#initial(r);
      else wasmU32(r, "a function");
    }
  }

  #data(r: Reader): void {
    const flags = wasmU32(r, "a flag");
    if (flags > 1) r.fail("a segment of another kind");
    if (flags === 0) this.#initial(r);
    r.raw(wasmU32(r, "a length"), "data");
  }

  #export(r: Reader): void {
    const start = r.at;
    const name = this.#name(r);
    const kind = r.u8("a kind");
    const index = wasmU32(r, "an index");
    if (name === "_start") r.fail("_start is exported: build a reactor, with _initialize", start);
    if (name === "tm_fuel" || name === "tm_depth") r.fail(`the name ${name} is taken`, start);
    if (name === "memory" ? kind !== 2 : Object.hasOwn(exportTypes, name) && kind !== 0) {
      r.fail(`export ${name} is of another kind`, start);
    }
    if (kind === 0 && Object.hasOwn(exportTypes, name)) this.#exportedFunc(r, name, index, start);
    this.#found.add(name);
  }

  #exportedFunc(r: Reader, name: string, index: number, start: number): void {
    const type = [...this.#importedFuncs, ...this.#parts.funcs][index];
    if (type === undefined) r.fail(`export ${name}: no function ${index}`, start);
    if (signature(this.#parts.types[type]) !== exportTypes[name]) r.fail(`export ${name} has another type`, start);
  }
}

/** Refuses a type of a value that is not allowed; it was just read. */
export function checkValue(r: Reader, t: number, rules: Rules): void {
  const ok = t === I32 || t === I64 || t === 0x70 || t === 0x6f;
  const float = (t === 0x7d || t === 0x7c) && rules.profile !== "int";
  if (!ok && !float) r.fail(`the type ${names[t] ?? "0x" + t.toString(16)} is not allowed`, r.at - 1);
}

/** Instructions of the 0xFC prefix come out of `instruction` as 0x100 and their number. */
export const PREFIXED = 0x100;

/** Reads one instruction, or throws for one that is not allowed. */
export function instruction(r: Reader, rules: Rules): number {
  const start = r.at;
  const op = r.u8("an instruction");
  const refuse = () => r.fail(`instruction 0x${op.toString(16)} is not allowed`, start);
  if (op >= 0x45 && op <= 0xc4) {
    if (rules.profile === "int" && isFloat(op)) refuse();
    return op;
  }
  if (op >= 0x28 && op <= 0x3e) {
    if (rules.profile === "int" && [0x2a, 0x2b, 0x38, 0x39].includes(op)) refuse();
    if (wasmU32(r, "an alignment") > 63) r.fail("a second memory is not allowed", start);
    wasmU32(r, "an offset");
    return op;
  }
  switch (op) {
    case 0x00: case 0x01: case 0x05: case 0x0b: case 0x0f: case 0x1a: case 0x1b: case 0xd1:
      return op;
    case 0x02: case 0x03: case 0x04:
      blockType(r, rules);
      return op;
    case 0x0c: case 0x0d: case 0x10: case 0xd2:
    case 0x20: case 0x21: case 0x22: case 0x23: case 0x24: case 0x25: case 0x26:
      wasmU32(r, "an index");
      return op;
    case 0x0e:
      for (let n = wasmU32(r, "a count"); n >= 0; n--) wasmU32(r, "a label");
      return op;
    case 0x11:
      wasmU32(r, "a type");
      wasmU32(r, "a table");
      return op;
    case 0x1c:
      for (let n = wasmU32(r, "a count"); n > 0; n--) checkValue(r, r.u8("a type"), rules);
      return op;
    case 0x3f: case 0x40:
      if (r.u8("a memory") !== 0) r.fail("a second memory is not allowed", start);
      return op;
    case 0x41:
      skipSigned(r, 5);
      return op;
    case 0x42:
      skipSigned(r, 10);
      return op;
    case 0x43: case 0x44:
      if (rules.profile === "int") refuse();
      r.raw(op === 0x43 ? 4 : 8, "a constant");
      return op;
    case 0xd0:
      checkValue(r, r.u8("a type"), rules);
      return op;
    case 0xfc:
      return prefixed(r, rules, start);
  }
  return refuse();
}

// The comparisons, arithmetic and conversions that take or give a float: 0x45 to 0xC4 in their order.
function isFloat(op: number): boolean {
  if (op <= 0x66) return op >= 0x5b;
  if (op <= 0xa6) return op >= 0x8b;
  return op <= 0xbf && op !== 0xa7 && op !== 0xac && op !== 0xad;
}

function blockType(r: Reader, rules: Rules): void {
  const start = r.at;
  const b = r.u8("a block's type");
  if (b === 0x40) return;
  if (b >= 0x40 && b < 0x80) return checkValue(r, b, rules);
  r.at = start;
  wasmU32(r, "a block's type");
}

function prefixed(r: Reader, rules: Rules, start: number): number {
  const op = wasmU32(r, "an instruction");
  if (op <= 7 && rules.profile === "int") r.fail(`instruction 0xfc ${op} is not allowed`, start);
  if (op === 15) r.fail("table.grow is not allowed", start);
  if (op > 17) r.fail(`instruction 0xfc ${op} is not allowed`, start);
  const operands = op <= 7 ? 0 : [8, 10, 12, 14].includes(op) ? 2 : 1;
  for (let i = 0; i < operands; i++) {
    const index = wasmU32(r, "an index");
    const memory = (op === 8 && i === 1) || op === 10 || op === 11;
    if (memory && index !== 0) r.fail("a second memory is not allowed", start);
  }
  return PREFIXED + op;
}

/** Walks the bodies of the code section. */
export function* bodies(section: Section): Generator<Reader> {
  const r = new Reader(section.body, section.at);
  for (let n = wasmU32(r, "a count"); n > 0; n--) {
    const size = wasmU32(r, "a body's size");
    if (size > BODY_MAX) r.fail(`a body has ${size} bytes: want at most ${BODY_MAX}`);
    const at = section.at + r.at;
    yield new Reader(r.raw(size, "a body"), at);
  }
  r.end("the code section");
}

