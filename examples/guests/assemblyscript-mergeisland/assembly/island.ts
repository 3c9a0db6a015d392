// merge-island in AssemblyScript: the same rules, the same config file and the same bytes of state as
// the Go package games/mergeisland, whose documentation has the rules. The exports are TM/1, whose
// document is guest/abi/ABI.md.

import * as bytes from "./bytes";
import * as config from "./config";

const ABI: i32 = 0x00010000; // major 1, minor 0
const TICKS_MAX: i64 = 1 << 24; // keeps every number below within 64 bits

let running: bool = false;
let reason: string = "";

let tick: i64 = 0;
let posX: i64 = 0;
let posY: i64 = 0;
let velX: i64 = 0;
let velY: i64 = 0;
let score: i64 = 0;
let rng: u32 = 0;
let rngDraws: i64 = 0;

// fail keeps why something was refused, and returns the status.
function fail(status: i32, why: string): i32 {
  reason = why;
  return status;
}

export function tm_abi(): i32 {
  return ABI;
}

export function tm_buf(kind: i32, len: i32): i32 {
  const want = <u32>len;
  if (kind == 0 && want <= bytes.CONFIG_MAX) return <i32>bytes.configBuffer;
  if (kind == 1 && want <= bytes.INPUT_MAX) return <i32>bytes.inputBuffer;
  if (kind == 2 && want <= bytes.STATE_MAX) return <i32>bytes.stateBuffer;
  if (kind == 3 && want <= bytes.TEXT_MAX) return <i32>bytes.textBuffer;
  return 0;
}

export function tm_error(): i32 {
  return bytes.appendText(0, reason);
}

function lowestTerms(num: u32, den: u32): bool {
  if (num == 0 || den == 0) return false;
  while (den != 0) {
    const rest = num % den;
    num = den;
    den = rest;
  }
  return num == 1;
}

// tm_init takes the seed from the header of the config: the one in the file is where a host that has
// only the file begins.
export function tm_init(len: i32): i32 {
  const shape = "the config is no TMC1 config of version 1";
  if (<u32>len > bytes.CONFIG_MAX) return fail(bytes.BAD_CONFIG, shape);
  bytes.read(bytes.configBuffer, len);
  const known = bytes.getU32() == 0x31434d54 && bytes.getU32() == 1; // "TMC1", version 1
  const seedLo = bytes.getI64();
  const seedHi = bytes.getI64();
  const rateNum = bytes.getU32();
  const rateDen = bytes.getU32();
  const playerCount = bytes.getU32();
  const gameLen = bytes.getU32();
  const game = bytes.getBytes(gameLen);
  if (!known || !bytes.done() || !lowestTerms(rateNum, rateDen)) return fail(bytes.BAD_CONFIG, shape);
  if (playerCount < 1 || playerCount > 65536) return fail(bytes.BAD_CONFIG, shape);
  if (gameLen == 0) config.useDefaults();
  else if (!config.readConfig(game, gameLen)) return fail(bytes.BAD_CONFIG, "no merge-island config");
  if (seedHi != 0 || seedLo < 0 || seedLo > 0xffffffff) {
    return fail(bytes.BAD_CONFIG, "the seed has more than 32 bits");
  }
  if (<u64>rateNum * <u64>config.nextStepMs() != 1000 * <u64>rateDen) {
    return fail(bytes.UNSUPPORTED, "the rate is not the one of stepMs");
  }
  if (playerCount != 1) return fail(bytes.UNSUPPORTED, "the game has one player");
  config.adopt();
  tick = posX = posY = velX = velY = score = rngDraws = 0;
  rng = <u32>seedLo;
  running = true;
  return bytes.OK;
}

// readMove reads the inputs of a tick in their one canonical form: nobody, or player 0 with at least
// one byte, and nothing after. It gives the move: one byte, -1, 0 or 1; all else of the player's
// counts as 0. What is not canonical gives 2.
function readMove(len: u32): i64 {
  bytes.read(bytes.inputBuffer, len);
  const count = bytes.getU32();
  if (count == 0) return bytes.done() ? 0 : 2;
  const player = bytes.getU16();
  const size = bytes.getU16();
  const input = bytes.getBytes(size);
  if (count > 1 || player > 0 || size == 0 || !bytes.done()) return 2;
  const move: i64 = size == 1 ? <i64>load<i8>(input) : 0;
  return move == 1 || move == -1 ? move : 0;
}

// floorDiv rounds down also below zero, where the division of WebAssembly rounds up.
function floorDiv(num: i64, den: i64): i64 {
  return num / den - i64(num % den < 0);
}

export function tm_step(len: i32): i32 {
  if (!running) return fail(bytes.BAD_CONFIG, "tm_step before tm_init");
  const move: i64 = <u32>len > bytes.INPUT_MAX ? 2 : readMove(len);
  if (move == 2) return fail(bytes.BAD_INPUT, "the inputs are not in canonical form");
  if (tick >= TICKS_MAX) return bytes.OK; // stands still, as the Go game does
  velX = floorDiv((velX + move * config.accel) * config.frictionNum, config.frictionDen);
  posX += velX;
  velY++;
  posY += velY;
  rng = rng * <u32>config.rngMultiplier + <u32>config.rngIncrement;
  rngDraws++;
  score += <i64>(rng % 7);
  tick++;
  return bytes.OK;
}

export function tm_save(): i32 {
  if (!running) return fail(bytes.BAD_CONFIG, "tm_save before tm_init");
  const to = bytes.stateBuffer;
  store<i64>(to, tick);
  store<i64>(to, posX, 8);
  store<i64>(to, posY, 16);
  store<i64>(to, velX, 24);
  store<i64>(to, velY, 32);
  store<i64>(to, score, 40);
  store<u64>(to, rng, 48);
  store<i64>(to, rngDraws, 56);
  return 64;
}

// reachable says whether a run of this config reaches the state in the buffer; a state that would
// make a later tick overflow is none.
function reachable(): bool {
  const from = bytes.stateBuffer;
  const t = load<i64>(from);
  if (t < 0 || t > TICKS_MAX) return false;
  const triangle = t * (t + 1) / 2;
  const farthest = (config.accel + 1) * triangle;
  const fastest = (config.accel + 1) * t;
  const x = load<i64>(from, 8);
  const vel = load<i64>(from, 24);
  const points = load<i64>(from, 40);
  return x >= -farthest && x <= farthest && load<i64>(from, 16) == triangle &&
    vel >= -fastest && vel <= fastest && load<i64>(from, 32) == t &&
    points >= 0 && points <= 6 * t && load<u64>(from, 48) <= 0xffffffff && load<i64>(from, 56) == t;
}

export function tm_load(len: i32): i32 {
  if (!running) return fail(bytes.BAD_CONFIG, "tm_load before tm_init");
  if (len != 64) return fail(bytes.BAD_STATE, "the state is not 64 bytes long");
  if (!reachable()) return fail(bytes.BAD_STATE, "no run of this config reaches the state");
  const from = bytes.stateBuffer;
  tick = load<i64>(from);
  posX = load<i64>(from, 8);
  posY = load<i64>(from, 16);
  velX = load<i64>(from, 24);
  velY = load<i64>(from, 32);
  score = load<i64>(from, 40);
  rng = <u32>load<u64>(from, 48);
  rngDraws = load<i64>(from, 56);
  return bytes.OK;
}

// tm_result writes tick|posX|posY|velX|velY|score|rng.
export function tm_result(): i32 {
  if (!running) return fail(bytes.BAD_CONFIG, "tm_result before tm_init");
  let used = bytes.appendDecimal(0, tick);
  used = bytes.appendDecimal(bytes.appendText(used, "|"), posX);
  used = bytes.appendDecimal(bytes.appendText(used, "|"), posY);
  used = bytes.appendDecimal(bytes.appendText(used, "|"), velX);
  used = bytes.appendDecimal(bytes.appendText(used, "|"), velY);
  used = bytes.appendDecimal(bytes.appendText(used, "|"), score);
  return bytes.appendDecimal(bytes.appendText(used, "|"), rng);
}

// tm_schema writes in two parts: one text put together from two would be allocated at run time.
export function tm_schema(): i32 {
  const used = bytes.appendText(
    0,
    "0\ti64\t1\ttick\n8\ti64\t1\tposX\n16\ti64\t1\tposY\n24\ti64\t1\tvelX\n",
  );
  return bytes.appendText(
    used,
    "32\ti64\t1\tvelY\n40\ti64\t1\tscore\n48\ti64\t1\trng\n56\ti64\t1\trngDraws\n",
  );
}
