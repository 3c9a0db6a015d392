import type { Verdict } from "./verify.js";

/** What a service answers where it takes no recording, or has no verdict. */
export class ServiceError extends Error {
  constructor(
    readonly status: number,
    /** The problem's type, as `urn:tactus:problem:jobs`. */
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

export interface SubmitOptions {
  /** The service's address. */
  url: string;
  token: string;
  /** The challenge that the recording answers, and who played. */
  challenge?: string;
  player?: string;
  /** The SHA-256 of the module to run it on, in place of its own. */
  module?: string;
  /** Counts up where the same recording is to be judged anew. */
  run?: number;
  /** How often each request is tried; 8 unless given. */
  tries?: number;
  signal?: AbortSignal;
}

/** A verdict of a service, and the job that it is on. */
export interface Judged extends Verdict {
  job: string;
  recording: string;
}

/**
 * Sends a recording to a tactusd and waits for its verdict, for as long as that takes: the signal ends it.
 * What may do better later is tried again, after as long as the service asks for.
 */
export async function submit(recording: Uint8Array, options: SubmitOptions): Promise<Judged> {
  const { url, token, tries = 8, signal, ...fields } = options;
  const body = new FormData(); // where a header would only take Latin-1 for a player
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, String(value));
  body.append("recording", new Blob([recording as Uint8Array<ArrayBuffer>]));
  const headers = { Authorization: "Bearer " + token };

  async function call(path: string, init: RequestInit): Promise<Judged & { status: string }> {
    for (let pause = 0.25, left = tries; ; pause *= 2) {
      let wait = pause * (0.5 + Math.random() / 2); // so that those that failed together do not come together
      try {
        const got = await fetch(url.replace(/\/$/, "") + "/v1/" + path, { ...init, headers, signal });
        if (got.ok) return await got.json();
        const { type = "", title = "", detail = "" } = await got.json().catch(() => ({}));
        const error = new ServiceError(got.status, type, `${got.status} ${title}: ${detail}`);
        if (![408, 429, 500, 502, 503, 504].includes(got.status)) left = 0;
        wait = Math.max(wait, Math.min(+got.headers.get("Retry-After")! || 0, 60));
        throw error;
      } catch (error) {
        if (signal?.aborted || --left <= 0) throw error;
      }
      await rest(Math.min(wait, 60) * 1000, signal);
    }
  }

  let answer = await call("recordings", { method: "POST", body });
  while (answer.status === "waiting") answer = await call(`verdicts/${answer.job}?wait=30s`, {});
  return answer;
}

function rest(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      if (signal?.aborted) fail(signal.reason);
      else done();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
