// What a module may import: the functions of guest/abi/ABI.md, section 7. They know no outside, so a run
// in a browser, in Node and on a server draws the same bytes and reads the same clock.

import { ChaCha8 } from "./chacha8.js";
import { textOf, Writer } from "./bytes.js";
import { sha256 } from "./sha256.js";
import type { Config } from "./tm1.js";

const OK = 0;
const BAD_FD = 8;
const FAULT = 21;
const INVALID = 28;

const CLOCK_START = 1_000_000_000n; // Go's runtime takes a clock at 0 for a broken one
const CALL_FUEL = 64;
const RANDOM_MAX = 65_536;
const VECTORS_MAX = 1024;
const EVENTS_MAX = 64;
/** Most bytes that a run may log; more is dropped and counted. */
export const LOG_MAX = 65_536;

/** What `proc_exit`, `tm.abort` and `env.abort` throw through the module. */
export class Abort extends Error {}

/** The outside of one instance. */
export class Shim {
  memory!: WebAssembly.Memory;
  /** The fuel of the instance: work of the host costs some, or a guest could have it done without limit. */
  fuel!: WebAssembly.Global;
  /** Ticks run in this instance, which is what the clock shows. */
  tick = 0n;
  /** Bytes that the log had no room for. */
  dropped = 0;
  #log = new Writer();
  #random: ChaCha8;

  #config: Config;

  constructor(moduleHash: Uint8Array, config: Config) {
    this.#config = config;
    const seed = new Writer().text("TM/1 random").u64(config.seedLo).u64(config.seedHi).raw(moduleHash);
    this.#random = new ChaCha8(sha256(seed.view()));
  }

  /** What the module has written to its log, as text. */
  get text(): string {
    return textOf(this.#log.view());
  }

  /** The functions, each of which costs fuel. */
  imports(): WebAssembly.Imports {
    const all = this.#functions();
    for (const module of Object.values(all)) {
      for (const [name, run] of Object.entries(module)) {
        module[name] = (...args: never[]) => {
          this.#charge(CALL_FUEL);
          return run(...args);
        };
      }
    }
    return all;
  }

  #charge(n: number): void {
    this.fuel.value -= BigInt(n);
    if (this.fuel.value < 0n) throw new Abort("out of fuel in a function of the host");
  }

  #functions(): Record<string, Record<string, (...args: never[]) => number | void>> {
    const none = () => OK;
    const noFile = () => BAD_FD;
    const abort = (text: string) => {
      throw new Abort(text);
    };
    return {
      tm: {
        log: (at: number, len: number) => this.#note(at >>> 0, len >>> 0),
        abort: (at: number, len: number) => abort(this.#textAt(at >>> 0, Math.min(len >>> 0, 1024))),
      },
      env: { abort: () => abort("env.abort") },
      wasi_snapshot_preview1: {
        clock_time_get: (_id: number, _precision: bigint, out: number) => this.#clock(out >>> 0),
        random_get: (at: number, len: number) => this.#draw(at >>> 0, len >>> 0),
        args_sizes_get: (a: number, b: number) => this.#zeros(a >>> 0, b >>> 0),
        environ_sizes_get: (a: number, b: number) => this.#zeros(a >>> 0, b >>> 0),
        args_get: none,
        environ_get: none,
        fd_write: (fd: number, at: number, n: number, out: number) => this.#write(fd, at >>> 0, n >>> 0, out >>> 0),
        sched_yield: none,
        poll_oneoff: (from: number, to: number, n: number, out: number) =>
          this.#poll(from >>> 0, to >>> 0, n >>> 0, out >>> 0),
        proc_exit: (code: number) => abort(`proc_exit(${code})`),
        fd_close: noFile,
        fd_read: noFile,
        fd_fdstat_get: noFile,
        fd_fdstat_set_flags: noFile,
        fd_prestat_get: noFile,
        fd_prestat_dir_name: noFile,
      },
    };
  }

  get #view(): DataView {
    return new DataView(this.memory.buffer);
  }

  #inside(at: number, len: number): boolean {
    return at + len <= this.memory.buffer.byteLength; // both below 2^32, so the sum is exact
  }

  #clock(out: number): number {
    if (!this.#inside(out, 8)) return FAULT;
    const ns = (this.tick * BigInt(this.#config.rateDen) * 1_000_000_000n) / BigInt(this.#config.rateNum);
    this.#view.setBigUint64(out, BigInt.asUintN(64, CLOCK_START + ns), true);
    return OK;
  }

  #draw(at: number, len: number): number {
    if (len > RANDOM_MAX) return INVALID;
    if (!this.#inside(at, len)) return FAULT;
    this.#charge(len);
    this.#random.fill(new Uint8Array(this.memory.buffer, at, len));
    return OK;
  }

  #zeros(a: number, b: number): number {
    if (!this.#inside(a, 4) || !this.#inside(b, 4)) return FAULT;
    this.#view.setUint32(a, 0, true);
    this.#view.setUint32(b, 0, true);
    return OK;
  }

  #write(fd: number, at: number, n: number, out: number): number {
    if (fd !== 1 && fd !== 2) return BAD_FD;
    if (n > VECTORS_MAX) return INVALID;
    if (!this.#inside(at, 8 * n) || !this.#inside(out, 4)) return FAULT;
    this.#charge(8 * n);
    const view = this.#view;
    const vectors = Array.from({ length: n }, (_, i) => ({
      at: view.getUint32(at + 8 * i, true),
      len: view.getUint32(at + 8 * i + 4, true),
    }));
    if (!vectors.every((v) => this.#inside(v.at, v.len))) return FAULT;
    const total = vectors.reduce((sum, v) => sum + v.len, 0);
    if (total >= 2 ** 32) return INVALID;
    this.#charge(total);
    for (const v of vectors) this.#append(v.at, v.len);
    view.setUint32(out, total, true);
    return OK;
  }

  #poll(from: number, to: number, n: number, out: number): number {
    if (n < 1 || n > EVENTS_MAX) return INVALID;
    if (!this.#inside(from, 48 * n) || !this.#inside(to, 32 * n) || !this.#inside(out, 4)) return FAULT;
    this.#charge(48 * n);
    const asked = new DataView(this.memory.buffer.slice(from, from + 48 * n));
    const view = this.#view;
    for (let i = 0; i < n; i++) {
      new Uint8Array(this.memory.buffer, to + 32 * i, 32).fill(0);
      view.setBigUint64(to + 32 * i, asked.getBigUint64(48 * i, true), true);
      view.setUint8(to + 32 * i + 10, asked.getUint8(48 * i + 8));
    }
    view.setUint32(out, n, true);
    return OK;
  }

  #note(at: number, len: number): void {
    if (!this.#inside(at, len)) throw new Abort("tm.log of bytes outside the memory");
    this.#charge(len);
    this.#append(at, len);
  }

  #append(at: number, len: number): void {
    const room = Math.min(len, LOG_MAX - this.#log.length);
    this.dropped += len - room;
    this.#log.raw(new Uint8Array(this.memory.buffer, at, room));
  }

  #textAt(at: number, len: number): string {
    return this.#inside(at, len) ? textOf(new Uint8Array(this.memory.buffer, at, len)) : "";
  }
}
