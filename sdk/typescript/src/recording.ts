// Reads a recording and holds every byte against replay/FORMAT.md.

import { equalBytes, FormatError, Reader } from "./bytes.js";
import { crc32c } from "./crc32c.js";
import {
  ALPHA_ONE, checkpointAt, CHUNK_HEAD, CHUNK_MAX, decodeHeader, FILE_MAX, FLAG_SCHEDULE, FORMAT_VERSION,
  FRAME_NS_MAX, FRAME_STEPS, type Header, MAGIC, PREAMBLE, RESULT_MAX, SEGMENT_FRAMES, TICKS_MAX,
} from "./header.js";
import { type Run, RunDecoder } from "./runs.js";
import { sha256 } from "./sha256.js";
import { checkInput } from "./tm1.js";

/** One segment: the ticks from one plain hash to the next. */
export interface Segment {
  first: number;
  ticks: number;
  runs: Run[];
  plain: bigint;
  /** The payload up to the plain hash. */
  hashed: Uint8Array;
  chained?: Uint8Array;
  checkpoint?: Uint8Array;
  /** Optional chunks before it. */
  extra: { kind: number; payload: Uint8Array }[];
}

/** A frame of the host's loop. */
export interface Frame {
  realNs: number;
  steps: number;
  alpha: number;
}

export interface Trailer {
  /** The bytes that the seal is of. */
  sealed: Uint8Array;
  seal: Uint8Array;
  droppedNs: bigint;
  finished: boolean;
  result: Uint8Array;
}

/** A recording, as far as it is whole. */
export interface Recording {
  header?: Header;
  headerBytes: Uint8Array;
  segments: Segment[];
  frames: Frame[];
  ticks: number;
  trailer?: Trailer;
  /** What is wrong, if something is. */
  malformed?: FormatError;
}

/** Reads a recording. A bad one comes back as far as it is whole, with what is wrong in `malformed`. */
export function readRecording(bytes: Uint8Array): Recording {
  const reader = new RecordingReader(bytes);
  try {
    reader.all();
  } catch (problem) {
    if (!(problem instanceof FormatError)) throw problem;
    reader.rec.malformed = problem;
  }
  return reader.rec;
}

// A FileReader says of a file that ends early where it ends.
class FileReader extends Reader {
  override raw(n: number, what: string): Uint8Array {
    if (n > this.left) this.fail(`the file ends within ${what}, with ${this.left} of ${n} bytes`, this.bytes.length);
    return super.raw(n, what);
  }
}

class RecordingReader {
  readonly rec: Recording = { headerBytes: new Uint8Array(), segments: [], frames: [], ticks: 0 };
  #r: Reader;
  #runs = new RunDecoder();
  #frameBefore = 0;
  #steps = 0;
  #checkpoints = 0;
  #extra: Segment["extra"] = [];
  #held = false; // a checkpoint has come since the last segment
  #last = false;

  constructor(bytes: Uint8Array) {
    this.#r = new FileReader(bytes);
  }

  all(): void {
    const r = this.#r;
    if (r.bytes.length > FILE_MAX) r.fail(`the file has ${r.bytes.length} bytes: want at most ${FILE_MAX}`);
    if (!equalBytes(r.raw(8, "magic"), new Uint8Array(MAGIC))) r.fail("magic: not a recording", 0);
    if (r.u16("format version") !== FORMAT_VERSION) r.fail(`format version: this reader knows ${FORMAT_VERSION}`, 8);
    if (r.u16("reserved") !== 0) r.fail("reserved: not 0", 10);
    const head = this.#chunk();
    if (head.kind !== 1) r.fail(`a chunk of kind ${head.kind}: want the header`, PREAMBLE);
    this.rec.header = decodeHeader(head.payload, head.at);
    this.rec.headerBytes = head.payload;
    while (!this.rec.trailer) this.#next();
    const sum = sha256(r.bytes.subarray(0, r.at));
    if (!equalBytes(r.raw(32, "file hash"), sum)) r.fail("file hash: not that of the bytes before it", r.at - 32);
    r.end("the file's end");
  }

  #chunk(): { kind: number; payload: Uint8Array; at: number } {
    const r = this.#r;
    const start = r.at;
    const kind = r.u8("a chunk");
    if (kind === 0 || (kind > 4 && kind < 128)) r.fail(`a chunk of kind ${kind} is not known, and required`, start);
    const length = r.u32("a chunk's length");
    if (length > CHUNK_MAX) r.fail(`a chunk of ${length} bytes: want at most ${CHUNK_MAX}`, start + 1);
    const payload = r.raw(length, `a chunk of kind ${kind}`);
    const sum = crc32c(r.bytes.subarray(start, r.at));
    if (r.u32("a chunk's check") !== sum) r.fail("a chunk's check is not that of its bytes", r.at - 4);
    return { kind, payload, at: start + CHUNK_HEAD };
  }

  #next(): void {
    const { kind, payload, at } = this.#chunk();
    const r = new Reader(payload, at);
    const h = this.rec.header!;
    if (kind === 3 && !this.#held && !this.#last && checkpointAt(h, this.rec.ticks)) this.#checkpoint(r);
    else if (kind === 4 && this.#last) this.#trailer(r);
    else if (kind === 2 && !this.#last) this.#segment(r);
    else if (kind >= 128 && !this.#last) this.#extra.push({ kind, payload });
    else r.fail(`a chunk of kind ${kind} has no place here`, -CHUNK_HEAD);
  }

  #segment(r: Reader): void {
    const h = this.rec.header!;
    const flags = r.u8("segment flags");
    this.#last = (flags & 2) !== 0;
    const ticks = r.uv("segment ticks", this.#last ? h.plain - 1 : h.plain);
    if (!this.#last && ticks !== h.plain) r.fail(`a segment of ${ticks} ticks: want ${h.plain}`, 1);
    const first = this.rec.ticks;
    if (first + ticks > TICKS_MAX) r.fail(`over ${TICKS_MAX} ticks`, 1);
    const chained = this.#last || (first + ticks) % h.chain === 0;
    if (flags !== (chained ? 1 : 0) + (this.#last ? 2 : 0)) r.fail(`segment flags ${flags}`, 0);
    const runs = this.#part(r, "runs");
    const frameCount = r.uv("frames", h.flags & FLAG_SCHEDULE ? SEGMENT_FRAMES : 0);
    const frames = this.#part(r, "frames");
    const plain = r.u64("plain hash");
    const hashed = r.bytes.subarray(0, r.at);
    const sum = chained ? r.raw(32, "chained hash") : undefined;
    r.end("the segment");
    if (this.#held !== (ticks > 0 && checkpointAt(h, first))) r.fail("a checkpoint before it or none", -CHUNK_HEAD);
    const segment = { first, ticks, runs: this.#read(runs, ticks), plain, hashed, chained: sum, extra: this.#extra };
    this.#frames(frames, frameCount, first + ticks);
    this.rec.segments.push(segment);
    this.#extra = [];
    this.rec.ticks += ticks;
    this.#held = false;
  }

  #read(r: Reader, ticks: number): Run[] {
    const h = this.rec.header!;
    return this.#runs.read(r, ticks, (input, at) => {
      try {
        checkInput(input, h.players);
      } catch (problem) {
        throw new FormatError(at, "input: " + (problem as Error).message);
      }
      if (input.length > h.inputMax) throw new FormatError(at, `an input of ${input.length} bytes`);
    });
  }

  #part(r: Reader, what: string): Reader {
    const length = r.uv(`the length of the ${what}`, CHUNK_MAX);
    const base = r.base + r.at;
    return new Reader(r.raw(length, what), base);
  }

  #frames(f: Reader, count: number, ticks: number): void {
    for (let i = 0; i < count; i++) {
      const start = f.at;
      const zigzag = f.uv("frame time", 2 * FRAME_NS_MAX);
      const realNs = this.#frameBefore + (zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2);
      const steps = f.uv("frame steps", FRAME_STEPS);
      const alpha = f.uv("frame alpha", ALPHA_ONE) / ALPHA_ONE;
      if (realNs < 0 || realNs > FRAME_NS_MAX) f.fail("frame time is out of range", start);
      this.#steps += steps;
      if (this.#steps > ticks) f.fail(`${this.#steps} steps in all: there are ${ticks} ticks so far`, start);
      this.#frameBefore = realNs;
      this.rec.frames.push({ realNs, steps, alpha });
    }
    f.end("the frames");
    const schedule = this.rec.header!.flags & FLAG_SCHEDULE;
    if (schedule && this.#last && this.#steps !== ticks) {
      f.fail(`${this.#steps} steps in all: there are ${ticks} ticks`);
    }
  }

  #checkpoint(r: Reader): void {
    if (r.u64("checkpoint ticks") !== BigInt(this.rec.ticks)) r.fail("a checkpoint of another tick", 0);
    if (r.left === 0 || r.left > this.rec.header!.stateMax) r.fail(`a checkpoint of ${r.left} bytes`);
    this.rec.segments[this.rec.segments.length - 1].checkpoint = r.raw(r.left);
    this.#checkpoints++;
    this.#held = true;
  }

  #trailer(r: Reader): void {
    const count = (what: string, says: bigint | number, are: number, at: number) => {
      if (BigInt(says) !== BigInt(are)) r.fail(`${what}: ${says}, there are ${are}`, at);
    };
    const [ticks, frames] = [r.u64("ticks"), r.u64("frames")];
    const droppedNs = r.u64("dropped time");
    if (droppedNs >= 1n << 63n) r.fail("dropped time is over 2^63", 16);
    const [segments, checkpoints] = [r.u32("segments"), r.u32("checkpoints")];
    const flags = r.u8("trailer flags");
    if (flags > 3 || (flags & 1) !== (droppedNs > 0n ? 1 : 0)) r.fail(`trailer flags ${flags}`, 32);
    if (r.raw(3, "reserved").some((b) => b !== 0)) r.fail("reserved: not 0", 33);
    const sealed = r.bytes.subarray(0, r.at);
    const seal = r.raw(32, "seal");
    const length = r.u32("result length");
    if (length > RESULT_MAX) r.fail(`a result of ${length} bytes`, 68);
    const result = r.raw(length, "result");
    r.end("the trailer");
    count("ticks", ticks, this.rec.ticks, 0);
    count("frames", frames, this.rec.frames.length, 8);
    count("segments", segments, this.rec.segments.length, 24);
    count("checkpoints", checkpoints, this.#checkpoints, 28);
    this.rec.trailer = { sealed, seal, droppedNs, finished: (flags & 2) !== 0, result };
  }
}

/** The TM/1 input of every tick, in order. */
export function* inputsOf(recording: Recording): Generator<Uint8Array> {
  for (const segment of recording.segments) {
    for (const run of segment.runs) for (let i = 0; i < run.ticks; i++) yield run.input;
  }
}

