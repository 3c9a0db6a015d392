import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import test from "node:test";
import { FLAG_SCHEDULE, inputsOf, readRecording, Recorder, sha256, verify } from "../dist/index.js";
import { AS, C, config, guestBytes, move, record, referenceMove } from "./guests.mjs";

const hashed = (bytes) => createHash("sha256").update(bytes).digest("hex");
const module = guestBytes(C);
const often = { plain: 10, chain: 30, checkpoint: 20 };

// The golden values are of files that Go's replay.Record wrote of the same run, with this stand-in for
// the hash of a module. Never edit them: another value is another format.
test("a recording has the bytes that Go's recorder writes, with frames and without", async () => {
  const hash = Uint8Array.from({ length: 32 }, (_, i) => i);
  const golden = [
    [0, 1286, "31f15640d9f578709a461f887045d562963bfcd74db520375538c3acaf16e73a"],
    [FLAG_SCHEDULE, 1540, "57c5dec78fbaea87a21064c53a9e572752dd2c47ed6ab0ff8bf95d941d0d1ed5"],
  ];
  for (const [flags, length, sum] of golden) {
    const bytes = await record({ ...often, hash, flags });
    assert.equal(bytes.length, length);
    assert.equal(hashed(bytes), sum);
  }
});

test("a recording verifies with its module, and says how much it compared", async () => {
  const want = { verdict: "ok", tick: 99, fields: [], compared: { ticks: 100, hashes: 19 }, reason: "" };
  assert.deepEqual(await verify(await record(often), module), want);
});

test("another module of the game is refused, or agrees where it is allowed", async () => {
  const bytes = await record(often);
  assert.equal((await verify(bytes, guestBytes(AS))).verdict, "wrong module");
  const other = await verify(bytes, guestBytes(AS), { otherModule: true });
  assert.equal(other.verdict, "ok");
  assert.match(other.reason, /they agree/);
  assert.equal((await verify(bytes, module, { game: "jump" })).verdict, "wrong module");
});

test("the inputs and frames come back as they were recorded", async () => {
  let seed = 7;
  const inputs = Array.from({ length: 1000 }, () => {
    seed = (seed * 1103515245 + 12345) >>> 0;
    const size = (seed >>> 16) % 4;
    return move(size === 0 ? 0 : [0, 1, 255, 7][size]);
  });
  const bytes = await record({ flags: FLAG_SCHEDULE }, inputs.length, (tick) => inputs[tick]);
  const rec = readRecording(bytes);
  assert.equal(rec.malformed, undefined);
  assert.deepEqual([...inputsOf(rec)], inputs);
  assert.equal(rec.frames.length, 334);
  assert.deepEqual(rec.frames[1], { realNs: 16_000_000, steps: 3, alpha: Math.floor((5 / 7) * 2 ** 32) / 2 ** 32 });
  assert.equal((await verify(bytes, module)).verdict, "ok");
});

test("a Buffer, whose slices share its memory, is read and recorded as bytes are", async () => {
  const bytes = Buffer.from(await record(often));
  const before = hashed(bytes);
  assert.equal((await verify(bytes, Buffer.from(module))).verdict, "ok");
  assert.equal(hashed(bytes), before, "reading changed the file");
  const one = Buffer.from(referenceMove(0));
  const shared = await record(often, 100, (tick) => (one.set(referenceMove(tick)), one));
  assert.deepEqual(Buffer.from(shared), bytes);
});

test("ten minutes with changing inputs are at most 40 kB", async () => {
  const input = (tick) => move([1, 255, 0][Math.floor(tick / 25) % 3]);
  const bytes = await record({}, 37_500, input);
  assert.ok(bytes.length <= 40_000, `${bytes.length} bytes`);
  assert.equal((await verify(bytes, module)).verdict, "ok");
});

test("no byte can be changed, and no end cut or added, without a verdict that is not ok", async () => {
  const bytes = await record(often, 25);
  const seen = new Set();
  for (let at = 0; at < bytes.length; at++) {
    const forged = bytes.slice();
    forged[at] ^= 1 << (at % 8);
    const { verdict } = await verify(forged, module);
    assert.equal(verdict, "malformed", `byte ${at}`);
    seen.add(verdict);
  }
  for (let n = 0; n < bytes.length; n++) {
    assert.equal((await verify(bytes.subarray(0, n), module)).verdict, "malformed", `${n} bytes`);
  }
  assert.equal((await verify(Uint8Array.of(...bytes, 0), module)).verdict, "malformed");
});

// reseal makes the checks of chunks and the hash of the file anew, as one does who knows the format.
function reseal(bytes, crc) {
  const view = new DataView(bytes.buffer);
  for (let at = 12; at < bytes.length - 32; ) {
    const end = at + 5 + view.getUint32(at + 1, true);
    view.setUint32(end, crc(bytes.subarray(at, end)), true);
    at = end + 4;
  }
  bytes.set(sha256(bytes.subarray(0, -32)), bytes.length - 32);
  return bytes;
}

function crc32c(bytes) {
  let crc = ~0;
  for (const b of bytes) {
    crc ^= b;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return ~crc >>> 0;
}

test("a forgery with every length and hash made anew is never ok", async () => {
  const bytes = await record(often, 25);
  assert.deepEqual(reseal(bytes.slice(), crc32c), bytes, "resealing an honest file changes it");
  const verdicts = {};
  for (let at = 0; at < bytes.length - 32; at++) {
    for (const bit of [1, 0x80]) {
      const forged = bytes.slice();
      forged[at] ^= bit;
      let sealed;
      try {
        sealed = reseal(forged, crc32c);
      } catch {
        continue; // a length that leads out of the file cannot be resealed
      }
      if (Buffer.from(sealed).equals(bytes)) continue; // a byte of a check, made anew
      const got = await verify(sealed, module);
      assert.notEqual(got.verdict, "ok", `byte ${at}, bit ${bit}`);
      verdicts[got.verdict] = (verdicts[got.verdict] ?? 0) + 1;
    }
  }
  for (const kind of ["malformed", "diverged", "claim wrong", "wrong module"]) {
    assert.ok(verdicts[kind] > 10, `${kind}: ${JSON.stringify(verdicts)}`);
  }
});

test("a changed state is named by tick and field", async () => {
  const bytes = await record(often);
  const forged = bytes.slice();
  const rec = readRecording(forged);
  rec.segments[1].checkpoint[8] ^= 1; // posX after tick 19, in place
  const { verdict, tick, fields } = await verify(reseal(forged, crc32c), module);
  assert.deepEqual({ verdict, tick }, { verdict: "diverged", tick: 19 });
  assert.deepEqual(fields.map((f) => f.name), ["posX"]);
});

test("a false result is a wrong claim and not a divergence", async () => {
  const bytes = await record(often);
  const at = bytes.length - 32 - 4 - "100|-131|5050|18|100|323|3492529440".length;
  const forged = bytes.slice();
  forged[at] = "9".charCodeAt(0);
  const got = await verify(reseal(forged, crc32c), module);
  assert.equal(got.verdict, "claim wrong");
  assert.deepEqual(got.fields.map((f) => f.name), ["result"]);
});

test("a run over its fuel is a limit and says nothing of the player", async () => {
  const bytes = await record({ ...often, fuel: 5n });
  assert.equal((await verify(bytes, module)).verdict, "limit hit");
  assert.equal((await verify(await record(), module, { ticksMax: 99 })).verdict, "limit hit");
});

test("a recording without a tick compares nothing", async () => {
  assert.equal((await verify(await record({}, 0), module)).verdict, "nothing compared");
});

test("a native recording that differs here is a wrong build", async () => {
  const build = "go=go1.26.8\nos=linux\narch=amd64\nlevel=v1\nmodule=m\nversion=v1\nsum=\n";
  const hash = sha256(new TextEncoder().encode(build));
  const native = { kind: 1, build, hash, fuelVersion: 0, fuel: 0n, depth: 0, pages: 0 };
  assert.match((await verify(await record(native), module)).reason, /native build .* they agree/);
  const rec = await record({ ...native, save: () => new Uint8Array(64) });
  assert.equal((await verify(rec, module)).verdict, "wrong build");
});

test("no build explains a false claim, or a chained hash over states that agree", async () => {
  const build = "go=go1.26.8\nos=linux\narch=amd64\nlevel=v1\nmodule=m\nversion=v1\nsum=\n";
  const hash = sha256(new TextEncoder().encode(build));
  const native = { kind: 1, build, hash, fuelVersion: 0, fuel: 0n, depth: 0, pages: 0 };
  const bytes = await record(native);
  const forged = bytes.slice();
  forged[bytes.length - 32 - 4 - 1] ^= 1; // the last byte of the result
  assert.equal((await verify(reseal(forged, crc32c), module)).verdict, "claim wrong");
  const flagged = bytes.slice();
  flagged[17 + 2] ^= 1; // a flag that a reader may ignore, and no run sees
  const got = await verify(reseal(flagged, crc32c), module);
  assert.equal(got.verdict, "diverged", JSON.stringify(got));
});

test("a state that differs is placed between two ticks", async () => {
  const rec = await record({ save: () => new Uint8Array(64) });
  const { verdict, tick, tick_after } = await verify(rec, module);
  assert.deepEqual({ verdict, tick_after }, { verdict: "diverged", tick_after: -1 });
  assert.ok(tick >= 0);
});

test("a pause of hours can be closed, and loses no time", () => {
  const save = () => Uint8Array.of(1);
  const r = new Recorder({ game: "pause", hash: new Uint8Array(32), rateNum: 60, rateDen: 1, save, flags: 1 });
  const frames = 2 ** 20 + 1000;
  let sum = 0;
  for (let i = 0; i < frames; i++) {
    const ns = 6_000_000 + (i % 2) * 5_000_000;
    r.frame(ns, 0.25);
    sum += ns;
  }
  r.tick(move(1));
  r.frame(5, 0.5);
  const rec = readRecording(r.finish());
  assert.equal(rec.malformed, undefined);
  assert.equal(rec.frames.reduce((n, f) => n + f.realNs, 0), sum + 5);
  assert.equal(rec.frames.at(-1).steps, 1);
  assert.ok(rec.frames.length < 70_000, `${rec.frames.length} frames`);
});

test("what was taken out before a crash is readable up to its last chunk", async () => {
  let states = 0;
  const recorder = new Recorder({
    game: "mergeisland", hash: sha256(module), seedLo: 20261012n, rateNum: 125, rateDen: 2, config,
    save: () => new Uint8Array(8).fill(++states),
  });
  for (let tick = 0; tick < 150; tick++) recorder.tick(referenceMove(tick));
  const rec = readRecording(recorder.take());
  assert.equal(rec.ticks, 120);
  assert.ok(rec.malformed);
});

test("a recorder writes nothing that a reader refuses", () => {
  const options = { game: "g", hash: new Uint8Array(32), rateNum: 60, rateDen: 1, save: () => new Uint8Array(1) };
  for (const bad of [{ game: "G" }, { rateNum: 120, rateDen: 2 }, { chain: 61 }, { players: 0 }, { plain: 65_537 }]) {
    assert.throws(() => new Recorder({ ...options, ...bad }), JSON.stringify(bad));
  }
  const recorder = new Recorder(options);
  assert.throws(() => recorder.tick(Uint8Array.of(1, 0, 0, 0)));
  assert.throws(() => recorder.frame(1, 0));
  recorder.finish();
  assert.throws(() => recorder.tick(move(0)));
});
