// Shows that merge-island is one game in every language: it runs the reference run in each module given,
// compares every tick with the published trace and every state with the other modules', carries a state
// from each module into each other, and tries states that must be refused.
//
//     node examples/guests/drive.mjs NAME=FILE.wasm...
//
// It prints a line for each check and ends with status 1 where one failed, 2 where it was used wrongly.

import { readFile } from "node:fs/promises";

const game = new URL("../../games/mergeisland/", import.meta.url);
const config = await readFile(new URL("merge-island.json", game));
const trace = (await readFile(new URL("testdata/merge-island-trace.txt", game), "utf8")).trimEnd().split("\n");
const MIDDLE = 50;

// A runtime that Go compiles in asks for these at its start, and gets nothing of the outside. The clock
// stands at 1 ns: Go takes a clock that says 0 for a broken one.
const fixed = (memory) => {
  const write = (at, ...words) => words.forEach((w, i) => new DataView(memory().buffer).setUint32(at + 4 * i, w, true));
  const sizes = (a, b) => (write(a, 0), write(b, 0), 0);
  const known = {
    clock_time_get: (_id, _precision, out) => (write(out, 1, 0), 0),
    random_get: (at, len) => (new Uint8Array(memory().buffer, at, len).fill(7), 0),
    args_sizes_get: sizes, environ_sizes_get: sizes, args_get: () => 0, environ_get: () => 0,
    sched_yield: () => 0,
  };
  return new Proxy(known, { get: (all, name) => all[name] ?? (() => 8) });
};

async function start(module) {
  let instance;
  const wasi = fixed(() => instance.exports.memory);
  instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi });
  instance.exports._initialize?.();
  return new Guest(instance.exports);
}

class Guest {
  constructor(exports) {
    this.exports = exports;
  }

  give(kind, bytes) {
    const at = this.exports.tm_buf(kind, bytes.length);
    if (at === 0) return bytes.length; // the call that follows must refuse what has no room
    new Uint8Array(this.exports.memory.buffer, at, bytes.length).set(bytes);
    return bytes.length;
  }

  take(kind, len) {
    return Buffer.from(this.exports.memory.buffer, this.exports.tm_buf(kind, len), len).subarray(0, len);
  }

  init(seed = 20261012n, file = config, { rate = [125, 2], players = 1, high = 0n } = {}) {
    const head = Buffer.alloc(40);
    head.write("TMC1");
    head.writeUInt32LE(1, 4);
    head.writeBigUInt64LE(seed, 8);
    head.writeBigUInt64LE(high, 16);
    [...rate, players, file.length].forEach((v, i) => head.writeUInt32LE(v, 24 + 4 * i));
    return this.exports.tm_init(this.give(0, Buffer.concat([head, file])));
  }

  stepBlob(blob) {
    return this.exports.tm_step(this.give(1, blob));
  }

  step(move) {
    return this.stepBlob(Buffer.from([1, 0, 0, 0, 0, 0, 1, 0, move & 255]));
  }

  save() {
    return Buffer.from(this.take(2, this.exports.tm_save()));
  }

  load(state) {
    return this.exports.tm_load(this.give(2, state));
  }

  text(call) {
    const len = this.exports[call]();
    return this.take(3, len).toString();
  }
}

const moveAt = (tick) => (Math.floor(tick / 20) % 2 === 0 ? 1 : -1);

function summary(state) {
  const words = Array.from({ length: 7 }, (_, i) => state.readBigInt64LE(8 * i));
  return words.join("|") + "|0";
}

let failed = 0;
let checks = 0;
function check(name, test) {
  checks++;
  try {
    test();
    console.log(`ok    ${name}`);
  } catch (problem) {
    failed++;
    console.log(`FAIL  ${name}: ${problem.message}`);
  }
}

function equal(got, want, what) {
  if (got !== want) throw new Error(`${what}: ${got}, want ${want}`);
}

// runs plays the reference run from a tick on and gives the state after each.
function runs(guest, from, to) {
  const states = [];
  for (let tick = from; tick < to; tick++) {
    equal(guest.step(moveAt(tick)), 0, `step ${tick}`);
    states.push(guest.save());
  }
  return states;
}

function checkTrace(states) {
  equal(states.length, trace.length, "ticks");
  states.forEach((state, tick) => equal(summary(state), trace[tick], `after tick ${tick}`));
}

// checkRefusals holds that nothing but a state is taken, and that the present one stays.
function checkRefusals(guest) {
  const good = guest.save();
  const refuse = (bytes, what) => {
    equal(guest.load(bytes), -3, what);
    equal(guest.save().equals(good), true, `state kept after ${what}`);
  };
  for (let len = 0; len < good.length; len++) refuse(good.subarray(0, len), `${len} bytes`);
  for (const more of [1, 8, 64, 4096]) refuse(Buffer.concat([good, Buffer.alloc(more)]), `${more} bytes more`);
  const flips = [];
  for (let bit = 0; bit < 8 * good.length; bit++) {
    const flipped = Buffer.from(good);
    flipped[bit >> 3] ^= 1 << (bit & 7);
    const status = guest.load(flipped);
    flips.push(status);
    const want = status === 0 ? flipped : good;
    equal(guest.save().equals(want), true, `state after bit ${bit} flipped, status ${status}`);
    equal(guest.load(good), 0, "load of the good state");
  }
  return flips.join();
}

const empty = Buffer.from([0, 0, 0, 0]);
const badInputs = {
  "no bytes": [], "three bytes": [0, 0, 0], "a byte after": [0, 0, 0, 0, 0], "an empty input": [1, 0, 0, 0, 0, 0, 0, 0],
  "player 1 of 1": [1, 0, 0, 0, 1, 0, 1, 0, 1], "a cut input": [1, 0, 0, 0, 0, 0, 2, 0, 1],
  "player 0 twice": [2, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0, 1], "2^32-1 players": [255, 255, 255, 255, 0, 0, 1, 0, 1],
};

function checkInputs(guest) {
  const before = guest.save();
  for (const [what, blob] of Object.entries(badInputs)) equal(guest.stepBlob(Buffer.from(blob)), -2, what);
  for (const len of [65_537, 0x7fffffff, -1]) equal(guest.exports.tm_step(len), -2, `a length of ${len}`);
  equal(guest.save().equals(before), true, "state kept");
  equal(guest.stepBlob(empty), 0, "the empty input");
}

const text = config.toString();
const badConfigs = {
  "no object": "[]", "a field missing": text.replace(/.*"accel".*\n/, ""),
  "an unknown field": text.replace("accel", "accl"),
  "a field twice": text.replace('"accel": 3,', '"accel": 3, "accel": 3,'), "16.0": text.replace(": 16,", ": 16.0,"),
  "a string for a number": text.replace(": 16,", ': "16",'),
  "out of range": text.replace('"accel": 3', '"accel": 10001'),
  "friction over 1": text.replace('"frictionNum": 15', '"frictionNum": 17'), "text after": text + "{}",
  "a comma at the end": text.replace(/\n}/, ",\n}"), "another game": text.replace("merge-island", "merge-isle"),
  "version 2": text.replace('"version": 1', '"version": 2'),
  "a control character": text.replace("whole ms", "whole\tms"),
  "a bad escape": text.replace("whole ms", "whole \\x ms"), "an unclosed object": text.trimEnd().slice(0, -1),
  "a leading zero": text.replace(": 16,", ": 016,"),
  "a note that is no text": text.replace(/"note": .*/, '"note": null'),
};
const goodConfigs = {
  "no file": "", "no note": text.replace(/,\s*"note".*/, ""), "no space": JSON.stringify(JSON.parse(text)),
  "an escaped name": text.replace('"accel"', '"\\u0061ccel"'),
  "a note of any text": text.replace("whole ms", "\\ud83c\\udfdd ∑ 🏝 \\n"),
};

function checkConfigs(guest) {
  for (const [what, file] of Object.entries(badConfigs)) equal(guest.init(1n, Buffer.from(file)), -1, what);
  for (const [what, file] of Object.entries(goodConfigs)) equal(guest.init(1n, Buffer.from(file)), 0, what);
  const bytes = Buffer.from(text.replace("whole ms", "whole@ms"));
  for (const rune of [[0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]) {
    const at = bytes.indexOf("@");
    const file = Buffer.concat([bytes.subarray(0, at), Buffer.from(rune), bytes.subarray(at + 1)]);
    equal(guest.init(1n, file), -1, `the bytes ${rune} in the note`);
  }
  equal(guest.init(1n << 32n), -1, "a seed of 33 bits");
  equal(guest.init(1n, config, { high: 1n }), -1, "a high word of the seed");
  equal(guest.init(1n, config, { rate: [60, 1] }), -4, "60 ticks a second");
  equal(guest.init(1n, config, { rate: [250, 4] }), -1, "a rate not in lowest terms");
  equal(guest.init(1n, config, { players: 2 }), -4, "two players");
  equal(guest.init(1n, config, { players: 0 }), -1, "no player");
}

function checkBorder(guest) {
  const { tm_abi, tm_buf, tm_save, tm_step, tm_load } = guest.exports;
  equal(tm_abi(), 0x00010000, "tm_abi");
  for (const kind of [-1, 4, 0x7fffffff]) equal(tm_buf(kind, 1), 0, `tm_buf of kind ${kind}`);
  for (const kind of [0, 1, 2, 3]) equal(tm_buf(kind, -1), 0, `tm_buf of 2^32-1 bytes, kind ${kind}`);
  equal(tm_save(), -1, "tm_save before tm_init");
  equal(tm_load(guest.give(2, Buffer.alloc(64))), -1, "tm_load before tm_init");
  equal(tm_step(guest.give(1, empty)), -1, "tm_step before tm_init");
  equal(guest.init(7n), 0, "tm_init");
  const seven = guest.save();
  equal(guest.init(8n), 0, "tm_init of another seed");
  equal(guest.save().equals(seven), false, "states of two seeds equal");
  equal(guest.init(7n), 0, "tm_init again");
  equal(guest.save().equals(seven), true, "states of one seed equal");
}

const named = process.argv.slice(2).map((arg) => arg.split("="));
if (named.length === 0 || named.some((pair) => pair.length !== 2)) {
  console.error("usage: node drive.mjs NAME=FILE.wasm...");
  process.exit(2);
}

const modules = [];
for (const [name, file] of named) modules.push([name, await WebAssembly.compile(await readFile(file))]);

let first;
for (const [name, module] of modules) {
  const [guest, bare] = [await start(module), await start(module)];
  check(`${name}: the border`, () => checkBorder(bare));
  check(`${name}: configs taken and refused`, () => checkConfigs(bare));
  let states = [];
  check(`${name}: 100 ticks are the published trace`, () => {
    equal(guest.init(), 0, "tm_init");
    states = runs(guest, 0, 100);
    checkTrace(states);
    equal(guest.text("tm_result"), trace[99].replace(/\|0$/, ""), "tm_result");
  });
  let flips = "";
  check(`${name}: states that no run reaches are refused and change nothing`, () => (flips = checkRefusals(guest)));
  check(`${name}: inputs that are not canonical are refused and change nothing`, () => checkInputs(guest));
  const schema = guest.text("tm_schema");
  first ??= { name, states, flips, schema };
  if (first.name === name) continue;
  check(`${name}: every state, refusal and the schema are those of ${first.name}`, () => {
    equal(Buffer.concat(states).equals(Buffer.concat(first.states)), true, "states equal");
    equal(flips, first.flips, "statuses of the flipped states");
    equal(schema, first.schema, "schema");
  });
}

for (const [from, source] of modules) {
  for (const [to, target] of modules) {
    const [a, b] = [await start(source), await start(target)];
    check(`${from} to ${to}: a state of tick ${MIDDLE} goes on`, () => {
      a.init();
      const head = runs(a, 0, MIDDLE);
      b.init();
      runs(b, 0, 7); // what the target did before must not matter
      equal(b.load(a.save()), 0, "tm_load");
      checkTrace([...head, ...runs(b, MIDDLE, 100)]);
    });
  }
}

console.log(`${checks - failed} of ${checks} checks passed`);
process.exit(failed === 0 ? 0 : 1);
