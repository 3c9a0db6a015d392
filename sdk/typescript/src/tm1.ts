// The blobs of TM/1: config and input, and the schema of a state. guest/abi/ABI.md, sections 2, 3 and 5.

import { FormatError, Reader, Writer, viewOf } from "./bytes.js";

export const INPUT_MAX = 65_536;
export const STATE_MAX = 4 << 20;
export const CONFIG_MAX = 65_536;
export const PLAYERS_MAX = 65_536;

/** What a run starts from. */
export interface Config {
  seedLo: bigint;
  seedHi: bigint;
  /** Ticks a second, as a fraction in lowest terms. */
  rateNum: number;
  rateDen: number;
  players: number;
  /** The game's own part. */
  game: Uint8Array;
}

export function encodeConfig(c: Config): Uint8Array {
  const head = new Writer().text("TMC1").u32(1).u64(c.seedLo).u64(c.seedHi);
  return head.u32(c.rateNum).u32(c.rateDen).u32(c.players).u32(c.game.length).raw(c.game).bytes();
}

/** One player's input of a tick. */
export interface PlayerInput {
  player: number;
  bytes: Uint8Array;
}

/** The input of a tick in its one form: players ascending, and none without bytes. */
export function encodeInput(inputs: PlayerInput[]): Uint8Array {
  const given = inputs.filter((i) => i.bytes.length > 0).sort((a, b) => a.player - b.player);
  const out = new Writer().u32(given.length);
  for (const { player, bytes } of given) out.u16(player).u16(bytes.length).raw(bytes);
  const blob = out.bytes();
  checkInput(blob, PLAYERS_MAX);
  return blob;
}

/** Throws a FormatError where the bytes are no input of a tick with that many players. */
export function checkInput(blob: Uint8Array, players: number, base = 0): void {
  const r = new Reader(blob, base);
  if (blob.length > INPUT_MAX) r.fail(`the input has ${blob.length} bytes: want at most ${INPUT_MAX}`);
  let least = 0;
  for (let n = r.u32("the players"); n > 0; n--) {
    const player = r.u16("a player");
    if (player < least || player >= players) r.fail(`player ${player}: want ascending, below ${players}`, r.at - 2);
    const len = r.u16("a length");
    if (len === 0) r.fail(`player ${player} without input is not left out`, r.at - 2);
    r.raw(len, "an input");
    least = player + 1;
  }
  r.end("the last player");
}

/** One value of a state: where it is, and what it is called. */
export interface Place {
  /** In bytes from the start of the state; -1 where only the value is known. */
  offset: number;
  type: string;
  count: number;
  path: string;
  /** The value as text, where there is no offset. */
  value: string;
}

const bad = (line: string) => new FormatError(0, "bad line of the schema: " + line.slice(0, 200));
const PLACES_MAX = 1 << 16;
const VALUES_MAX = 1 << 20;
const NAMES_MAX = 32 << 20;

// whole reads a decimal number as Go's strconv.ParseUint does; NaN is none.
const whole = (text: string): number => (/^\d+$/.test(text) ? Number(text) : NaN);

// Places lie in a state of at most 4 MiB, in order and apart, and come to no more values and names than
// ABI.md allows: a short text must not stand for more than there is room for.
/** Reads the text of a schema. */
export function parseSchema(text: string): Place[] {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new FormatError(0, "the schema does not end with a line end");
  let end = 0, values = 0, names = 0;
  return lines.map((line) => {
    const [offset, type, count, path, value = ""] = line.split("\t");
    if (path === undefined) throw bad(line);
    const place = { offset: offset === "-" ? -1 : whole(offset), type, count: whole(count), path, value };
    const elements = type === "bytes" ? 1 : place.count;
    values += elements;
    names += elements * path.length;
    let fits = lines.length <= PLACES_MAX && values <= VALUES_MAX && names <= NAMES_MAX;
    if (place.offset < 0) {
      fits &&= type === "text" && place.count === 1;
    } else {
      fits &&= place.offset >= end;
      end = place.offset + place.count * (type === "bytes" ? 1 : readers[type]?.[0] ?? NaN);
      fits &&= end <= STATE_MAX;
    }
    if (!fits) throw bad(line);
    return place;
  });
}

/** A value that is not what it should be. */
export interface FieldDiff {
  name: string;
  want: string;
  got: string;
}

const readers: Record<string, [number, (v: DataView, at: number) => string]> = {
  bool: [1, (v, at) => (v.getUint8(at) ? "true" : "false")],
  u8: [1, (v, at) => String(v.getUint8(at))],
  i8: [1, (v, at) => String(v.getInt8(at))],
  u16: [2, (v, at) => String(v.getUint16(at, true))],
  i16: [2, (v, at) => String(v.getInt16(at, true))],
  u32: [4, (v, at) => String(v.getUint32(at, true))],
  i32: [4, (v, at) => String(v.getInt32(at, true))],
  u64: [8, (v, at) => String(v.getBigUint64(at, true))],
  i64: [8, (v, at) => String(v.getBigInt64(at, true))],
  f32: [4, (v, at) => String(v.getFloat32(at, true))],
  f64: [8, (v, at) => String(v.getFloat64(at, true))],
};

/** Names the values in which two states differ, at most `max` of them. */
export function diffStates(schema: Place[], want: Uint8Array, got: Uint8Array, max = 100): FieldDiff[] {
  const diffs: FieldDiff[] = [];
  const [a, b] = [viewOf(want), viewOf(got)];
  for (const place of schema) {
    const [size, show] = readers[place.type] ?? [1, readers.u8[1]];
    if (place.offset < 0) continue;
    for (let k = 0; k < place.count && diffs.length < max; k++) {
      const at = place.offset + k * size;
      const text = (v: DataView) => (at + size <= v.byteLength ? show(v, at) : "none");
      if (text(a) === text(b)) continue;
      diffs.push({ name: place.count > 1 ? `${place.path}[${k}]` : place.path, want: text(a), got: text(b) });
    }
  }
  return diffs;
}
