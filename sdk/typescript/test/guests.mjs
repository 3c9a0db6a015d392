// What the tests share: the built guests, the reference run, and modules made by hand.

import { readFileSync } from "node:fs";
import { encodeInput, GuestModule, Recorder } from "../dist/index.js";

const root = new URL("../../../", import.meta.url);

export const config = readFileSync(new URL("games/mergeisland/merge-island.json", root));
export const trace = readFileSync(new URL("games/mergeisland/testdata/merge-island-trace.txt", root), "utf8")
  .trimEnd().split("\n");

/** The module of a guest. Its absence is a failure: .ci/guests.sh builds it. */
export function guestBytes(name) {
  return readFileSync(new URL(`examples/guests/${name}/island.wasm`, root));
}

export const C = "c-mergeisland";
export const AS = "assemblyscript-mergeisland";

export const run = { seedLo: 20261012n, seedHi: 0n, rateNum: 125, rateDen: 2, players: 1, game: config };
export const move = (m) => encodeInput(m === 0 ? [] : [{ player: 0, bytes: Uint8Array.of(m) }]);
export const referenceMove = (tick) => move(Math.floor(tick / 20) % 2 ? 255 : 1);

export function summary(state) {
  const view = new DataView(state.buffer, state.byteOffset);
  return Array.from({ length: 7 }, (_, i) => view.getBigInt64(8 * i, true)).join("|");
}

/** Records the reference run, or another one of merge-island. */
export async function record(options = {}, ticks = 100, input = referenceMove, name = C) {
  const module = await GuestModule.compile(guestBytes(name));
  const guest = await module.start(run);
  const recorder = new Recorder({
    game: "mergeisland", hash: module.hash, seedLo: run.seedLo, rateNum: 125, rateDen: 2, config,
    ...module.limits, save: () => guest.save(), ...options,
  });
  for (let tick = 0; tick < ticks; tick++) {
    guest.step(input(tick));
    recorder.tick(input(tick));
    if (options.flags && (tick % 3 === 2 || tick === ticks - 1)) {
      recorder.frame(16_000_000 + tick * 1000 - (tick % 2) * 5000, (tick % 7) / 7);
    }
  }
  return recorder.finish({ result: guest.result() });
}

export const leb = (v) => (v < 128 ? [v] : [(v & 127) | 128, ...leb(v >>> 7)]);
const vec = (items) => [...leb(items.length), ...items.flat()];
const section = (id, body) => [id, ...leb(body.length), ...body];
const text = (s) => vec([...new TextEncoder().encode(s)].map((b) => [b]));

const NAMES = ["tm_abi", "tm_buf", "tm_init", "tm_step", "tm_save", "tm_load"];
const TYPES = [0, 1, 2, 2, 0, 2];

/**
 * A module of TM/1 whose functions do nothing, but for those given as bodies: locals, instructions, end.
 * Types are 0: () -> i32, 1: (i32, i32) -> i32, 2: (i32) -> i32, 3: (i32) -> (i32, i32).
 */
export function moduleOf({
  bodies = {}, more = [], imports = [], before = [], pages = [1, 1], types = [], exports = [], data,
} = {}) {
  const given = {
    tm_abi: [0, 0x41, 0x80, 0x80, 4, 0x0b], tm_buf: [0, 0x41, 16, 0x0b], tm_init: [0, 0x41, 0, 0x0b],
    tm_step: [0, 0x41, 0, 0x0b], tm_save: [0, 0x41, 0, 0x0b], tm_load: [0, 0x41, 0, 0x0b], ...bodies,
  };
  const functions = [...NAMES.map((name, i) => ({ type: TYPES[i], body: given[name] })), ...more];
  const I = 0x7f;
  const all = [[0x60, 0, 1, I], [0x60, 2, I, I, 1, I], [0x60, 1, I, 1, I], [0x60, 1, I, 2, I, I], ...types];
  const imported = imports.map(([module, name, type]) => [...text(module), ...text(name), 0, type]);
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, vec(all)),
    ...(imports.length ? section(2, vec(imported)) : []),
    ...section(3, vec(functions.map((f) => [f.type]))),
    ...section(5, vec([[1, ...pages.flatMap(leb)]])),
    ...before.flat(),
    ...section(7, vec([[...text("memory"), 2, 0], ...NAMES.map((n, i) => [...text(n), 0, i + imports.length]),
      ...exports.map(([n, i]) => [...text(n), 0, i])])),
    ...section(10, vec(functions.map((f) => [...leb(f.body.length), ...f.body]))),
    ...(data ? section(11, vec([data])) : []),
  ]);
}
