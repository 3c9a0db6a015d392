// The host of a TM/1 module in Node: the half of guest/abi/ABI.md that runs one instance. It reads frames
// from standard input, a u32 length and that many bytes, little-endian, and answers each request with one:
// a byte that says how it went, then the bytes of the answer.
//
// The first three frames are: SHA-256 of the module as it was written, u64 fuel of a tick, u32 longest
// state; the module with its fuel counters; the config. Their answer is the state at tick 0. After them a
// request is a letter and its bytes: s, an input, answered by the state; l, a state; f; r.

import { createHash } from "node:crypto";

const GOOD = 0, FINISHED = 1, REFUSED = 2, DEAD = 3, LIMITED = 4;
const CONFIG = 0, INPUT = 1, STATE = 2, TEXT = 3;

class Refusal extends Error {}
class Limit extends Error {}

async function* frames(stream) {
  let chunks = [], have = 0;
  let want = 4, head = true;
  for await (const chunk of stream) {
    chunks.push(chunk);
    have += chunk.length;
    if (have < want) continue; // joined once, however many portions it comes in
    let all = Buffer.concat(chunks);
    while (all.length >= want) {
      const part = all.subarray(0, want);
      all = all.subarray(want);
      want = head ? part.readUInt32LE() : 4;
      head = !head;
      if (head) yield part;
    }
    [chunks, have] = [[all], all.length];
  }
}

function answer(how, bytes) {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(1 + bytes.length);
  head[4] = how;
  process.stdout.write(Buffer.concat([head, bytes]));
}

// The stream of math/rand/v2.ChaCha8: eight rounds, four blocks side by side, and the last 32 bytes of
// every sixteen blocks are the next key instead.
function* chacha8(seed) {
  const key = Uint32Array.from({ length: 8 }, (_, i) => seed.readUInt32LE(4 * i));
  for (let counter = 0; ; counter = (counter + 4) % 16) {
    const out = Buffer.alloc(256);
    for (let lane = 0; lane < 4; lane++) {
      const b = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter + lane, 0, 0, 0);
      const turn = (to, by, at, n) => {
        b[to] += b[by];
        const v = b[at] ^ b[to];
        b[at] = (v << n) | (v >>> (32 - n));
      };
      for (let half = 0; half < 8; half++) {
        for (let i = 0, k = half & 1; i < 4; i++) { // columns, then diagonals
          const [p, q, r] = [1, 2, 3].map((row) => 4 * row + ((i + k * row) & 3));
          turn(i, p, r, 16), turn(q, r, p, 12), turn(i, p, r, 8), turn(q, r, p, 7);
        }
      }
      for (let i = 0; i < 8; i++) b[4 + i] += key[i];
      b.forEach((word, i) => out.writeUInt32LE(word, 16 * i + 4 * lane));
    }
    yield* counter === 12 ? out.subarray(0, 224) : out;
    if (counter === 12) key.forEach((_, i) => (key[i] = out.readUInt32LE(224 + 4 * i)));
  }
}

// ABI.md, section 7: an outside that is the same everywhere. Pointers come signed, hence the >>> 0.
function outside(run) {
  const view = () => new DataView(run.memory.buffer);
  const holds = (at, len) => at + len <= run.memory.buffer.byteLength;
  const charge = (n) => {
    run.fuel.value -= BigInt(n);
    if (run.fuel.value < 0n) throw new Error("out of fuel");
  };
  const fail = (text) => () => { throw new Error(text); };
  const none = () => 0, noFile = () => 8;
  const put = (...pairs) => {
    if (!pairs.every(([at]) => holds(at >>> 0, 4))) return 21;
    for (const [at, value] of pairs) view().setUint32(at >>> 0, value, true);
    return 0;
  };
  const log = (at, len) => {
    if (!holds(at >>> 0, len >>> 0)) throw new Error("tm.log of bytes outside the memory");
    charge(len >>> 0);
  };
  const clock = (_id, _precision, out) => {
    if (!holds(out >>> 0, 8)) return 21;
    const { tick, config } = run;
    const ns = (tick * BigInt(config.readUInt32LE(28)) * 10n ** 9n) / BigInt(config.readUInt32LE(24));
    view().setBigUint64(out >>> 0, BigInt.asUintN(64, 10n ** 9n + ns), true);
    return 0;
  };
  const random = (at, len) => {
    if (len >>> 0 > 65_536) return 28;
    if (!holds(at >>> 0, len >>> 0)) return 21;
    charge(len >>> 0);
    const out = new Uint8Array(run.memory.buffer, at >>> 0, len >>> 0);
    for (let i = 0; i < out.length; i++) out[i] = run.random.next().value;
    return 0;
  };
  const write = (fd, at, n, out) => {
    [at, n, out] = [at >>> 0, n >>> 0, out >>> 0];
    if (fd !== 1 && fd !== 2) return 8;
    if (n > 1024) return 28;
    if (!holds(at, 8 * n) || !holds(out, 4)) return 21;
    charge(8 * n);
    let total = 0;
    for (let i = at; i < at + 8 * n; i += 8) {
      const len = view().getUint32(i + 4, true);
      if (!holds(view().getUint32(i, true), len)) return 21;
      total += len;
    }
    if (total >= 2 ** 32) return 28;
    charge(total);
    return put([out, total]);
  };
  const poll = (from, to, n, out) => {
    [from, to, n, out] = [from >>> 0, to >>> 0, n >>> 0, out >>> 0];
    if (n < 1 || n > 64) return 28;
    if (!holds(from, 48 * n) || !holds(to, 32 * n) || !holds(out, 4)) return 21;
    charge(48 * n);
    const asked = Buffer.from(run.memory.buffer.slice(from, from + 48 * n));
    const events = Buffer.from(run.memory.buffer, to, 32 * n).fill(0);
    for (let i = 0; i < n; i++) {
      asked.copy(events, 32 * i, 48 * i, 48 * i + 8);
      events[32 * i + 10] = asked[48 * i + 8];
    }
    return put([out, n]);
  };
  const all = {
    tm: { log, abort: fail("tm.abort") },
    env: { abort: fail("env.abort") },
    wasi_snapshot_preview1: {
      clock_time_get: clock, random_get: random, fd_write: write, poll_oneoff: poll, sched_yield: none,
      args_get: none, environ_get: none, args_sizes_get: (a, b) => put([a, 0], [b, 0]),
      environ_sizes_get: (a, b) => put([a, 0], [b, 0]), proc_exit: fail("proc_exit"), fd_close: noFile, fd_read: noFile,
      fd_fdstat_get: noFile, fd_fdstat_set_flags: noFile, fd_prestat_get: noFile, fd_prestat_dir_name: noFile,
    },
  };
  for (const module of Object.values(all)) {
    for (const [name, f] of Object.entries(module)) module[name] = (...args) => (charge(64), f(...args));
  }
  return all;
}

// One run. The order of its calls, and where it asks for a buffer, are those of every other host.
class Run {
  tick = 0n;
  buffers = [0, 1, 2, 3].map(() => ({ at: 0, size: 0 }));

  constructor(head, binary, config) {
    this.config = config;
    this.tickFuel = head.readBigUInt64LE(32);
    this.stateMax = head.readUInt32LE(40);
    const seed = [Buffer.from("TM/1 random"), config.subarray(8, 24), head.subarray(0, 32)];
    this.random = chacha8(createHash("sha256").update(Buffer.concat(seed)).digest());
    const module = new WebAssembly.Module(binary);
    const { exports } = new WebAssembly.Instance(module, outside(this));
    this.exports = exports;
    this.memory = exports.memory;
    this.fuel = exports.tm_fuel;
    if (exports._initialize) this.call("_initialize");
    if (this.call("tm_abi") !== 0x10000) throw new Error("tm_abi is not version 1.0");
    this.give("tm_init", CONFIG, config);
  }

  call(name, ...args) {
    const start = name === "tm_init" || name === "_initialize";
    this.fuel.value = this.tickFuel * (name === "tm_step" ? 1n : start ? 20n : 2n);
    this.exports.tm_depth.value = 0;
    try {
      return this.exports[name](...args);
    } catch (cause) {
      if (this.fuel.value < 0n) throw new Limit("fuel");
      if (this.exports.tm_depth.value > 1000) throw new Limit("call depth");
      throw new Error(`${name}: ${cause.message}`);
    }
  }

  reserve(kind, len) {
    const b = this.buffers[kind];
    if (b.at === 0 || len > b.size) {
      const at = this.call("tm_buf", kind, len) >>> 0;
      if (at === 0) return undefined;
      Object.assign(b, { at, size: len });
    }
    return new Uint8Array(this.memory.buffer, b.at, len); // which throws outside the memory
  }

  status(name, s) {
    if (s === 0 || (s === 1 && name === "tm_step")) return s;
    if (s > 0 || s < -7) throw new Error(`${name}: ${s} is no status`);
    throw new Refusal(`${name}: status ${s}`);
  }

  give(name, kind, bytes) {
    const room = this.reserve(kind, bytes.length);
    if (!room) throw new Refusal(`${name}: no room for ${bytes.length} bytes`);
    room.set(bytes);
    return this.status(name, this.call(name, bytes.length));
  }

  take(name, kind, max) {
    if (!this.exports[name]) return Buffer.alloc(0);
    const len = this.call(name);
    if (len < 0) this.status(name, len);
    if (len > max && kind === STATE) throw new Limit("state");
    if (len > max) throw new Error(`${name}: ${len} bytes are over the limit of ${max}`);
    const written = this.reserve(kind, len);
    if (!written) throw new Error(`${name}: no room for ${len} bytes, which it has written`);
    return Buffer.from(written); // a copy
  }

  save() {
    return this.take("tm_save", STATE, this.stateMax);
  }

  // request does what a letter asks for, and says how it went and with which bytes.
  request(letter, bytes) {
    switch (letter) {
      case "s": {
        const finished = this.give("tm_step", INPUT, bytes);
        this.tick++;
        return [finished ? FINISHED : GOOD, this.save()];
      }
      case "l":
        this.give("tm_load", STATE, bytes);
        if (bytes.length >= 8) this.tick = bytes.readBigUInt64LE();
        return [GOOD, this.save()];
      case "f":
        return [GOOD, this.take("tm_schema", TEXT, 1 << 20)];
      case "r":
        return [GOOD, this.take("tm_result", TEXT, 65_536)];
    }
    throw new Error(`no request is called ${letter}`);
  }
}

const first = [];
let run;
for await (const frame of frames(process.stdin)) {
  try {
    if (run) {
      answer(...run.request(String.fromCharCode(frame[0]), frame.subarray(1)));
    } else if (first.push(frame) === 3) {
      run = new Run(...first);
      answer(GOOD, run.save());
    }
  } catch (error) {
    const refused = run && error instanceof Refusal;
    answer(refused ? REFUSED : error instanceof Limit ? LIMITED : DEAD, Buffer.from(error.message));
    if (!refused) break;
  }
}
