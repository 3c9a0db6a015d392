// The header of a recording, replay/FORMAT.md section 3, and the limits of section 8.

import { equalBytes, Reader, utf8, Writer } from "./bytes.js";
import { sha256 } from "./sha256.js";

export const FORMAT_VERSION = 1;
export const MAGIC = [0x89, 0x54, 0x4d, 0x52, 0x0d, 0x0a, 0x1a, 0x0a];
export const PREAMBLE = 12;
export const CHUNK_HEAD = 5;
export const CHUNK_MAX = 8 << 20;
export const FILE_MAX = 64 << 20;
export const TICKS_MAX = 2 ** 32;
export const SEGMENT_FRAMES = 1 << 20;
export const FRAME_STEPS = 1 << 20;
export const FRAME_NS_MAX = 2 ** 40 - 1;
export const RESULT_MAX = 65_536;
export const ALPHA_ONE = 2 ** 32;

const ABI = 0x00010000;

/** The behaviour flag of a recording that holds the frames of the host's loop. */
export const FLAG_SCHEDULE = 1;

export const NATIVE = 1;
export const MODULE = 2;

/** What a recording says of the run before its first tick. */
export interface Header {
  /** Behaviour flags: FLAG_SCHEDULE, or 0. */
  flags: number;
  /** The game's id: a-z, 0-9, '.', '_', '-', at most 64. */
  game: string;
  /** NATIVE or MODULE. */
  kind: number;
  /** SHA-256 of the module, or of the build identity. */
  hash: Uint8Array;
  /** Build identity of a native recording, "" of a module. */
  build: string;
  players: number;
  seedLo: bigint;
  seedHi: bigint;
  /** Ticks a second, a fraction in lowest terms. */
  rateNum: number;
  rateDen: number;
  /** The config as the game reads it. */
  config: Uint8Array;
  /** Ticks from one plain hash to the next. */
  plain: number;
  /** Ticks from one chained hash to the next, a multiple of plain. */
  chain: number;
  /** Ticks from one checkpoint to the next, a multiple of plain and none of chain; 0 is none. */
  checkpoint: number;
  inputMax: number;
  stateMax: number;
  /** Version of the fuel schedule, 0 without. */
  fuelVersion: number;
  /** Fuel of a tick. */
  fuel: bigint;
  /** Call depth, 0 without. */
  depth: number;
  /** Pages of memory, 0 without. */
  pages: number;
}

export function encodeHeader(h: Header): Uint8Array {
  const w = new Writer().u32(h.flags).u32(ABI).u8(h.kind).u8(1).u16(0).u32(h.players).u64(h.seedLo).u64(h.seedHi);
  w.u32(h.rateNum).u32(h.rateDen).u32(h.plain).u32(h.chain).u32(h.checkpoint).u32(h.inputMax).u32(h.stateMax);
  w.u32(h.fuelVersion).u64(h.fuel).u32(h.depth).u32(h.pages).raw(h.hash);
  w.u16(h.game.length).text(h.game).u16(h.build.length).text(h.build);
  const payload = w.u32(h.config.length).raw(h.config).bytes();
  decodeHeader(payload, 0); // a recorder writes nothing that a reader would refuse
  return payload;
}

const WORDS = [
  "rateNum", "rateDen", "plain", "chain", "checkpoint", "inputMax", "stateMax", "fuelVersion",
] as const;

export function decodeHeader(payload: Uint8Array, base: number): Header {
  const r = new Reader(payload, base);
  const h = {} as Header;
  h.flags = r.u32("behaviour flags");
  if (r.u32("ABI version") !== ABI) r.fail("ABI version: want 1.0", 4);
  h.kind = r.u8("kind");
  if (r.u8("hash algorithm") !== 1) r.fail("hash algorithm: want 1", 9);
  if (r.u16("reserved") !== 0) r.fail("reserved: not 0", 10);
  h.players = r.u32("players");
  h.seedLo = r.u64("seed");
  h.seedHi = r.u64("seed");
  for (const name of WORDS) h[name] = r.u32(name);
  h.fuel = r.u64("fuel limit");
  h.depth = r.u32("depth limit");
  h.pages = r.u32("memory limit");
  h.hash = r.raw(32, "hash").slice();
  h.game = ascii(r.raw(r.u16("game id length"), "game id"));
  h.build = ascii(r.raw(bounded(r, r.u16("build identity length"), 4096, "build identity length"), "build identity"));
  h.config = r.raw(bounded(r, r.u32("config length"), 65_536, "config length"), "config").slice();
  r.end("the header");
  checkHeader(h, r);
  return h;
}

const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes);

function bounded(r: Reader, v: number, max: number, what: string): number {
  return v <= max ? v : r.fail(`${what} is ${v}: want at most ${max}`);
}

function checkHeader(h: Header, r: Reader): void {
  const span = (at: number, what: string, v: number, low: number, high: number) => {
    if (!(v >= low && v <= high)) r.fail(`${what} is ${v}: want ${low} to ${high}`, at);
  };
  if (h.flags & 0xffff & ~FLAG_SCHEDULE) r.fail(`the required flags ${h.flags & 0xfffe} are not known`, 0);
  span(8, "kind", h.kind, NATIVE, MODULE);
  span(12, "players", h.players, 1, 65_536);
  span(32, "rate numerator", h.rateNum, 1, 2 ** 32 - 1);
  span(36, "rate denominator", h.rateDen, 1, 2 ** 32 - 1);
  span(32, "rate", h.rateNum / h.rateDen, 0, 2 ** 20);
  if (divisor(h.rateNum, h.rateDen) !== 1) r.fail("rate is not in lowest terms", 32);
  span(40, "plain interval", h.plain, 1, 65_536);
  span(44, "chain interval", h.chain, h.plain, 2 ** 24);
  span(48, "checkpoint interval", h.checkpoint, 0, 2 ** 24);
  if (h.chain % h.plain || h.checkpoint % h.plain) r.fail(`an interval is no multiple of ${h.plain}`, 44);
  if (h.checkpoint > 0 && h.checkpoint % h.chain === 0) {
    r.fail(`checkpoint interval: want no multiple of ${h.chain}`, 48);
  }
  span(52, "input limit", h.inputMax, 4, 65_536);
  span(56, "state limit", h.stateMax, 1, 4 << 20);
  span(76, "memory limit", h.pages, 0, 65_536);
  if (!/^[a-z0-9._-]{1,64}$/.test(h.game)) r.fail("game id: want 1 to 64 of a-z, 0-9, '.', '_', '-'", 114);
  const build = /^go=.*\nos=.*\narch=.*\nlevel=.*\nmodule=.*\nversion=.*\nsum=.*\n$/;
  const printable = /^[\n -~]*$/.test(h.build);
  if (h.kind === MODULE ? h.build !== "" : !printable || !build.test(h.build)) {
    r.fail("build identity: want seven lines, of a module none", 116 + h.game.length);
  }
  const identity = sha256(utf8(h.build));
  if (h.kind === NATIVE && !equalBytes(h.hash, identity)) r.fail("hash: not that of the build identity", 80);
}

/**
 * Says whether a checkpoint is due after so many ticks, if more follow. None is where a chained hash is: it
 * would hand the hashed state to a forger.
 */
export function checkpointAt(h: Header, ticks: number): boolean {
  return h.checkpoint > 0 && ticks > 0 && ticks % h.checkpoint === 0 && ticks % h.chain !== 0;
}

function divisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}
