const key = "tactusd-token";

// The token is kept for this tab only, and sent to this service only.
export const token = {
  get: () => sessionStorage.getItem(key) || "",
  set: (value) => sessionStorage.setItem(key, value),
  forget: () => sessionStorage.removeItem(key),
};

// ask fetches with the token, and throws what the service says is wrong.
async function ask(path, options = {}) {
  const headers = { Authorization: `Bearer ${token.get()}`, ...options.headers };
  const got = await fetch(path, { ...options, headers, cache: "no-store", credentials: "omit" });
  if (got.ok) return got;
  const problem = await got.json().catch(() => ({}));
  const error = new Error(problem.detail || problem.title || `status ${got.status}`);
  error.status = got.status;
  throw error;
}

export const bytes = async (path) => (await ask(path)).arrayBuffer();

export const json = async (path, signal) => (await ask(path, { signal })).json();

// follow calls told(event, data) for each server-sent event until the stream ends. EventSource cannot send
// a token, so the stream is read here: lines of event and data, an empty line between events.
export async function follow(path, signal, told) {
  const got = await ask(path, { signal, headers: { Accept: "text/event-stream" } });
  const reader = got.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += value;
    for (let end = rest.indexOf("\n\n"); end >= 0; end = rest.indexOf("\n\n")) {
      const lines = rest.slice(0, end).split("\n");
      rest = rest.slice(end + 2);
      const field = (name) => lines.filter((l) => l.startsWith(name + ": ")).map((l) => l.slice(name.length + 2)).join("\n");
      if (field("event")) told(field("event"), JSON.parse(field("data")));
    }
  }
}
