// Bytes written and read: little-endian, LEB128 in its shortest form, every length checked first.

/** What a reader says of bytes that are not what they should be. */
export class FormatError extends Error {
  /** @internal */
  override name = "FormatError";
  /** The byte where it is, from the start of what was read. */
  readonly at: number;

  /** @internal */
  constructor(at: number, message: string) {
    super(`byte ${at}: ${message}`);
    this.at = at;
  }
}

/** Growing bytes. */
export class Writer {
  #room = new Uint8Array(256);
  #used = 0;

  get length(): number {
    return this.#used;
  }

  /** The bytes so far, valid until the next write. */
  view(): Uint8Array {
    return this.#room.subarray(0, this.#used);
  }

  /** A copy of the bytes so far. */
  bytes(): Uint8Array {
    return this.#room.slice(0, this.#used);
  }

  clear(): void {
    this.#used = 0;
  }

  #take(n: number): number {
    const at = this.#used;
    this.#used += n;
    if (this.#used > this.#room.length) {
      const room = new Uint8Array(Math.max(this.#used, 2 * this.#room.length));
      room.set(this.#room);
      this.#room = room;
    }
    return at;
  }

  raw(bytes: ArrayLike<number>): this {
    const at = this.#take(bytes.length);
    this.#room.set(bytes, at);
    return this;
  }

  u8(v: number): this {
    const at = this.#take(1);
    this.#room[at] = v;
    return this;
  }

  u16(v: number): this {
    return this.u8(v).u8(v >>> 8);
  }

  u32(v: number): this {
    return this.u16(v).u16(v >>> 16);
  }

  u64(v: bigint): this {
    return this.u32(Number(v & 0xffffffffn)).u32(Number((v >> 32n) & 0xffffffffn));
  }

  text(s: string): this {
    return this.raw(utf8(s));
  }

  /** Unsigned LEB128 of a whole number from 0 to 2^53-1. */
  uv(v: number): this {
    while (v > 127) {
      this.u8((v % 128) | 128);
      v = Math.floor(v / 128);
    }
    return this.u8(v);
  }

  /** Signed LEB128, as WebAssembly writes constants. */
  sv(v: number): this {
    for (;;) {
      const low = v & 127;
      v >>= 7;
      if ((v === 0 && low < 64) || (v === -1 && low >= 64)) return this.u8(low);
      this.u8(low | 128);
    }
  }
}

/** Takes values from the front of bytes and throws a FormatError where they run out. */
export class Reader {
  readonly bytes: Uint8Array;
  /** Where the first byte is, counted in what errors name. */
  readonly base: number;
  at = 0;

  constructor(bytes: Uint8Array, base = 0) {
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length); // a Buffer's slice is no copy
    this.base = base;
  }

  get left(): number {
    return this.bytes.length - this.at;
  }

  fail(message: string, at = this.at): never {
    throw new FormatError(this.base + at, message);
  }

  raw(n: number, what = "bytes"): Uint8Array {
    if (n > this.left) this.fail(`${what}: ${n} bytes wanted, ${this.left} left`);
    this.at += n;
    return this.bytes.subarray(this.at - n, this.at);
  }

  u8(what?: string): number {
    return this.raw(1, what)[0];
  }

  u16(what?: string): number {
    const b = this.raw(2, what);
    return b[0] | (b[1] << 8);
  }

  u32(what?: string): number {
    const b = this.raw(4, what);
    return (b[0] | (b[1] << 8) | (b[2] << 16) | (b[3] << 24)) >>> 0;
  }

  u64(what?: string): bigint {
    const low = this.u32(what);
    return BigInt(low) | (BigInt(this.u32(what)) << 32n);
  }

  /** Unsigned LEB128 in its shortest form, at most `max`, which is at most 2^53-1. */
  uv(what: string, max: number): number {
    const start = this.at;
    let v = 0;
    let scale = 1;
    for (let i = 0; ; i++) {
      const b = this.u8(what);
      v += (b & 127) * scale;
      scale *= 128;
      if (v > max || i > 9) this.fail(`${what} is over ${max}`, start);
      if (b < 128) {
        if (b === 0 && i > 0) this.fail(`${what} is not in its shortest form`, start);
        return v;
      }
    }
  }

  end(what: string): void {
    if (this.left > 0) this.fail(`${this.left} bytes after ${what}`);
  }
}

/** Says whether two runs of bytes are equal. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((v, i) => v === b[i]);
}

/** The UTF-8 bytes of a text, and the text of such bytes. */
export const utf8 = (text: string) => new TextEncoder().encode(text);
export const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

/** A view of bytes for numbers of any size. */
export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** Lower-case hexadecimal. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}
