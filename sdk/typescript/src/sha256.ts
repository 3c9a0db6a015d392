// SHA-256 (FIPS 180-4), synchronous: WebCrypto answers only later, and a recorder is called in a tick.

// The constants are the first 32 bits of the fractions of the cube and square roots of the first primes.
// Exact integer roots give them, so that no table can hold a wrong digit.
const { round, start } = constants();

function constants(): { round: Uint32Array; start: Uint32Array } {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < 64; n++) {
    if (primes.every((p) => n % p !== 0n)) primes.push(n);
  }
  const fraction = (p: bigint, power: bigint) => Number(root(p << (32n * power), power) & 0xffffffffn);
  return {
    round: Uint32Array.from(primes, (p) => fraction(p, 3n)),
    start: Uint32Array.from(primes.slice(0, 8), (p) => fraction(p, 2n)),
  };
}

// root gives the whole part of a root by halving the interval that holds it.
function root(v: bigint, power: bigint): bigint {
  let low = 0n;
  let high = 1n << 64n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= v) low = middle;
    else high = middle;
  }
  return low;
}

const turn = (v: number, n: number) => (v >>> n) | (v << (32 - n));

/** SHA-256 of bytes written in any portions. */
export class Sha256 {
  #state = start.slice();
  #block = new Uint8Array(64);
  #words = new Uint32Array(64);
  #used = 0;
  #size = 0;

  write(bytes: Uint8Array): this {
    this.#size += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const n = Math.min(64 - this.#used, bytes.length - at);
      this.#block.set(bytes.subarray(at, at + n), this.#used);
      this.#used += n;
      at += n;
      if (this.#used === 64) this.#mix();
    }
    return this;
  }

  /** The hash so far. Writing can go on after it. */
  sum(): Uint8Array {
    const last = new Sha256();
    last.#state.set(this.#state);
    last.#block.set(this.#block);
    last.#used = this.#used;
    const zeros = (119 - (this.#size % 64)) % 64;
    const tail = new Uint8Array(1 + zeros + 8);
    tail[0] = 0x80;
    const view = new DataView(tail.buffer);
    view.setUint32(1 + zeros, Math.floor(this.#size / 2 ** 29));
    view.setUint32(5 + zeros, (this.#size * 8) >>> 0);
    last.write(tail);
    const out = new DataView(new ArrayBuffer(32));
    last.#state.forEach((word, i) => out.setUint32(4 * i, word));
    return new Uint8Array(out.buffer);
  }

  #mix(): void {
    const w = this.#words;
    const block = new DataView(this.#block.buffer);
    for (let i = 0; i < 16; i++) w[i] = block.getUint32(4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15];
      const b = w[i - 2];
      const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = this.#state;
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + round[i] + w[i]) | 0;
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((v, i) => (this.#state[i] += v));
    this.#used = 0;
  }
}

/** SHA-256 of the parts, one after the other. */
export function sha256(...parts: Uint8Array[]): Uint8Array {
  const hash = new Sha256();
  for (const part of parts) hash.write(part);
  return hash.sum();
}
