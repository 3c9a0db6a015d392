import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { chain, hex, Sha256, sha256, StateHash, xxh64 } from "../dist/index.js";
import { AS, C, guestBytes, referenceMove, run } from "./guests.mjs";
import { GuestModule } from "../dist/index.js";

const pattern = (n) => Uint8Array.from({ length: n }, (_, i) => i * 7);

test("SHA-256 is Node's at every length around a block, and in any portions", () => {
  for (let n = 0; n < 200; n++) {
    const want = createHash("sha256").update(pattern(n)).digest("hex");
    assert.equal(hex(sha256(pattern(n))), want, `${n} bytes`);
    const parts = new Sha256().write(pattern(n).subarray(0, n / 3));
    parts.sum(); // asked in between, it must not end the stream
    assert.equal(hex(parts.write(pattern(n).subarray(n / 3)).sum()), want, `${n} bytes in two portions`);
  }
  const long = pattern(100_000);
  assert.equal(hex(sha256(long)), createHash("sha256").update(long).digest("hex"));
});

test("XXH64 is the one of Go's package sim", () => {
  const golden = [
    [0, 0xef46db3751d8e999n], [1, 0xe934a84adb052768n], [3, 0x9ff70a635a6209abn], [4, 0xae5acdc00a55ac41n],
    [7, 0xd734a6b26f3da63en], [8, 0x87116b3365b924ebn], [31, 0x0f187c62b1e722b7n], [32, 0x91b0cb0931a8c629n],
    [33, 0x931b043cf8d65b94n], [63, 0x219110bf13e2fa26n], [64, 0xbf3052e3445775d0n], [100, 0x8e2272c08247d5dbn],
    [1000, 0x25275608a9cfc168n],
  ];
  for (const [n, want] of golden) assert.equal(xxh64(pattern(n)), want, `${n} bytes`);
});

test("a StateHash of every kind of field is Go's sim.Hash", () => {
  const h = new StateHash().int(-2).uint(1n << 63n).float(1).float(NaN).float(-0).bool(true).bool(false).len(5);
  h.bytes(Uint8Array.of(9, 8)).string("xyz").int(1).uint(0xffffffffffffffffn).string("日本");
  assert.equal(h.written, 115);
  assert.equal(h.sum(), 0xec386c8430bc0286n);
  assert.equal(h.reset().sum(), 0xef46db3751d8e999n);
  assert.throws(() => h.int(2 ** 53), RangeError);
  assert.throws(() => h.int(1.5), RangeError);
});

// The golden values are those of games/mergeisland/golden_test.go.
test("the reference run has the golden hash and chain in every guest", async () => {
  for (const name of [C, AS]) {
    const guest = await (await GuestModule.compile(guestBytes(name))).start(run);
    const h = new StateHash();
    let chained = 0n;
    for (let tick = 0; tick < 100; tick++) {
      guest.step(referenceMove(tick));
      const words = new BigInt64Array(guest.save().buffer);
      h.reset();
      words.forEach((word) => h.int(word));
      chained = chain(chained, h.sum());
    }
    assert.equal(h.sum(), 0x578be59dd35ae07en, name);
    assert.equal(chained, 0x6217365b24b60550n, name);
  }
});
