import assert from "node:assert/strict";
import test from "node:test";
import { FormatError, GuestModule, hex, instrument, TrapError } from "../dist/index.js";
import { moduleOf, move, run } from "./guests.mjs";

const start = async (module, rules, limits) => (await GuestModule.compile(module, rules, limits)).start(run);
const none = move(0);

// trapOf runs a tick and gives the kind of its trap.
async function trapOf(body, limits, more = []) {
  const guest = await start(moduleOf({ bodies: { tm_step: body }, more }), {}, limits);
  try {
    guest.step(none);
  } catch (problem) {
    assert.ok(problem instanceof TrapError, String(problem));
    assert.throws(() => guest.save(), problem, "the instance is used after a trap");
    return { kind: problem.kind, used: guest.fuelUsed };
  }
  return { kind: "none", used: guest.fuelUsed };
}

test("the example of FUEL.md has the bytes of FUEL.md", () => {
  const body = [0, 0x20, 0, 0x04, 0x7f, 0x41, 7, 0x05, 0x41, 8, 0x0b, 0x0b];
  const want = [
    "00", "230141016a2401", "2301", "41e8074b0440000b", "027f",
    "230042027d240023004200530440000b", "2000047f", "230042017d240023004200530440000b", "410705",
    "230042017d240023004200530440000b", "41080b", "0b", "230141016b24010b",
  ].join("");
  const all = hex(instrument(moduleOf({ more: [{ type: 2, body }] })));
  assert.ok(all.includes(want), all);
});

test("a tick costs what the schedule says", async () => {
  // A loop of 10 rounds of 5 instructions, 2 before and 1 after; loop and end cost nothing.
  const loop = [0x03, 0x40, 0x20, 1, 0x41, 1, 0x6b, 0x22, 1, 0x0d, 0, 0x0b];
  const body = [1, 1, 0x7f, 0x41, 10, 0x21, 1, ...loop, 0x41, 0, 0x0b];
  assert.deepEqual(await trapOf(body), { kind: "none", used: BigInt(2 + 10 * 5 + 1) });
});

test("an endless loop ends with its fuel, at the same instruction always", async () => {
  const loop = [0, 0x03, 0x40, 0x0c, 0, 0x0b, 0x41, 0, 0x0b];
  assert.deepEqual(await trapOf(loop, { fuel: 1000n }), { kind: "fuel", used: 1000n });
});

test("an endless recursion ends at 1,000 calls", async () => {
  const callItself = [0, 0x20, 0, 0x10, 3, 0x0b];
  assert.equal((await trapOf(callItself)).kind, "depth");
});

test("filling memory costs by length and growing it by pages", async () => {
  const fill = (n) => [0, 0x41, 0, 0x41, 1, 0x41, ...n, 0xfc, 11, 0, 0x41, 0, 0x0b];
  assert.equal((await trapOf(fill([0x80, 0x80, 2]))).used, 5n + 32768n / 64n);
  const grow = [0, 0x41, 1, 0x40, 0, 0x1a, 0x41, 0, 0x0b];
  assert.equal((await trapOf(grow)).used, 4n + 1024n);
});

test("a return counts the depth down on every path", async () => {
  const early = [0, 0x20, 0, 0x04, 0x40, 0x41, 1, 0x0f, 0x0b, 0x41, 2, 0x0b];
  const calls = Array.from({ length: 1500 }, () => [0x41, 1, 0x10, 6, 0x1a]).flat();
  assert.equal((await trapOf([0, ...calls, 0x41, 0, 0x0b], {}, [{ type: 2, body: early }])).kind, "none");
});

test("functions of several results keep them", async () => {
  const two = [0, 0x20, 0, 0x41, 5, 0x0b];
  const sum = [0, 0x41, 0x7b, 0x10, 6, 0x6a, 0x0b]; // -5 + 5
  assert.equal((await trapOf(sum, {}, [{ type: 3, body: two }])).kind, "none");
});

test("the reads past the memory's end are traps and not limits", async () => {
  assert.equal((await trapOf([0, 0x41, 0x7f, 0x28, 2, 0, 0x0b])).kind, "trap");
});

test("what TM/1 does not allow is refused with the place", async () => {
  const body = (...code) => moduleOf({ bodies: { tm_step: [0, ...code, 0x41, 0, 0x0b] } });
  const float = body(0x43, 0, 0, 0, 0, 0x1a);
  await GuestModule.compile(float);
  const refused = [
    [moduleOf({ before: [[6, 1, 0], [8, 1, 0]] }), /start section|not in order/], [body(0xfd, 12), /0xfd/],
    [body(0xfe, 3, 0), /0xfe/], [body(0x06, 0x40, 0x0b), /0x6/], [body(0x12, 0), /0x12/],
    [body(0x3f, 1, 0x1a), /second memory/],
    [body(0xfc, 15, 0), /table.grow/], [moduleOf({ pages: [1025, 1025] }), /begins with 1025/],
    [moduleOf({ imports: [["env", "seed", 0]] }), /env.seed is not allowed/],
    [moduleOf({ imports: [["wasi_snapshot_preview1", "random_get", 1]] }), /is not allowed/],
    [new Uint8Array(8 * 2 ** 20 + 1), /8388609 bytes/], [new Uint8Array(20), /no WebAssembly module/],
  ];
  for (const [module, what] of refused) {
    assert.throws(() => instrument(module), (e) => e instanceof FormatError && what.test(e.message), String(what));
  }
  assert.throws(() => instrument(float, { profile: "int" }), /0x43 is not allowed/);
  const wasi = moduleOf({ imports: [["wasi_snapshot_preview1", "random_get", 0]] });
  assert.throws(() => instrument(wasi, { wasi: true }), /has another type/);
});

test("a cut module is refused and never read past its end", () => {
  const whole = moduleOf();
  for (let n = 0; n < whole.length; n++) {
    assert.throws(() => instrument(whole.subarray(0, n)), FormatError, `${n} bytes`);
  }
});
