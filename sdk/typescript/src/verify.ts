// Runs a recording again and compares everything in it. The verdicts are those of Go's replay.Verify.

import { equalBytes, FormatError, hex, textOf } from "./bytes.js";
import { Chain, plainHash } from "./chain.js";
import { ContractError, Guest, GuestModule, type Limits, StatusError, TrapError } from "./guest.js";
import { MODULE } from "./header.js";
import { readRecording, type Recording, type Segment } from "./recording.js";
import { sha256 } from "./sha256.js";
import { diffStates, type FieldDiff, type Place } from "./tm1.js";
import type { Rules } from "./wasm.js";

/** The kind of a verdict. Only `diverged` and `claim wrong` say anything against a recording. */
export type Outcome =
  | "ok" | "diverged" | "claim wrong" | "malformed" | "wrong module" | "wrong build" | "limit hit" | "nothing compared"
  | "refused" | "cannot go on";

/** What running a recording again came to, as `tactus prove --json` prints it. */
export interface Verdict {
  verdict: Outcome;
  /** The last tick that agreed, or the first known to differ or to hit a limit; -1 is none. */
  tick: number;
  /** The last tick known to be equal, where a state differs. */
  tick_after?: number;
  fields: FieldDiff[];
  compared: { ticks: number; hashes: number };
  reason: string;
  /** Where a malformed recording is malformed. */
  byte?: number;
}

export interface VerifyOptions {
  /** The game's id; the recording's own unless given. */
  game?: string;
  /** Takes a recording of another module of the same game. */
  otherModule?: boolean;
  /** The longest run in ticks; 2^24 unless given. */
  ticksMax?: number;
  /** The most fuel of a tick; 10^9 unless given. */
  fuelMax?: bigint;
  /** The most fuel in all; 10^12 unless given. */
  fuelTotal?: bigint;
  /** Asked before each tick; a text ends the run. */
  stop?: () => string | undefined;
  rules?: Rules;
  limits?: Limits;
}

/** Verifies a recording with a module. Throws only where the module itself is refused. */
export async function verify(bytes: Uint8Array, module: Uint8Array, options: VerifyOptions = {}): Promise<Verdict> {
  const rec = readRecording(bytes);
  const h = rec.header;
  if (!h) return malformed(rec);
  const rules = { ...options.rules, pages: h.pages || options.rules?.pages };
  const limits = { state: h.stateMax, ...(h.fuel > 0n ? { fuel: h.fuel } : options.limits) };
  const most = options.fuelMax ?? FUEL_MAX;
  const capped = (limits.fuel ?? 0n) > most;
  if (capped) limits.fuel = most;
  const judge = new Judge(rec, sha256(module), options, capped);
  const refused = judge.refuse(options);
  if (refused) return refused;
  let compiled: GuestModule;
  try {
    compiled = await GuestModule.compile(module, rules, limits);
  } catch (problem) {
    await GuestModule.compile(module, options.rules); // throws where it is the module that is refused
    return judge.verdict("limit hit", "the limits of the recording: " + (problem as Error).message, 0);
  }
  return judge.run(compiled);
}

const FUEL_MAX = 10n ** 9n;
const FUEL_TOTAL = 10n ** 12n;

function malformed(rec: Recording, compared = { ticks: 0, hashes: 0 }, tick = -1): Verdict {
  const e = rec.malformed!;
  return { verdict: "malformed", tick, fields: [], compared, reason: e.message, byte: e.at };
}

// A Finding is what keeps a recording from being ok.
class Finding extends Error {
  byBuild = false; // another build may come to this honestly
  after?: number; // the last tick that was equal, where a state differs

  constructor(readonly outcome: Outcome, readonly tick: number, reason: string, readonly fields: FieldDiff[] = []) {
    super(reason);
  }
}

class Judge {
  #chain: Chain;
  #compared = { ticks: 0, hashes: 0 };
  #tick = -1;
  #foreign = "";
  #over = false; // the last tick said that it was the last
  #state: Uint8Array = new Uint8Array();

  #rec: Recording;
  #hash: Uint8Array;

  #options: VerifyOptions;
  #own = ""; // what a limit of fuel adds that is not the recording's

  constructor(rec: Recording, hash: Uint8Array, options: VerifyOptions, capped: boolean) {
    this.#options = options;
    if (capped) this.#own = " over fuelMax";
    this.#rec = rec;
    this.#hash = hash;
    this.#chain = new Chain(rec.headerBytes);
  }

  verdict(outcome: Outcome, reason: string, tick = this.#tick, fields: FieldDiff[] = []): Verdict {
    return { verdict: outcome, tick, fields, compared: { ...this.#compared }, reason };
  }

  /** Gives the verdict on a recording that is not run. */
  refuse(o: VerifyOptions): Verdict | undefined {
    const h = this.#rec.header!;
    const max = o.ticksMax ?? 2 ** 24;
    const other = h.kind === MODULE && !equalBytes(h.hash, this.#hash);
    if (o.game !== undefined && o.game !== h.game) {
      return this.verdict("wrong module", `the recording is of ${h.game}, and this is ${o.game}`);
    }
    if (other && !o.otherModule) {
      return this.verdict("wrong module", `recorded with the module ${hex(h.hash)}, run with ${hex(this.#hash)}`);
    }
    if (this.#rec.ticks > max) {
      return this.verdict("limit hit", `the recording has ${this.#rec.ticks} ticks, over ticksMax, ${max}`);
    }
    if (other) this.#foreign = `recorded with the module ${hex(h.hash).slice(0, 16)}`;
    if (h.kind !== MODULE) this.#foreign = "recorded by a native build and run by a module";
    return undefined;
  }

  async run(module: GuestModule): Promise<Verdict> {
    const h = this.#rec.header!;
    let guest: Guest;
    try {
      guest = await module.start({ ...h, game: h.config });
    } catch (problem) {
      if (limited(problem)) return this.verdict("limit hit", this.#limit(problem), 0);
      if (!ofGuest(problem)) throw problem;
      const refused = new Finding("refused", -1, "the game refuses the header: " + problem.message);
      refused.byBuild = true;
      return this.#rec.malformed ? malformed(this.#rec) : this.#judge(refused);
    }
    const bad = this.#found(() => this.#segments(guest));
    if (this.#rec.malformed) {
      const got = malformed(this.#rec, this.#compared, this.#tick);
      if (bad) got.reason += `; what is before that is no better: ${bad.verdict} at tick ${bad.tick}: ${bad.reason}`;
      return got;
    }
    const wrong = bad ?? this.#found(() => this.#claim(guest));
    if (wrong) return wrong;
    if (this.#compared.ticks === 0) return this.verdict("nothing compared", "the recording has no tick");
    return this.verdict("ok", this.#note());
  }

  // found runs a part and gives the verdict on what it found, if it found something.
  #found(part: () => Verdict | undefined | void): Verdict | undefined {
    try {
      return part() || undefined;
    } catch (problem) {
      return this.#judge(problem instanceof Finding ? problem : this.#stopped(problem, Math.max(this.#tick, 0)));
    }
  }

  // judge turns a finding into the verdict. What another build explains is held against the build, unless
  // the recording contradicts itself: a checkpoint is not what the plain hash beside it is of.
  #judge(f: Finding): Verdict {
    let { outcome, message } = f;
    if (f.byBuild && this.#foreign) {
      const lie = this.#rec.segments.find((s) => s.checkpoint && plainHash(s.checkpoint) !== s.plain);
      if (lie) return this.verdict("diverged", "a checkpoint is not of its plain hash", lie.first + lie.ticks - 1);
      outcome = this.#rec.header!.kind === MODULE ? "wrong module" : "wrong build";
      message = `${this.#foreign}: ${message}`;
    }
    const got = this.verdict(outcome, message, f.tick, f.fields);
    return f.after === undefined ? got : { ...got, tick_after: f.after };
  }

  // segments runs and compares. Another build that comes to another state runs on to the next chained
  // hash: where the states agree again and that does not, no build explains it.
  #segments(guest: Guest): Verdict | undefined {
    let bad: Verdict | undefined;
    for (const s of this.#rec.segments) {
      try {
        this.#segment(guest, s);
      } catch (problem) {
        if (!(problem instanceof Finding)) throw problem;
        if (!bad && problem.byBuild && this.#foreign) bad = this.#judge(problem);
        else if (!bad || (problem.outcome === "diverged" && !problem.byBuild)) throw problem;
      }
      if (bad && s.chained) break;
    }
    return bad;
  }

  #note(): string {
    const dropped = this.#rec.trailer!.droppedNs;
    const cap = `a cap or the clamp dropped ${dropped} ns of game time, which differs between machines`;
    return [this.#foreign && this.#foreign + ": they agree", dropped > 0n ? cap : ""].filter(Boolean).join("; ");
  }

  #stopped(problem: unknown, tick: number): Finding {
    if (limited(problem)) return new Finding("limit hit", tick, this.#limit(problem));
    if (ofGuest(problem)) return new Finding("cannot go on", tick, `the game cannot go on at tick ${tick}: ${problem.message}`);
    throw problem;
  }

  // limit says which limit was hit, and what allows more where it is this verifier's own.
  #limit(problem: TrapError): string {
    return problem.message + (problem.kind === "fuel" ? this.#own : "");
  }

  // goesOn ends the run where it is to stop or has used all that it may.
  #goesOn(guest: Guest, tick: number): void {
    const why = this.#options.stop?.();
    if (why) throw new Finding("limit hit", tick, "stopped: " + why);
    const total = this.#options.fuelTotal ?? FUEL_TOTAL;
    if (guest.fuelTotal > total) throw new Finding("limit hit", tick, `fuel over fuelTotal, ${total}`);
  }

  #segment(guest: Guest, s: Segment): void {
    this.#goesOn(guest, s.first);
    let tick = s.first;
    for (const run of s.runs) {
      for (let i = 0; i < run.ticks; i++, tick++) {
        this.#goesOn(guest, tick);
        try {
          this.#over = guest.step(run.input);
        } catch (problem) {
          throw this.#stopped(problem, tick);
        }
      }
    }
    try {
      this.#state = guest.save();
    } catch (problem) {
      throw this.#stopped(problem, Math.max(tick - 1, 0));
    }
    this.#compare(guest, s, tick - 1);
    this.#compared.ticks += s.ticks;
    this.#tick = tick - 1;
  }

  #compare(guest: Guest, s: Segment, last: number): void {
    const state = this.#state;
    const max = this.#rec.header!.stateMax;
    if (state.length === 0 || state.length > max) {
      throw new Finding("limit hit", Math.max(last, 0), `state: ${state.length} bytes: want 1 to ${max}`);
    }
    for (const { kind, payload } of s.extra) this.#chain.chunk(kind, payload);
    this.#chain.chunk(2, s.hashed);
    const plain = plainHash(state);
    this.#compared.hashes++;
    if (plain !== s.plain) {
      const [want, got] = [s.plain, plain].map((v) => v.toString(16).padStart(16, "0"));
      const agreed = this.#tick < 0 ? "no tick before it was compared" : `tick ${this.#tick} still agreed`;
      const reason = `the plain hash after tick ${last} is ${want} recorded and ${got} here; ${agreed}`;
      const bad = this.#explain(guest, s, last, reason);
      bad.byBuild = true;
      bad.after = this.#tick;
      throw bad;
    }
    if (s.chained) {
      this.#chain.link(s.first + s.ticks, state);
      this.#compared.hashes++;
      if (!equalBytes(this.#chain.sum, s.chained)) {
        const what = "header, inputs, frames or hashes are not those that were recorded";
        const reason = `the states agree, and the chained hash after tick ${last} does not: ${what}`;
        throw new Finding("diverged", last, reason);
      }
    }
    if (s.checkpoint) {
      this.#compared.hashes++;
      if (!equalBytes(s.checkpoint, state)) {
        throw this.#explain(guest, s, last, `the checkpoint after tick ${last} has another state`);
      }
    }
  }

  // explain names the fields that differ from the checkpoint, where there is one.
  #explain(guest: Guest, s: Segment, last: number, reason: string): Finding {
    if (!s.checkpoint) return new Finding("diverged", last, reason);
    if (equalBytes(s.checkpoint, this.#state)) {
      const note = "the checkpoint there has the state of the re-run: the hash was changed";
      return new Finding("diverged", last, `${reason}; ${note}`);
    }
    let places: Place[] = [];
    try {
      places = guest.schema();
      guest.load(s.checkpoint);
    } catch (problem) {
      if (!ofGuest(problem)) throw problem;
      return new Finding("diverged", last, reason + "; the game refuses the checkpoint: " + problem.message);
    }
    return new Finding("diverged", last, reason, diffStates(places, s.checkpoint, this.#state));
  }

  #claim(guest: Guest): void {
    const t = this.#rec.trailer!;
    this.#compared.hashes++;
    if (!equalBytes(this.#chain.seal(t.sealed, this.#state), t.seal)) {
      const what = "dropped time, the finished flag or the seal was changed";
      throw this.#claimWrong("the seal is not: " + what);
    }
    const result = guest.result();
    if (!equalBytes(result, t.result)) {
      const [want, got] = [t.result, result].map(quoted);
      const fields = [{ name: "result", want, got }];
      const bad = this.#claimWrong("its result is not as claimed", fields);
      bad.byBuild = !result.length || !t.result.length; // one that says nothing contradicts nobody
      throw bad;
    }
    // A native recorder may not be able to tell, and then leaves the flag away.
    if (this.#over !== t.finished && (t.finished || this.#rec.header!.kind === MODULE)) {
      const fields = [{ name: "finished", want: `${t.finished}`, got: `${this.#over}` }];
      throw this.#claimWrong("whether the game is finished is not as claimed", fields);
    }
  }

  #claimWrong(what: string, fields?: FieldDiff[]): Finding {
    return new Finding("claim wrong", this.#tick, "the run is as recorded, and " + what, fields);
  }
}

const limited = (e: unknown): e is TrapError => e instanceof TrapError && e.kind !== "trap";

/** Says whether a module is what failed, and not the verifier. */
function ofGuest(e: unknown): e is Error {
  return e instanceof TrapError || e instanceof StatusError || e instanceof ContractError || e instanceof FormatError;
}

function quoted(bytes: Uint8Array): string {
  return JSON.stringify(textOf(bytes.subarray(0, 200)));
}

