// Sends recordings to a real tactusd. TACTUSD names its program; without one it is built here.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createServer } from "node:http";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import test, { after, before } from "node:test";
import { ServiceError, submit } from "../dist/index.js";
import { play } from "../dist-example/record.js";
import { C, config, guestBytes } from "./guests.mjs";

let folder, program, service, url, token, recording, pages, told;

// The pages of a game, whose script sends the recording and tells what came of it.
const page = `<!doctype html><script type="module">
import { submit } from "./index.js";
const { url, token, run } = await (await fetch("./options")).json();
const recording = new Uint8Array(await (await fetch("./recording")).arrayBuffer());
const told = await submit(recording, { url, token, run, player: "安", tries: 1 }).then((v) => v.verdict, (e) => String(e));
await fetch("./told", { method: "POST", body: told });
</script>`;

function serve() {
  const files = {
    "/": () => ["text/html; charset=utf-8", page],
    "/index.js": () => ["text/javascript", readFileSync(new URL("../dist/index.js", import.meta.url))],
    "/options": () => ["application/json", JSON.stringify({ url, token, run: 10 })],
    "/recording": () => ["application/octet-stream", recording],
  };
  const server = createServer(async (request, response) => {
    if (request.url === "/told") {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      told(Buffer.concat(chunks).toString());
      return response.end();
    }
    const [type, body] = files[request.url]?.() ?? ["text/plain", ""];
    response.writeHead(200, { "Content-Type": type }).end(body);
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done(server)));
}

// browse opens the page at a host in a real Chromium, and returns what its script tells.
async function browse(host) {
  const profile = mkdtempSync(join(tmpdir(), "tactus-chromium-"));
  const chromium = spawn(process.env.CHROMIUM ?? "chromium", ["--headless", "--no-sandbox", "--disable-gpu",
    "--remote-debugging-port=0", "--user-data-dir=" + profile, `http://${host}:${pages.address().port}/`], { stdio: "ignore" });
  try {
    return await new Promise((done, fail) => {
      told = done;
      chromium.on("error", fail);
      setTimeout(() => fail(new Error("the page tells nothing")), 60_000).unref();
    });
  } finally {
    const gone = new Promise((done) => chromium.on("exit", done));
    chromium.kill(); // so that it ends its own processes, which write into the profile
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
  }
}

before(async () => {
  folder = mkdtempSync(join(tmpdir(), "tactus-submit-"));
  program = process.env.TACTUSD;
  if (!program) {
    program = join(folder, "tactusd");
    execFileSync("go", ["build", "-o", program, "./cmd/tactusd"], { cwd: new URL("../../..", import.meta.url) });
  }
  token = execFileSync(program, ["token", "new", "acme", "--tenants", join(folder, "tenants.json")], { encoding: "utf8" }).trim();
  pages = await serve();
  service = spawn(program, ["serve", "--data", folder, "--bus", "memory", "--listen", "127.0.0.1:0",
    "--cors-origin", `http://127.0.0.1:${pages.address().port}`], { stdio: ["ignore", "ignore", "pipe"] });
  for await (const line of createInterface(service.stderr)) {
    const said = JSON.parse(line);
    if (said.msg === "serving") url = `http://${said.address}`;
    if (url) break;
  }
  service.stderr.resume();
  assert.ok(url, "it serves nothing");
  recording = await play(guestBytes(C), config, Array.from({ length: 200 }, (_, tick) => (tick % 40 < 20 ? 255 : 1)));
});

after(() => {
  service?.kill("SIGKILL");
  pages?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

async function put(module) {
  const got = await fetch(url + "/v1/modules", {
    method: "PUT", body: module, headers: { Authorization: "Bearer " + token, "Content-Type": "application/wasm", "Tactus-Rate": "125/2" },
  });
  assert.ok(got.ok, await got.text());
}

test("a recording of an unknown module is refused at once, with the problem", async () => {
  await assert.rejects(submit(recording, { url, token }), (e) =>
    e instanceof ServiceError && e.status === 422 && e.type === "urn:tactus:problem:unknown-module");
});

test("a recording gets its verdict, and the same one again", async () => {
  await put(guestBytes(C));
  const first = await submit(recording, { url, token });
  assert.equal(first.verdict, "ok", first.reason);
  assert.equal(first.compared.ticks, 200);
  assert.match(first.job, /^[0-9a-f]{64}$/);
  assert.deepEqual(await submit(recording, { url, token }), first);
  const anew = await submit(recording, { url, token, run: 1 });
  assert.equal(anew.verdict, "ok");
  assert.notEqual(anew.job, first.job);
});

test("a challenge is answered, by a player of any script", async () => {
  const given = await fetch(url + "/v1/challenges", {
    method: "POST", headers: { Authorization: "Bearer " + token },
    body: JSON.stringify({ player: "安", game: "mergeisland" }),
  }).then((got) => got.json());
  const { challenge } = given;
  assert.equal((await submit(recording, { url, token, challenge, player: "安", run: 2 })).verdict, "ok");
  assert.equal((await submit(recording, { url, token, challenge, player: "bob", run: 3 })).verdict, "stolen");
});

test("a page of an origin that the service names gets its verdict, and of another none", async () => {
  assert.equal(await browse("127.0.0.1"), "ok");
  assert.match(await browse("localhost"), /^TypeError/);
});

test("a wrong token is no matter of time", async () => {
  await assert.rejects(submit(recording, { url, token: "tactus_nobody" }), (e) => e instanceof ServiceError && e.status === 401);
});

// between serves answers of its own before it lets requests through to the service.
async function between(answers) {
  const seen = [];
  const proxy = createServer(async (request, response) => {
    seen.push({ at: performance.now(), path: request.url });
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const answer = answers.shift();
    if (answer === "cut") return request.socket.destroy();
    if (answer) return response.writeHead(answer.status, answer.headers).end(answer.body ?? "");
    const got = await fetch(url + request.url, {
      method: request.method, headers: { authorization: request.headers.authorization, "content-type": request.headers["content-type"] ?? "" },
      body: request.method === "POST" ? Buffer.concat(chunks) : undefined,
    });
    response.writeHead(got.status, { "content-type": "application/json" }).end(await got.text());
  });
  await new Promise((done) => proxy.listen(0, "127.0.0.1", done));
  return { seen, url: `http://127.0.0.1:${proxy.address().port}`, close: () => proxy.close() };
}

test("what may pass is tried again, and not before it is asked for", async () => {
  const proxy = await between(["cut", { status: 503, body: "<html>" }, { status: 429, headers: { "Retry-After": "2" } }]);
  try {
    assert.equal((await submit(recording, { url: proxy.url, token, run: 4 })).verdict, "ok");
    const at = proxy.seen.map((s) => s.at);
    assert.ok(at.length >= 4 && at[3] - at[2] >= 1990, `${at}`);
    assert.ok(at[1] - at[0] >= 190, `${at}`);
  } finally {
    proxy.close();
  }
});

test("the last error of all tries is told", async () => {
  const proxy = await between(Array.from({ length: 2 }, () => ({ status: 503, body: '{"type": "t", "title": "no"}' })));
  try {
    await assert.rejects(submit(recording, { url: proxy.url, token, tries: 2 }), (e) => e.status === 503 && e.type === "t");
    assert.equal(proxy.seen.length, 2);
  } finally {
    proxy.close();
  }
});

test("a signal ends the wait, with its reason", async () => {
  const proxy = await between(Array.from({ length: 9 }, () => ({ status: 429, headers: { "Retry-After": "50" } })));
  const ended = new AbortController();
  const reason = new Error("the player has gone");
  const sent = submit(recording, { url: proxy.url, token, signal: ended.signal });
  const late = setInterval(() => proxy.seen.length && ended.abort(reason), 20);
  try {
    await assert.rejects(sent, (e) => e === reason);
    assert.equal(proxy.seen.length, 1);
  } finally {
    clearInterval(late);
    proxy.close();
  }
});
