// The generator that C2SP calls chacha8rand and Go math/rand/v2.ChaCha8: eight rounds, four blocks side
// by side, a new key from every 16th block.

import { viewOf } from "./bytes.js";

const WORDS = 64; // of four blocks
const NEW_KEY = 8; // words at the end of the last four blocks that become the key

/** The stream of one 32-byte seed, in order. */
export class ChaCha8 {
  #key = new Uint32Array(8);
  #words = new Uint32Array(WORDS);
  #counter = 12; // as if the blocks before the first were used up
  #at = 0;
  #end = 0;

  constructor(seed: Uint8Array) {
    const view = viewOf(seed);
    for (let i = 0; i < 8; i++) this.#key[i] = view.getUint32(4 * i, true);
    this.#words.set(this.#key, WORDS - NEW_KEY);
  }

  /**
   * Fills the bytes from the stream. A word of 64 bits that is used in part is kept for the next call.
   */
  fill(out: Uint8Array): void {
    for (let i = 0; i < out.length; i++) {
      if (this.#at === this.#end) this.#refill();
      out[i] = this.#words[this.#at >> 2] >>> (8 * (this.#at & 3));
      this.#at++;
    }
  }

  #refill(): void {
    this.#counter = (this.#counter + 4) % 16;
    if (this.#counter === 0) this.#key.set(this.#words.subarray(WORDS - NEW_KEY));
    for (let lane = 0; lane < 4; lane++) this.#block(lane);
    this.#at = 0;
    this.#end = 4 * (this.#counter === 12 ? WORDS - NEW_KEY : WORDS);
  }

  #block(lane: number): void {
    const b = new Uint32Array(16);
    b.set([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]);
    b.set(this.#key, 4);
    b[12] = this.#counter + lane;
    for (let round = 0; round < 4; round++) {
      for (let i = 0; i < 4; i++) quarter(b, i, 4 + i, 8 + i, 12 + i);
      for (let i = 0; i < 4; i++) quarter(b, i, 4 + ((i + 1) & 3), 8 + ((i + 2) & 3), 12 + ((i + 3) & 3));
    }
    for (let i = 0; i < 16; i++) this.#words[4 * i + lane] = b[i] + (i >= 4 && i < 12 ? this.#key[i - 4] : 0);
  }
}

function quarter(w: Uint32Array, a: number, b: number, c: number, d: number): void {
  const mix = (sum: number, by: number, turned: number, n: number) => {
    w[sum] += w[by];
    const v = w[turned] ^ w[sum];
    w[turned] = (v << n) | (v >>> (32 - n));
  };
  mix(a, b, d, 16);
  mix(c, d, b, 12);
  mix(a, b, d, 8);
  mix(c, d, b, 7);
}
