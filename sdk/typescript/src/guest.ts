// Runs a TM/1 module: the host half of guest/abi/ABI.md for browsers and Node.

import { textOf, viewOf } from "./bytes.js";
import { FUEL_VERSION, DEPTH_MAX, rewrite } from "./fuel.js";
import { sha256 } from "./sha256.js";
import { Shim } from "./shim.js";
import { type Config, encodeConfig, INPUT_MAX, parseSchema, type Place, STATE_MAX } from "./tm1.js";
import { PAGES_MAX, readModule, type Rules } from "./wasm.js";

/** What a run may use; hitting a limit ends it at the same instruction everywhere. */
export interface Limits {
  /** Fuel of a tick, 100,000,000 unless given. A start may cost 20 times as much, another call twice. */
  fuel?: bigint;
  /** Longest state in bytes, 4 MiB unless given. */
  state?: number;
}

/** The meaning of a status that is not 0. */
export const STATUS: Record<number, string> = {
  1: "finished", "-1": "bad config", "-2": "bad input", "-3": "bad state", "-4": "unsupported", "-5": "limit",
  "-6": "the run is over", "-7": "internal",
};

/** A module refused what it was asked for. The state is as it was. */
export class StatusError extends Error {
  /** @internal */
  override name = "StatusError";
  readonly status: number;

  /** @internal */
  constructor(call: string, status: number, text: string) {
    super(`${call}: status ${status}, ${STATUS[status] ?? "unknown"}${text && ": " + text}`);
    this.status = status;
  }
}

/** Why a call ended an instance: a limit that it hit, or a trap of its own. */
export type TrapKind = "fuel" | "depth" | "stack" | "state" | "trap";

/** A call hit a limit or ended in a trap. The instance is not used again: make a new one and load the last state. */
export class TrapError extends Error {
  /** @internal */
  override name = "TrapError";
  readonly kind: TrapKind;

  /** @internal */
  constructor(call: string, kind: TrapKind, cause: unknown) {
    super(`${call}: ${kind === "trap" ? cause : `the limit of ${kind} is hit`}`, { cause });
    this.kind = kind;
  }
}

/** A module broke the contract: a length, an address or a status that TM/1 does not have. */
export class ContractError extends Error {}

/** The limits of a run, by their names in the header of a recording. */
export interface RunLimits {
  fuelVersion: number;
  fuel: bigint;
  depth: number;
  pages: number;
  stateMax: number;
}

type Call = (...args: number[]) => number;

/** A module that was validated, instrumented and compiled. Runs of it share nothing. */
export class GuestModule {
  /** SHA-256 of the module as it was given, which identifies it. */
  readonly hash: Uint8Array;
  /** The module with fuel in it, which is what runs. */
  readonly instrumented: Uint8Array;
  /** What a recording of it says of its limits. */
  readonly limits: RunLimits;
  #compiled: WebAssembly.Module;

  private constructor(hash: Uint8Array, instrumented: Uint8Array, limits: RunLimits, compiled: WebAssembly.Module) {
    this.hash = hash;
    this.instrumented = instrumented;
    this.limits = limits;
    this.#compiled = compiled;
  }

  /** Throws a FormatError for a module that TM/1 does not allow. */
  static async compile(bytes: Uint8Array, rules: Rules = {}, limits: Limits = {}): Promise<GuestModule> {
    const instrumented = rewrite(readModule(bytes, rules), rules);
    const all = {
      fuelVersion: FUEL_VERSION, fuel: limits.fuel ?? 100_000_000n, depth: DEPTH_MAX,
      pages: Math.min(PAGES_MAX, rules.pages ?? PAGES_MAX), stateMax: limits.state ?? STATE_MAX,
    };
    if (all.fuel < 1n || all.fuel > FUEL_MAX) throw new RangeError(`fuel of ${all.fuel}: want 1 to ${FUEL_MAX}`);
    const compiled = await WebAssembly.compile(instrumented as BufferSource);
    return new GuestModule(sha256(bytes), instrumented, all, compiled);
  }

  /**
   * Starts a run: a new memory, and the game at tick 0. Throws a StatusError where the game refuses the
   * config.
   */
  async start(config: Config): Promise<Guest> {
    const shim = new Shim(this.hash, config);
    const instance = await WebAssembly.instantiate(this.#compiled, shim.imports());
    return new Guest(instance, shim, config, this.limits);
  }
}

const FUEL_MAX = 10n ** 15n;
const START_TIMES = 20n;
const OTHER_TIMES = 2n;

/** One run of a module. */
export class Guest {
  #exports: Record<string, Call>;
  #memory: WebAssembly.Memory;
  #fuel: WebAssembly.Global;
  #depth: WebAssembly.Global;
  #buffers = [{ at: 0, size: 0 }, { at: 0, size: 0 }, { at: 0, size: 0 }, { at: 0, size: 0 }];
  #dead?: Error;
  #config: Config;
  /** Fuel that the last call used. */
  fuelUsed = 0n;
  /** @internal Fuel of all calls, and 500 for each. */
  fuelTotal = 0n;

  #shim: Shim;
  #limits: RunLimits;

  /** @internal Use GuestModule.start. */
  constructor(instance: WebAssembly.Instance, shim: Shim, config: Config, limits: RunLimits) {
    this.#shim = shim;
    this.#limits = limits;
    this.#config = { ...config, game: new Uint8Array(config.game) };
    const all = instance.exports as Record<string, unknown>;
    this.#exports = all as Record<string, Call>;
    this.#memory = shim.memory = all.memory as WebAssembly.Memory;
    this.#fuel = shim.fuel = all.tm_fuel as WebAssembly.Global;
    this.#depth = all.tm_depth as WebAssembly.Global;
    if (all._initialize) this.#call("_initialize");
    const abi = this.#call("tm_abi");
    if (abi !== 0x00010000) this.#broken(`tm_abi is 0x${(abi >>> 0).toString(16)}: want 0x00010000`);
    this.init();
  }

  /** What the module has logged in this run. */
  get log(): string {
    return this.#shim.text;
  }

  /** Goes back to tick 0 in the same memory. */
  init(): void {
    this.#check("tm_init", this.#call("tm_init", this.#give("tm_init", 0, encodeConfig(this.#config))));
    this.#shim.tick = 0n;
  }

  /**
   * Runs one tick, with the TM/1 bytes of its inputs. Returns true where it was the last. A StatusError
   * leaves the state as it was; every other error ends this instance.
   */
  step(input: Uint8Array): boolean {
    if (input.length > INPUT_MAX) throw new RangeError(`an input of ${input.length} bytes: want at most ${INPUT_MAX}`);
    const status = this.#call("tm_step", this.#give("tm_step", 1, input));
    if (status !== 0 && status !== 1) this.#check("tm_step", status);
    this.#shim.tick++;
    return status === 1;
  }

  /** A copy of the whole state. */
  save(): Uint8Array {
    return this.#take("tm_save", 2, this.#limits.stateMax);
  }

  /** Goes to a saved state. Throws a StatusError, and stays where it is, if the game refuses it. */
  load(state: Uint8Array): void {
    if (state.length > this.#limits.stateMax) throw new RangeError(`a state of ${state.length} bytes`);
    this.#check("tm_load", this.#call("tm_load", this.#give("tm_load", 2, state)));
    if (state.length >= 8) this.#shim.tick = viewOf(state).getBigUint64(0, true);
  }

  /** The result of the run so far, empty where the game has none. */
  result(): Uint8Array {
    return this.#exports.tm_result ? this.#take("tm_result", 3, 65_536) : new Uint8Array();
  }

  /** What the bytes of the present state mean, empty where the game does not say. */
  schema(): Place[] {
    if (!this.#exports.tm_schema) return [];
    return parseSchema(textOf(this.#take("tm_schema", 3, 1 << 20)));
  }

  #call(name: string, ...args: number[]): number {
    if (this.#dead) throw this.#dead;
    const start = name === "tm_init" || name === "_initialize";
    const fuel = this.#limits.fuel * (name === "tm_step" ? 1n : start ? START_TIMES : OTHER_TIMES);
    this.#fuel.value = fuel;
    this.#depth.value = 0;
    try {
      return this.#exports[name](...args);
    } catch (cause) {
      this.#dead = new TrapError(name, this.#trapKind(cause), cause);
      throw this.#dead;
    } finally {
      this.fuelUsed = fuel - (this.#fuel.value < 0n ? 0n : this.#fuel.value);
      this.fuelTotal += this.fuelUsed + 500n;
    }
  }

  #trapKind(cause: unknown): TrapKind {
    if (this.#fuel.value < 0n) return "fuel";
    if (this.#depth.value > DEPTH_MAX) return "depth";
    return cause instanceof RangeError ? "stack" : "trap"; // an engine's own stack may end first
  }

  #broken(what: string): never {
    this.#dead = new ContractError(what);
    throw this.#dead;
  }

  // reserve gives the guest's buffer of a kind. An address holds until something longer is asked for, or
  // written by the guest, and then it is asked for anew. A game may have no room for what it never has.
  #reserve(kind: number, len: number): Uint8Array | undefined {
    const buffer = this.#buffers[kind];
    if (buffer.at === 0 || len > buffer.size) {
      const at = this.#call("tm_buf", kind, len) >>> 0;
      if (at === 0) return undefined;
      Object.assign(buffer, { at, size: len });
    }
    const size = this.#memory.buffer.byteLength;
    if (buffer.at + len > size) this.#broken(`a buffer at ${buffer.at} of ${len} bytes in a memory of ${size}`);
    return new Uint8Array(this.#memory.buffer, buffer.at, len);
  }

  // give writes bytes into the guest's buffer of a kind and returns their number.
  #give(call: string, kind: number, bytes: Uint8Array): number {
    const room = this.#reserve(kind, bytes.length);
    if (!room) throw new StatusError(call, -5, `it has no room for ${bytes.length} bytes of kind ${kind}`);
    room.set(bytes);
    return bytes.length;
  }

  // take calls what writes into a buffer and returns a copy of that.
  #take(name: string, kind: number, max: number): Uint8Array {
    const len = this.#call(name);
    if (len < 0) this.#check(name, len);
    if (len > max && kind === 2) throw (this.#dead = new TrapError(name, "state", undefined));
    if (len > max) this.#broken(`${name} gives ${len} bytes: want at most ${max}`);
    if (len === 0) return new Uint8Array();
    const written = this.#reserve(kind, len);
    return written ? written.slice() : this.#broken(`${name} gives ${len} bytes, and tm_buf has none`);
  }

  #check(name: string, status: number): void {
    if (status === 0) return;
    if (status > 0 || status < -7) this.#broken(`${name} returned ${status}, which is no status`);
    throw new StatusError(name, status, this.#reason(name));
  }

  // reason asks for the text of an error, and keeps the first failure where that fails too.
  #reason(name: string): string {
    try {
      if (name === "tm_error" || !this.#exports.tm_error) return "";
      return textOf(this.#take("tm_error", 3, 65_536));
    } catch {
      return "";
    }
  }
}
