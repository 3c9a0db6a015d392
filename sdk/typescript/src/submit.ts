import type { Verdict } from "./verify.js";

/** What a service answers where it takes no recording, or has no verdict. */
export class ServiceError extends Error {
  /** @internal */
  override name = "ServiceError";
  readonly status: number;
  /** The problem's type, as `urn:tactus:problem:jobs`. */
  readonly type: string;

  /** @internal */
  constructor(status: number, { type = "", title = "", detail = "" }) {
    super(`${status} ${title}: ${detail}`);
    this.status = status;
    this.type = type;
  }
}

export interface SubmitOptions {
  /** The service's address, with a slash at the end of its path. */
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

/**
 * Sends a recording to a tactusd and waits for its verdict, for as long as that takes: the signal ends it.
 * What may do better later is tried again, after as long as the service asks for.
 */
export async function submit(recording: Uint8Array, options: SubmitOptions): Promise<Verdict & { job: string }> {
  const { url, token, tries = 8, signal, ...fields } = options;
  const body = new FormData(); // where a header would only take Latin-1 for a player
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) body.append(name, String(value));
  body.append("recording", new Blob([recording as Uint8Array<ArrayBuffer>]));
  const headers = { Authorization: "Bearer " + token };

  async function call(path: string, init: RequestInit): Promise<Verdict & { job: string; status: string }> {
    for (let pause = 0.2, left = tries; ; pause *= 2) {
      let wait = pause * (1 + Math.random()); // so that those that failed together do not come together
      try {
        const got = await fetch(new URL("v1/" + path, url), { ...init, headers, signal });
        if (got.ok) return await got.json();
        if (!/408|429|50[0234]/.test("" + got.status)) left = 0;
        wait = Math.max(wait, +got.headers.get("Retry-After")! || 0);
        throw new ServiceError(got.status, await got.json().catch(() => ({})));
      } catch (error) {
        if (signal?.aborted || --left <= 0) throw error;
      }
      await rest(Math.min(wait, 60), signal);
    }
  }

  let answer = await call("recordings", { method: "POST", body });
  for (let pause = 0; answer.status === "waiting"; pause = 1) { // a service that ends answers at once
    await rest(pause, signal);
    answer = await call(`verdicts/${answer.job}?wait=30s`, {});
  }
  return answer;
}

// rest waits for some seconds, or until the signal ends it.
function rest(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    const timer = setTimeout(done, 1000 * seconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      fail(signal.reason);
    }, { once: true });
  });
}
