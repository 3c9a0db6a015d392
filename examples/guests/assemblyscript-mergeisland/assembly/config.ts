// Reads merge-island.json as the other languages do: what one refuses, all refuse. The file is one
// object of two texts and nine whole numbers, so this knows no lists, no fractions, no nesting.

const FILE_MAX: u32 = 65536;
const WORD: i64 = 0xffffffff;

// The numbers that a tick reads.
export let accel: i64 = 0;
export let frictionNum: i64 = 0;
export let frictionDen: i64 = 0;
export let rngMultiplier: i64 = 0;
export let rngIncrement: i64 = 0;

// What a refused file has begun to write must not change the running game, so readConfig fills these
// and adopt() makes them the config.
const numbers: usize = memory.data(64, 8);

// useDefaults makes the numbers of merge-island.json the ones to adopt, for a config that has none of
// the game's own.
export function useDefaults(): void {
  store<i64>(numbers, 20261012);
  store<i64>(numbers, 16, 8);
  store<i64>(numbers, 3, 16);
  store<i64>(numbers, 15, 24);
  store<i64>(numbers, 16, 32);
  store<i64>(numbers, 8, 40);
  store<i64>(numbers, 1103515245, 48);
  store<i64>(numbers, 12345, 56);
}

// nextStepMs gives the timestep of the numbers to adopt.
export function nextStepMs(): i64 {
  return load<i64>(numbers, 8);
}

export function adopt(): void {
  accel = load<i64>(numbers, 16);
  frictionNum = load<i64>(numbers, 24);
  frictionDen = load<i64>(numbers, 32);
  rngMultiplier = load<i64>(numbers, 48);
  rngIncrement = load<i64>(numbers, 56);
}

// The place in the file, read forward.
let at: usize = 0;
let end: usize = 0;

// A string that was read: its first characters, and its length, which is TEXT_MAX where the string
// is longer or not ASCII. All names are short and ASCII, so such a string need only differ from them.
const TEXT_MAX: u32 = 32;
const text: usize = memory.data(32);
let textLen: u32 = 0;

// @ts-ignore: decorator
@inline
function peek(): i32 {
  return at < end ? <i32>load<u8>(at) : 0;
}

function skipSpace(): void {
  for (let c = peek(); c == 0x20 || c == 0x09 || c == 0x0a || c == 0x0d; c = peek()) at++;
}

function take(c: i32): bool {
  skipSpace();
  if (at >= end || <i32>load<u8>(at) != c) return false;
  at++;
  return true;
}

// rune reads one character of UTF-8, or gives -1: no overlong forms, no surrogates, nothing over
// 0x10ffff.
function rune(): i32 {
  const first = <i32>load<u8>(at++);
  if (first < 0x80) return first;
  if (first < 0xc2 || first > 0xf4) return -1;
  const more = first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
  let value = first & (0x3f >> more);
  for (let i = 0; i < more; i++) {
    if ((peek() & 0xc0) != 0x80) return -1;
    value = (value << 6) | (<i32>load<u8>(at++) & 0x3f);
  }
  const least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
  const surrogate = value >= 0xd800 && value < 0xe000;
  return value < least || value > 0x10ffff || surrogate ? -1 : value;
}

// hex reads the four digits of a \u, or gives -1.
function hex(): i32 {
  let value = 0;
  for (let i = 0; i < 4; i++) {
    const c = peek();
    const low = c | 0x20;
    if (c >= 0x30 && c <= 0x39) value = (value << 4) | (c - 0x30);
    else if (low >= 0x61 && low <= 0x66) value = (value << 4) | (low - 0x61 + 10);
    else return -1;
    at++;
  }
  return value;
}

// escape reads what follows a backslash, or gives -1.
function escape(): i32 {
  const c = peek();
  at++;
  switch (c) {
    case 0x22: case 0x5c: case 0x2f: return c;
    case 0x62: return 0x08;
    case 0x66: return 0x0c;
    case 0x6e: return 0x0a;
    case 0x72: return 0x0d;
    case 0x74: return 0x09;
    case 0x75: return hex();
  }
  return -1;
}

function readString(): bool {
  textLen = 0;
  if (!take(0x22)) return false;
  while (at < end && load<u8>(at) != 0x22) {
    let c = load<u8>(at) < 0x20 ? -1 : rune();
    if (c == 0x5c) c = at < end ? escape() : -1;
    if (c < 0) return false;
    if (c > 0x7e) textLen = TEXT_MAX;
    if (textLen < TEXT_MAX) store<u8>(text + textLen++, <u8>c);
  }
  return take(0x22);
}

// readNumber reads a whole number of at most 18 digits, which is more than every range below, and
// stores it if it is in its range.
function readNumber(low: i64, high: i64, to: usize): bool {
  skipSpace();
  const below = peek() == 0x2d;
  if (below) at++;
  const first = at;
  let value: i64 = 0;
  while (peek() >= 0x30 && peek() <= 0x39 && at - first < 18) value = value * 10 + (<i64>load<u8>(at++) - 0x30);
  if (at == first || (load<u8>(first) == 0x30 && at - first > 1)) return false;
  if (below) value = -value;
  store<i64>(to, value);
  return value >= low && value <= high;
}

function isText(want: string): bool {
  if (textLen != <u32>want.length) return false;
  for (let i = 0; i < want.length; i++) {
    if (<i32>load<u8>(text + i) != want.charCodeAt(i)) return false;
  }
  return true;
}

const scratch: usize = memory.data(8, 8);

// numberField reads the value of field i if that is its name: 0 no, 1 read, -1 refused.
function numberField(i: u32, name: string, low: i64, high: i64): i32 {
  if (!isText(name)) return 0;
  return readNumber(low, high, numbers + 8 * i) ? 1 : -1;
}

// bitOf gives a field's bit, or 0 where numberField did not read it.
// @ts-ignore: decorator
@inline
function bitOf(i: u32, read: i32): u32 {
  return read > 0 ? <u32>1 << i : 0;
}

// readField reads the value of the field whose name was just read, and gives the field's bit, or 0
// for what is not allowed.
function readField(): u32 {
  let read: i32;
  if ((read = numberField(0, "seed", 0, WORD)) != 0) return bitOf(0, read);
  if ((read = numberField(1, "stepMs", 1, 1000)) != 0) return bitOf(1, read);
  if ((read = numberField(2, "accel", 1, 10000)) != 0) return bitOf(2, read);
  if ((read = numberField(3, "frictionNum", 0, 1000000)) != 0) return bitOf(3, read);
  if ((read = numberField(4, "frictionDen", 1, 1000000)) != 0) return bitOf(4, read);
  if ((read = numberField(5, "maxStepsPerFrame", 1, 10000)) != 0) return bitOf(5, read);
  if ((read = numberField(6, "rngMultiplier", 0, WORD)) != 0) return bitOf(6, read);
  if ((read = numberField(7, "rngIncrement", 0, WORD)) != 0) return bitOf(7, read);
  if (isText("version")) return readNumber(1, 1, scratch) ? <u32>1 << 8 : 0;
  const game = isText("game");
  const note = isText("note");
  if (!(game || note) || !readString()) return 0;
  if (game) return isText("merge-island") ? <u32>1 << 9 : 0;
  return <u32>1 << 10;
}

// readConfig reads the file: each field but the note is there, none twice, no other.
export function readConfig(from: usize, len: u32): bool {
  at = from;
  end = from + len;
  let seen: u32 = 0;
  if (len > FILE_MAX || !take(0x7b)) return false;
  do {
    if (!readString() || !take(0x3a)) return false;
    const field = readField();
    if (field == 0 || (seen & field) != 0) return false;
    seen |= field;
  } while (take(0x2c));
  const closed = take(0x7d);
  skipSpace();
  const whole = closed && at == end && (seen & 0x3ff) == 0x3ff;
  return whole && load<i64>(numbers, 24) <= load<i64>(numbers, 32);
}
