// Runs a TM/1 module: the host half of guest/abi/ABI.md for browsers and Node.

import { FUEL_VERSION, DEPTH_MAX, rewrite } from "./fuel.js";
import { sha256 } from "./sha256.js";
import { Abort, Shim } from "./shim.js";
import { checkInput, type Config, encodeConfig, INPUT_MAX, parseSchema, type Place, STATE_MAX } from "./tm1.js";
import { PAGES_MAX, readModule, type Rules } from "./wasm.js";

/** What one call may cost; the defaults are those of guest/abi/ABI.md, section 9. */
export interface Limits {
  /** Fuel of `_initialize` and of each init; 2,000,000,000 unless given. */
  startFuel?: bigint;
  /** Fuel of each step; 100,000,000 unless given. */
  stepFuel?: bigint;
  /** Fuel of each other call; 200,000,000 unless given. */
  callFuel?: bigint;
}

/** The meaning of a status that is not 0. */
export const STATUS: Record<number, string> = {
  1: "finished", "-1": "bad config", "-2": "bad input", "-3": "bad state", "-4": "unsupported", "-5": "limit",
  "-6": "the run is over", "-7": "internal",
};

/** A module refused what it was asked for. The state is as it was. */
export class StatusError extends Error {
  readonly status: number;

  constructor(call: string, status: number, text: string) {
    super(`${call}: status ${status}, ${STATUS[status] ?? "unknown"}${text && ": " + text}`);
    this.name = "StatusError";
    this.status = status;
  }
}

/** Why a call ended in a trap. */
export type TrapKind = "fuel" | "depth" | "trap";

/** A call ended in a trap. The instance is not used again: make a new one and load the last state. */
export class TrapError extends Error {
  readonly kind: TrapKind;

  constructor(call: string, kind: TrapKind, cause: unknown) {
    super(`${call}: ${kind === "trap" ? cause : kind + " is used up"}`, { cause });
    this.name = "TrapError";
    this.kind = kind;
  }
}

/** A module broke the contract: a length, an address or a status that TM/1 does not have. */
export class ContractError extends Error {}

type Call = (...args: number[]) => number;

/** A module that was validated, instrumented and compiled. Instances of it share nothing. */
export class GuestModule {
  private constructor(
    /** SHA-256 of the module as it was given, which identifies it. */
    readonly hash: Uint8Array,
    /** The module with fuel in it, which is what runs. */
    readonly instrumented: Uint8Array,
    /** Most pages of its memory, by the rules it was compiled under. */
    readonly pages: number,
    private readonly compiled: WebAssembly.Module,
    private readonly limits: Required<Limits>,
  ) {}

  /** Throws a FormatError for a module that TM/1 does not allow. */
  static async compile(bytes: Uint8Array, rules: Rules = {}, limits: Limits = {}): Promise<GuestModule> {
    const instrumented = rewrite(readModule(bytes, rules), rules);
    const compiled = await WebAssembly.compile(instrumented as BufferSource);
    const pages = Math.min(PAGES_MAX, rules.pages ?? PAGES_MAX);
    const all = { startFuel: 2_000_000_000n, stepFuel: 100_000_000n, callFuel: 200_000_000n, ...limits };
    return new GuestModule(sha256(bytes), instrumented, pages, compiled, all);
  }

  /** The version of the fuel schedule that is in the module. */
  get fuelVersion(): number {
    return FUEL_VERSION;
  }

  get stepFuel(): bigint {
    return this.limits.stepFuel;
  }

  /** Makes an instance that has no game yet. */
  async instantiate(): Promise<Guest> {
    const shim = new Shim(this.hash);
    const instance = await WebAssembly.instantiate(this.compiled, shim.imports());
    return new Guest(instance, shim, this.limits);
  }
}

/** One instance of a module: one game at a time. */
export class Guest {
  private exports: Record<string, Call>;
  private memory: WebAssembly.Memory;
  private fuel: WebAssembly.Global;
  private depth: WebAssembly.Global;
  private dead?: TrapError;
  private players = 0;
  /** Fuel that the last call used. */
  fuelUsed = 0n;

  /** Use GuestModule.instantiate. */
  constructor(instance: WebAssembly.Instance, private shim: Shim, private limits: Required<Limits>) {
    const all = instance.exports as Record<string, unknown>;
    this.exports = all as Record<string, Call>;
    this.memory = all.memory as WebAssembly.Memory;
    this.fuel = all.tm_fuel as WebAssembly.Global;
    this.depth = all.tm_depth as WebAssembly.Global;
    shim.memory = this.memory;
    if (all._initialize) this.call("_initialize", limits.startFuel);
    const abi = this.call("tm_abi", limits.callFuel);
    if (abi >>> 16 !== 1) throw new ContractError(`tm_abi is 0x${(abi >>> 0).toString(16)}: want 0x0001....`);
  }

  /** What the module has logged in this run. */
  get log(): string {
    return this.shim.text;
  }

  /** Starts a run at tick 0. Throws a StatusError where the game refuses the config. */
  init(config: Config): void {
    const len = this.give(0, encodeConfig(config), "tm_init");
    this.shim.clearLog();
    this.check("tm_init", this.call("tm_init", this.limits.startFuel, len));
    this.players = config.players;
    this.shim.tick = 0n;
    this.shim.rate = { num: BigInt(config.rateNum), den: BigInt(config.rateDen) };
  }

  /** Runs one tick. Returns true where it was the last. */
  step(input: Uint8Array): boolean {
    checkInput(input, this.players);
    if (input.length > INPUT_MAX) throw new RangeError(`an input of ${input.length} bytes`);
    const status = this.call("tm_step", this.limits.stepFuel, this.give(1, input, "tm_step"));
    if (status !== 0 && status !== 1) this.check("tm_step", status);
    this.shim.tick++;
    return status === 1;
  }

  /** A copy of the whole state. */
  save(): Uint8Array {
    return this.take("tm_save", 2, STATE_MAX);
  }

  /** Goes to a saved state. Throws a StatusError, and stays where it is, if the game refuses it. */
  load(state: Uint8Array): void {
    this.check("tm_load", this.call("tm_load", this.limits.callFuel, this.give(2, state, "tm_load")));
    if (state.length >= 8) this.shim.tick = new DataView(state.buffer, state.byteOffset).getBigUint64(0, true);
  }

  /** The result of the run so far, empty where the game has none. */
  result(): Uint8Array {
    return this.exports.tm_result ? this.take("tm_result", 3, 65_536) : new Uint8Array();
  }

  /** What the bytes of the present state mean, empty where the game does not say. */
  schema(): Place[] {
    if (!this.exports.tm_schema) return [];
    return parseSchema(new TextDecoder().decode(this.take("tm_schema", 3, 1 << 20)));
  }

  private call(name: string, fuel: bigint, ...args: number[]): number {
    if (this.dead) throw this.dead;
    this.fuel.value = fuel;
    this.depth.value = 0;
    try {
      return this.exports[name](...args);
    } catch (cause) {
      this.dead = new TrapError(name, this.trapKind(cause), cause);
      throw this.dead;
    } finally {
      this.fuelUsed = fuel - this.fuel.value;
    }
  }

  private trapKind(cause: unknown): TrapKind {
    if (cause instanceof Abort) return "trap";
    if (this.fuel.value < 0n) return "fuel";
    return this.depth.value > DEPTH_MAX ? "depth" : "trap";
  }

  // give writes bytes into the guest's buffer of a kind and returns their number.
  private give(kind: number, bytes: Uint8Array, call: string): number {
    const at = this.call("tm_buf", this.limits.callFuel, kind, bytes.length) >>> 0;
    if (at === 0) throw new StatusError(call, -1 - kind, `no room for ${bytes.length} bytes`);
    this.inside(at, bytes.length).set(bytes);
    return bytes.length;
  }

  // take calls what writes into a buffer and returns a copy of that.
  private take(name: string, kind: number, max: number): Uint8Array {
    const len = this.call(name, this.limits.callFuel);
    if (len < 0) this.check(name, len);
    if (len > max) throw new ContractError(`${name} gives ${len} bytes: want at most ${max}`);
    if (len === 0) return new Uint8Array();
    const at = this.call("tm_buf", this.limits.callFuel, kind, len) >>> 0;
    if (at === 0) throw new ContractError(`${name} gives ${len} bytes, and tm_buf has none`);
    return this.inside(at, len).slice();
  }

  private inside(at: number, len: number): Uint8Array {
    const size = this.memory.buffer.byteLength;
    if (at + len > size) throw new ContractError(`a buffer at ${at} of ${len} bytes: the memory has ${size}`);
    return new Uint8Array(this.memory.buffer, at, len);
  }

  private check(name: string, status: number): void {
    if (status === 0) return;
    if (status > 0 || status < -7) throw new ContractError(`${name} returned ${status}, which is no status`);
    throw new StatusError(name, status, this.reason());
  }

  // reason asks for the text of an error, and keeps the first failure where that fails too.
  private reason(): string {
    try {
      if (!this.exports.tm_error) return "";
      return new TextDecoder().decode(this.take("tm_error", 3, 65_536));
    } catch {
      return "";
    }
  }
}
