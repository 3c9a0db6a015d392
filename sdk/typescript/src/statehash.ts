import { utf8, Writer } from "./bytes.js";
import { xxh64 } from "./xxh64.js";

/**
 * The StateHash of a state in the making, as Go's sim.Hash computes it: one 64-bit word for a number, a
 * length before what has none of its own. Names are no part of the hash, so there are none here. Keep
 * one and reset it.
 */
export class StateHash {
  #stream = new Writer();

  /** Appends a signed whole number: a bigint of 64 bits, or a safe integer. */
  int(v: bigint | number): this {
    this.#stream.u64(BigInt.asUintN(64, whole(v)));
    return this;
  }

  /** Appends an unsigned whole number. */
  uint(v: bigint | number): this {
    return this.int(v);
  }

  /** Appends a float by its bits; every NaN is one pattern, -0 and 0 are two. */
  float(v: number): this {
    const bits = new DataView(new ArrayBuffer(8));
    bits.setFloat64(0, v);
    return this.int(v === v ? bits.getBigUint64(0) : 0x7ff8000000000000n);
  }

  bool(v: boolean): this {
    return this.int(v ? 1n : 0n);
  }

  /** Appends the number of elements that the calls after it append. */
  len(n: number): this {
    return this.int(n);
  }

  bytes(v: Uint8Array): this {
    this.int(v.length);
    this.#stream.raw(v);
    return this;
  }

  /** Appends the UTF-8 bytes of a text, with their length before them. */
  string(v: string): this {
    return this.bytes(utf8(v));
  }

  /** The length of the stream so far in bytes; 0 means that nothing is hashed. */
  get written(): number {
    return this.#stream.length;
  }

  /** The hash of what is written so far. Writing can go on after it. */
  sum(): bigint {
    return xxh64(this.#stream.view());
  }

  reset(): this {
    this.#stream.clear();
    return this;
  }
}

// A number beyond 2^53 has lost bits before it came here, so it is no hash of anything.
function whole(v: bigint | number): bigint {
  if (typeof v === "number" && !Number.isSafeInteger(v)) {
    throw new RangeError(`${v} is no safe integer: pass a bigint`);
  }
  return BigInt(v);
}

/** Adds a tick's hash to the chained hash of the ticks before it, as Go's sim.Chain does. */
export function chain(before: bigint, hash: bigint): bigint {
  return xxh64(new Writer().u64(before).u64(hash).view());
}
