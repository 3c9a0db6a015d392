import assert from "node:assert/strict";
import test from "node:test";
import { GuestModule, verify } from "../dist/index.js";
import { C, guestBytes, leb, moduleOf, record, run } from "./guests.mjs";

const module = guestBytes(C);

test("no recording raises what a verifier allows, and the verdict says what allows more", async () => {
  const bytes = await record({ fuel: 10n ** 15n });
  assert.equal((await verify(bytes, module)).verdict, "ok");
  let asked = 0;
  for (const [options, reason] of [
    [{ fuelMax: 100n }, /fuelMax/], [{ fuelTotal: 30_000n }, /fuelTotal/], [{ ticksMax: 99 }, /ticksMax/],
    [{ stop: () => (++asked > 50 ? "the page is closed" : undefined) }, /stopped: the page is closed/],
  ]) {
    const got = await verify(bytes, module, options);
    assert.equal(got.verdict, "limit hit", String(reason));
    assert.match(got.reason, reason);
  }
});

// withSchema is a module with buffers 4 KiB apart, the last of which has the text from the start.
function withSchema(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const signed = (n) => (n < 64 ? [n] : [(n & 127) | 128, ...signed(n >> 7)]);
  return moduleOf({
    more: [{ type: 0, body: [0, 0x41, ...signed(bytes.length), 0x0b] }], exports: [["tm_schema", 6]],
    bodies: { tm_buf: [0, 0x20, 0, 0x41, 12, 0x74, 0x41, 16, 0x6a, 0x0b] },
    data: [0, 0x41, ...signed(3 * 4096 + 16), 0x0b, ...leb(bytes.length), ...bytes],
  });
}

test("a schema that stands for more than a state has is refused", async () => {
  const schemas = [
    "0\tu8\t65536\ta\n".repeat(3), "4\tu8\t1\ta\n0\tu8\t1\tb\n", "0\tu8\t1e300\ta\n", "0\tu8\t-1\ta\n", "0\tu9\t1\ta\n",
    "0\tu8\t1048577\ta\n", "-\ttext\t2\ta\tb\n", `0\tu8\t1000000\t${"p".repeat(100)}\n`,
  ];
  for (const text of schemas) {
    const guest = await (await GuestModule.compile(withSchema(text))).start(run);
    assert.throws(() => guest.schema(), /bad line of the schema/, text.slice(0, 40));
  }
});
