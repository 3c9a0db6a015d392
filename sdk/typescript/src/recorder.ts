// Writes a recording while the game is played: replay/FORMAT.md.

import { Chain, plainHash } from "./chain.js";
import { Writer } from "./bytes.js";
import { crc32c } from "./crc32c.js";
import {
  ALPHA_ONE, checkpointAt, CHUNK_MAX, encodeHeader, FILE_MAX, FLAG_SCHEDULE, FORMAT_VERSION, FRAME_NS_MAX,
  FRAME_STEPS, type Header, MAGIC, MODULE, RESULT_MAX, TICKS_MAX,
} from "./header.js";
import { RunEncoder } from "./runs.js";
import { Sha256 } from "./sha256.js";
import { checkInput, INPUT_MAX, STATE_MAX } from "./tm1.js";

/** What a recording begins with. What is left out has the default of the Go recorder. */
export interface RecorderOptions extends Partial<Omit<Header, "game" | "hash" | "rateNum" | "rateDen">> {
  game: string;
  /** SHA-256 of the module, or of the build identity. */
  hash: Uint8Array;
  rateNum: number;
  rateDen: number;
  /** Gives the state of the game: called within tick and finish, once for each plain hash. */
  save: () => Uint8Array;
}

/** What a recording says at its end. */
export interface Claim {
  /** What the game came to. */
  result?: Uint8Array;
  /** Game time in nanoseconds that a cap or the clamp dropped. */
  droppedNs?: bigint;
  /** The game said that it is over. */
  finished?: boolean;
}

const SEGMENT = 2;
const LAST = 2;

// From so many frames without steps in a segment on, those that follow become one: FORMAT.md, section 4.
const PAUSE_FRAMES = 1 << 16;

/** A recording in the making. The first error leaves it unusable: drop it, and let the game go on. */
export class Recorder {
  readonly header: Header;
  #save: () => Uint8Array;
  #out = new Writer();
  #file = new Sha256();
  #size = 0;
  #chain: Chain;
  #runs = new RunEncoder();
  #frames = new Writer();
  #ticks = 0;
  #within = 0; // ticks of the open segment
  #unshown = 0; // ticks since the last frame
  #frameCount = 0; // of the open segment
  #frameTotal = 0;
  #frameBefore = 0;
  #empty = 0; // frames of the open segment without steps
  #held?: [number, number]; // those of a long pause that are held back as one: time and last alpha
  #segments = 0;
  #checkpoints = 0;
  #due?: Uint8Array; // the checkpoint that is written if more ticks follow
  #over = false;

  constructor(options: RecorderOptions) {
    const { save, ...given } = options;
    const plain = given.plain ?? 60;
    this.#save = save;
    this.header = {
      flags: 0, kind: MODULE, build: "", players: 1, seedLo: 0n, seedHi: 0n, config: new Uint8Array(), plain,
      chain: 10 * plain, checkpoint: 0, inputMax: INPUT_MAX, stateMax: STATE_MAX, fuelVersion: 0, fuel: 0n, depth: 0,
      pages: 0, ...given,
    };
    const payload = encodeHeader(this.header);
    this.#chain = new Chain(payload);
    this.#emit(new Writer().raw(MAGIC).u16(FORMAT_VERSION).u16(0).view());
    this.#chunk(1, payload);
  }

  /** Takes the input of the tick that the game has just run, as TM/1 bytes: encodeInput makes them. */
  tick(input: Uint8Array): void {
    this.#ready();
    checkInput(input, this.header.players);
    if (input.length > this.header.inputMax) throw new RangeError(`an input of ${input.length} bytes`);
    if (this.#ticks === TICKS_MAX) throw new RangeError(`over ${TICKS_MAX} ticks`);
    this.#runs.add(input);
    this.#ticks++;
    this.#within++;
    this.#unshown++;
    if (this.#within === this.header.plain) this.#segment(false);
  }

  /** Takes a frame that has just been shown: its time in nanoseconds, and alpha after its steps. */
  frame(realNs: number, alpha: number): void {
    this.#ready();
    if (!(this.header.flags & FLAG_SCHEDULE)) throw new Error("a frame in a recording without FLAG_SCHEDULE");
    if (this.#unshown > FRAME_STEPS) throw new RangeError(`a frame of ${this.#unshown} steps`);
    const ns = Math.min(Math.max(Math.trunc(realNs) || 0, 0), FRAME_NS_MAX);
    if (this.#unshown > 0 || this.#empty < PAUSE_FRAMES) {
      this.#flush();
      this.#putFrame(ns, alpha, this.#unshown);
      this.#unshown = 0;
    } else {
      if (this.#held && this.#held[0] + ns > FRAME_NS_MAX) this.#flush();
      this.#held = [(this.#held?.[0] ?? 0) + ns, alpha];
    }
  }

  #flush(): void {
    if (this.#held) this.#putFrame(...this.#held, 0);
    this.#held = undefined;
  }

  #putFrame(ns: number, alpha: number, steps: number): void {
    const delta = ns - this.#frameBefore;
    this.#frames.uv(delta < 0 ? -2 * delta - 1 : 2 * delta).uv(steps);
    this.#frames.uv(alpha > 0 ? Math.floor(Math.min(alpha, 1) * ALPHA_ONE) : 0);
    this.#frameBefore = ns;
    this.#frameCount++;
    this.#frameTotal++;
    if (!steps) this.#empty++;
  }

  /** Takes out the bytes since the last call, to store or send: what was taken out survives a crash. */
  take(): Uint8Array {
    const bytes = this.#out.bytes();
    this.#out.clear();
    return bytes;
  }

  /** Ends the recording and takes out the rest of its bytes. */
  finish(claim: Claim = {}): Uint8Array {
    this.#ready();
    const result = claim.result ?? new Uint8Array();
    const dropped = claim.droppedNs ?? 0n;
    if (result.length > RESULT_MAX) throw new RangeError(`a result of ${result.length} bytes`);
    if (dropped < 0n || dropped >= 1n << 63n) throw new RangeError(`dropped time of ${dropped} ns`);
    if (this.header.flags & FLAG_SCHEDULE && this.#unshown > 0) {
      throw new Error(`${this.#unshown} ticks after the last frame`);
    }
    const state = this.#segment(true);
    this.#over = true;
    const trailer = new Writer().u64(BigInt(this.#ticks)).u64(BigInt(this.#frameTotal)).u64(dropped);
    trailer.u32(this.#segments).u32(this.#checkpoints);
    trailer.u8((dropped > 0n ? 1 : 0) + (claim.finished ? 2 : 0)).raw([0, 0, 0]);
    trailer.raw(this.#chain.seal(trailer.bytes(), state)).u32(result.length).raw(result);
    this.#chunk(4, trailer.view());
    this.#emit(this.#file.sum());
    return this.take();
  }

  #ready(): void {
    if (this.#over) throw new Error("the recording is finished");
  }

  // segment writes the open segment, after the checkpoint that is due before it, and returns the state.
  #segment(last: boolean): Uint8Array {
    const h = this.header;
    const state = this.#save();
    if (state.length === 0 || state.length > h.stateMax) throw new RangeError(`a state of ${state.length} bytes`);
    if (this.#due && this.#within > 0) {
      this.#chunk(3, this.#due);
      this.#checkpoints++;
    }
    const chained = last || this.#ticks % h.chain === 0;
    const runs = this.#runs.take();
    this.#flush();
    const payload = new Writer().u8((chained ? 1 : 0) + (last ? LAST : 0)).uv(this.#within).uv(runs.length).raw(runs);
    payload.uv(this.#frameCount).uv(this.#frames.length).raw(this.#frames.view()).u64(plainHash(state));
    this.#chain.chunk(SEGMENT, payload.view());
    if (chained) {
      this.#chain.link(this.#ticks, state);
      payload.raw(this.#chain.sum);
    }
    this.#chunk(SEGMENT, payload.view());
    this.#segments++;
    this.#due = checkpointAt(h, this.#ticks) ? new Writer().u64(BigInt(this.#ticks)).raw(state).view() : undefined;
    this.#frames.clear();
    this.#frameCount = this.#within = this.#empty = 0;
    return state;
  }

  #chunk(kind: number, payload: Uint8Array): void {
    if (payload.length > CHUNK_MAX) throw new RangeError(`a chunk of ${payload.length} bytes`);
    const bytes = new Writer().u8(kind).u32(payload.length).raw(payload);
    this.#emit(bytes.u32(crc32c(bytes.view())).view());
  }

  #emit(bytes: Uint8Array): void {
    this.#size += bytes.length;
    if (this.#size > FILE_MAX) throw new RangeError(`a recording of over ${FILE_MAX} bytes`);
    this.#file.write(bytes);
    this.#out.raw(bytes);
  }
}
