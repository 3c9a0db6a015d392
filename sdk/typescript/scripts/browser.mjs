// Runs test/scenario.mjs in Chromium and in Node and holds one against the other. Usage:
//
//     node scripts/browser.mjs NAME=FILE.wasm...
//
// CHROMIUM names the browser, chromium unless set. Where it cannot be started the run fails.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as sdk from "../dist/index.js";
import { scenario } from "../test/scenario.mjs";

const WAIT_MS = 60_000;
const here = (path) => new URL(path, import.meta.url);
const files = Object.fromEntries(process.argv.slice(2).map((arg) => arg.split("=")));
const config = await readFile(here("../../../games/mergeisland/merge-island.json"));
const modules = {};
for (const [name, file] of Object.entries(files)) modules[name] = new Uint8Array(await readFile(file));

const page = `<!doctype html><meta charset="utf-8"><script type="module">
  const bytes = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
  let answer;
  try {
    const sdk = await import("/sdk.js");
    const { scenario } = await import("/scenario.js");
    const modules = {};
    for (const name of ${JSON.stringify(Object.keys(modules))}) modules[name] = await bytes("/module/" + name);
    answer = { agent: navigator.userAgent, got: await scenario(sdk, modules, await bytes("/config")) };
  } catch (problem) {
    answer = { problem: String(problem.stack ?? problem) };
  }
  await fetch("/answer", { method: "POST", body: JSON.stringify(answer) });
</script>`;

let answered;
const answer = new Promise((resolve) => (answered = resolve));
const js = "text/javascript";
const routes = {
  "/": ["text/html", page], "/config": ["application/json", config],
  "/sdk.js": [js, await readFile(here("../dist/index.js"))],
  "/scenario.js": [js, await readFile(here("../test/scenario.mjs"))],
};
for (const [name, module] of Object.entries(modules)) routes["/module/" + name] = ["application/wasm", module];

const server = createServer((request, response) => {
  if (request.method === "POST") {
    let body = "";
    request.on("data", (part) => (body += part)).on("end", () => answered(JSON.parse(body)));
    response.end();
    return;
  }
  const [type, body] = routes[request.url] ?? [];
  response.writeHead(body ? 200 : 404, { "content-type": type ?? "text/plain" }).end(body ?? "");
});
await new Promise((ready) => server.listen(0, "127.0.0.1", ready));

const profile = await mkdtemp(join(tmpdir(), "tactus-sdk-"));
const browser = spawn(process.env.CHROMIUM ?? "chromium", [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage",
  `--user-data-dir=${profile}`, "--remote-debugging-port=0", `http://127.0.0.1:${server.address().port}/`,
], { stdio: "ignore" });
const failure = new Promise((_, reject) => {
  browser.on("error", reject);
  browser.on("exit", (code) => reject(new Error(`the browser ended with status ${code} before it answered`)));
  setTimeout(() => reject(new Error(`no answer within ${WAIT_MS / 1000} s`)), WAIT_MS).unref();
});

let status = 0;
try {
  assert.ok(Object.keys(modules).length > 0, "no module is named");
  const { agent, got, problem } = await Promise.race([answer, failure]);
  assert.equal(problem, undefined);
  assert.deepEqual(got, await scenario(sdk, modules, config));
  for (const [name, part] of Object.entries(got)) {
    assert.equal(part.verdict.verdict, "ok", name);
    assert.equal(part.result, "100|-131|5050|18|100|323|3492529440", name);
  }
  console.log(`ok    ${Object.keys(got).join(", ")}: Node and ${agent.match(/Chrom\w+\/[\d.]+/)[0]} are equal`);
} catch (problem) {
  console.log(`FAIL  the browser: ${problem.message}`);
  status = 1;
}
failure.catch(() => {}); // the end of the browser is asked for from here on
const ended = new Promise((resolve) => browser.on("close", resolve));
browser.kill();
await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 5000))]);
server.closeAllConnections();
server.close();
await rm(profile, { recursive: true, force: true, maxRetries: 5 });
process.exit(status);
