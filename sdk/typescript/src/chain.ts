// The hashes of a recording, replay/FORMAT.md section 5.

import { FORMAT_VERSION } from "./header.js";
import { utf8, Writer } from "./bytes.js";
import { Sha256, sha256 } from "./sha256.js";
import { xxh64 } from "./xxh64.js";

const u32 = (v: number) => new Writer().u32(v).view();
const u64 = (v: number) => new Writer().u64(BigInt(v)).view();

/** The plain hash of a state. */
export function plainHash(state: Uint8Array): bigint {
  return xxh64(new Writer().u64(BigInt(state.length)).raw(state).view());
}

/** Makes the chained hashes, and the seal. */
export class Chain {
  sum: Uint8Array;
  #next: Sha256;

  constructor(header: Uint8Array) {
    this.sum = sha256(utf8("tactus recording 1"), new Uint8Array([FORMAT_VERSION, 0]), header);
    this.#next = new Sha256().write(this.sum);
  }

  /** Takes a chunk; of a segment the payload up to its plain hash, which is in it. */
  chunk(kind: number, payload: Uint8Array): void {
    this.#next.write(new Uint8Array([kind])).write(u32(payload.length)).write(payload);
  }

  /** Makes the chained hash of the state after so many ticks. */
  link(ticks: number, state: Uint8Array): void {
    this.sum = this.#next.write(u64(ticks)).write(u32(state.length)).write(state).sum();
    this.#next = new Sha256().write(this.sum);
  }

  /** Makes the seal of a trailer, of which it takes the bytes before the seal. */
  seal(trailer: Uint8Array, state: Uint8Array): Uint8Array {
    return sha256(utf8("tactus seal 1"), this.sum, trailer, state);
  }
}
