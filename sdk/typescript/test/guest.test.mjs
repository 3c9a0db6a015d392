import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { ContractError, diffStates, GuestModule, StatusError, TrapError } from "../dist/index.js";
import { AS, C, config, guestBytes, moduleOf, move, referenceMove, run, summary, trace } from "./guests.mjs";

test("every guest runs the published trace under fuel, and a state of one goes on in the other", async () => {
  for (const [from, to] of [[C, AS], [AS, C]]) {
    const a = await (await GuestModule.compile(guestBytes(from))).start(run);
    const b = await (await GuestModule.compile(guestBytes(to))).start(run);
    for (let tick = 0; tick < 100; tick++) {
      if (tick === 50) b.load(a.save());
      const guest = tick < 50 ? a : b;
      guest.step(referenceMove(tick));
      assert.equal(summary(guest.save()) + "|0", trace[tick]);
    }
    assert.equal(new TextDecoder().decode(b.result()) + "|0", trace[99]);
  }
});

test("integer guests pass the profile of integers", async () => {
  for (const name of [C, AS]) await GuestModule.compile(guestBytes(name), { profile: "int", pages: 5 });
});

test("a refused state and a refused input leave the state and say why", async () => {
  const guest = await (await GuestModule.compile(guestBytes(C))).start(run);
  guest.step(move(1));
  const state = guest.save();
  const refusals = [
    [() => guest.load(state.subarray(1)), -3, /64 bytes/],
    [() => guest.load(new Uint8Array(65)), -5, /no room for 65 bytes/],
    [() => guest.step(Uint8Array.of(1, 0, 0, 0)), -2, /canonical/],
  ];
  for (const [call, status, text] of refusals) {
    assert.throws(call, (e) => e instanceof StatusError && e.status === status && text.test(e.message));
    assert.deepEqual(guest.save(), state);
  }
  const module = await GuestModule.compile(guestBytes(C));
  await assert.rejects(module.start({ ...run, players: 2 }), (e) => e.status === -4);
  await assert.rejects(module.start({ ...run, game: config.subarray(1) }), (e) => e.status === -1);
});

test("a schema names the fields in which two states differ", async () => {
  const guest = await (await GuestModule.compile(guestBytes(AS))).start(run);
  guest.step(move(1));
  const before = guest.save();
  const after = before.slice();
  after[24] ^= 1;
  assert.deepEqual(diffStates(guest.schema(), before, after), [{ name: "velX", want: "2", got: "3" }]);
});

test("a module that lies about addresses, lengths and statuses is found out", async () => {
  const lies = {
    "a buffer outside": { tm_buf: [0, 0x41, 0x7f, 0x0b] },
    "a state without a buffer": {
      tm_buf: [0, 0x20, 0, 0x45, 0x04, 0x7f, 0x41, 16, 0x05, 0x41, 0, 0x0b, 0x0b], tm_save: [0, 0x41, 1, 0x0b],
    },
    "an unknown status": { tm_init: [0, 0x41, 0x70, 0x0b] }, "another version": { tm_abi: [0, 0x41, 1, 0x0b] },
    "a status of finished from tm_init": { tm_init: [0, 0x41, 1, 0x0b] },
  };
  for (const [what, bodies] of Object.entries(lies)) {
    const module = await GuestModule.compile(moduleOf({ bodies }));
    await assert.rejects(module.start(run).then((g) => g.save()), ContractError, what);
  }
  const long = moduleOf({ bodies: { tm_save: [0, 0x41, 0xff, 0xff, 0xff, 0xff, 7, 0x0b] } });
  const guest = await (await GuestModule.compile(long)).start(run);
  assert.throws(() => guest.save(), (e) => e instanceof TrapError && e.kind === "state");
});

// shimmed gives the bytes at 1024 after a tick that calls one imported function with those arguments.
async function shimmed(name, type, args, prepare = []) {
  const types = [[0x60, 3, 0x7f, 0x7e, 0x7f, 1, 0x7f], [0x60, 4, 0x7f, 0x7f, 0x7f, 0x7f, 1, 0x7f]];
  const module = moduleOf({
    imports: [["wasi_snapshot_preview1", name, type]], types,
    bodies: {
      tm_buf: [0, 0x20, 0, 0x41, 2, 0x46, 0x04, 0x7f, 0x41, 0x80, 8, 0x05, 0x41, 16, 0x0b, 0x0b],
      tm_step: [0, ...prepare, ...args, 0x10, 0, 0x41, 0x7f, 0x6c, 0x0b], tm_save: [0, 0x41, 0x80, 1, 0x0b],
    },
  });
  const compiled = await GuestModule.compile(module, { wasi: true });
  return { guest: await compiled.start(run), hash: compiled.hash };
}

test("the clock shows the time of the tick after its first second", async () => {
  const { guest } = await shimmed("clock_time_get", 4, [0x41, 0, 0x42, 0, 0x41, 0x80, 8]);
  for (let tick = 0n; tick < 5n; tick++) {
    guest.step(move(0));
    assert.equal(new DataView(guest.save().buffer).getBigUint64(0, true), 1_000_000_000n + 16_000_000n * tick);
  }
});

// The golden bytes are of Go's math/rand/v2.ChaCha8 with the seed 00 01 02 ... 1f.
test("the random stream is Go's ChaCha8, across a new key", async () => {
  const { ChaCha8 } = await import("./chacha8.mjs");
  const stream = new ChaCha8(Uint8Array.from({ length: 32 }, (_, i) => i));
  const bytes = new Uint8Array(5000);
  for (const [from, to] of [[0, 3], [3, 1000], [1000, 5000]]) stream.fill(bytes.subarray(from, to));
  const sum = createHash("sha256").update(bytes).digest("hex");
  assert.equal(sum, "62c6b1b3b828aaf01cdddf817ada6c680aff405dab9b8a6805a790c3186e058f");
});

test("random bytes depend on seed and module and nothing else", async () => {
  const draw = async () => {
    const { guest } = await shimmed("random_get", 1, [0x41, 0x80, 8, 0x41, 0xc0, 0]);
    guest.step(move(0));
    return guest.save().subarray(0, 64);
  };
  const once = await draw();
  assert.notDeepEqual(once, new Uint8Array(64));
  assert.deepEqual(await draw(), once);
});

test("work of the host costs fuel by its length", async () => {
  const { guest } = await shimmed("random_get", 1, [0x41, 0x80, 8, 0x41, 0xc0, 0]);
  guest.step(move(0));
  assert.equal(guest.fuelUsed, 5n + 64n + 64n);
});

test("a pointer outside the memory is an errno and a write of nothing", async () => {
  const { guest } = await shimmed("random_get", 1, [0x41, 0x7f, 0x41, 0xc0, 0]);
  assert.throws(() => guest.step(move(0)), ContractError); // the module returns -21, which is no status
});

test("proc_exit is a trap", async () => {
  const module = moduleOf({
    imports: [["wasi_snapshot_preview1", "proc_exit", 4]], types: [[0x60, 1, 0x7f, 0]],
    bodies: { tm_step: [0, 0x41, 0, 0x10, 0, 0x41, 0, 0x0b] },
  });
  const guest = await (await GuestModule.compile(module, { wasi: true })).start(run);
  assert.throws(() => guest.step(move(0)), (e) => e instanceof TrapError && e.kind === "trap");
});
