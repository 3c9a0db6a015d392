// XXH64 with seed 0, and the hash of a state by named fields that Go's sim.Hash computes.

import { viewOf } from "./bytes.js";

const P1 = 0x9e3779b185ebca87n;
const P2 = 0xc2b2ae3d27d4eb4fn;
const P3 = 0x165667b19e3779f9n;
const P4 = 0x85ebca77c2b2ae63n;
const P5 = 0x27d4eb2f165667c5n;

const wrap = (v: bigint) => BigInt.asUintN(64, v);
const turn = (v: bigint, n: bigint) => wrap((v << n) | (v >> (64n - n)));
const mixed = (lane: bigint, word: bigint) => wrap(turn(wrap(lane + word * P2), 31n) * P1);

/** XXH64 of the bytes, seed 0. */
export function xxh64(bytes: Uint8Array): bigint {
  const view = viewOf(bytes);
  let at = 0;
  let h = P5;
  if (bytes.length >= 32) {
    let [a, b, c, d] = [wrap(P1 + P2), P2, 0n, wrap(-P1)];
    for (; at + 32 <= bytes.length; at += 32) {
      a = mixed(a, view.getBigUint64(at, true));
      b = mixed(b, view.getBigUint64(at + 8, true));
      c = mixed(c, view.getBigUint64(at + 16, true));
      d = mixed(d, view.getBigUint64(at + 24, true));
    }
    h = wrap(turn(a, 1n) + turn(b, 7n) + turn(c, 12n) + turn(d, 18n));
    for (const lane of [a, b, c, d]) h = wrap((h ^ mixed(0n, lane)) * P1 + P4);
  }
  h = wrap(h + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8) {
    h = wrap(turn(h ^ mixed(0n, view.getBigUint64(at, true)), 27n) * P1 + P4);
  }
  if (at + 4 <= bytes.length) {
    h = wrap(turn(h ^ wrap(BigInt(view.getUint32(at, true)) * P1), 23n) * P2 + P3);
    at += 4;
  }
  for (; at < bytes.length; at++) h = wrap(turn(h ^ wrap(BigInt(bytes[at]) * P5), 11n) * P1);
  h = wrap((h ^ (h >> 33n)) * P2);
  h = wrap((h ^ (h >> 29n)) * P3);
  return h ^ (h >> 32n);
}
