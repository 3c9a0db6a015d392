// The bytes that cross the border of the module: buffers, readers, statuses. Nothing here allocates,
// so the memory never grows and no collector is needed.

export const OK: i32 = 0;
export const BAD_CONFIG: i32 = -1;
export const BAD_INPUT: i32 = -2;
export const BAD_STATE: i32 = -3;
export const UNSUPPORTED: i32 = -4;

export const CONFIG_MAX: u32 = 65536;
export const INPUT_MAX: u32 = 65536;
export const STATE_MAX: u32 = 64;
export const TEXT_MAX: u32 = 4096;

export const configBuffer: usize = memory.data(65536);
export const inputBuffer: usize = memory.data(65536);
export const stateBuffer: usize = memory.data(64, 8);
export const textBuffer: usize = memory.data(4096);

// Reading goes forward through one part of the memory at a time, from `at` to `end`. Past the end it
// gives 0 and sets `bad`, for ever, so a caller reads everything and then asks done() once.
let at: usize = 0;
let end: usize = 0;
let bad: bool = false;

export function read(from: usize, len: u32): void {
  at = from;
  end = from + len;
  bad = false;
}

function has(bytes: u32): bool {
  if (bad || bytes > <u32>(end - at)) bad = true;
  return !bad;
}

export function getU16(): u32 {
  if (!has(2)) return 0;
  at += 2;
  return load<u16>(at - 2);
}

export function getU32(): u32 {
  if (!has(4)) return 0;
  at += 4;
  return load<u32>(at - 4);
}

export function getI64(): i64 {
  if (!has(8)) return 0;
  at += 8;
  return load<i64>(at - 8);
}

// getBytes steps over a part and gives where it begins.
export function getBytes(len: u32): usize {
  if (!has(len)) return 0;
  at += len;
  return at - len;
}

// done says whether all was read, and nothing is left over.
export function done(): bool {
  return !bad && at == end;
}

// appendText copies a text of ASCII into the text buffer, behind its first used bytes, and gives how
// many are used then. What does not fit is left out.
export function appendText(used: i32, text: string): i32 {
  const len = min<i32>(text.length, TEXT_MAX - used);
  for (let i = 0; i < len; i++) store<u8>(textBuffer + used + i, <u8>text.charCodeAt(i));
  return used + len;
}

// appendDecimal writes a number the same way.
export function appendDecimal(used: i32, value: i64): i32 {
  let left: u64 = value < 0 ? <u64>-value : <u64>value;
  if (value < 0) used = appendText(used, "-");
  let divisor: u64 = 1;
  while (left / divisor >= 10) divisor *= 10;
  for (; divisor > 0; divisor /= 10) {
    store<u8>(textBuffer + used++, <u8>(0x30 + left / divisor));
    left %= divisor;
  }
  return used;
}
