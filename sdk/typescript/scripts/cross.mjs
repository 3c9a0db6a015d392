// Makes what the Go side checks, and checks what the Go side makes:
//
//     node scripts/cross.mjs record FOLDER NAME=FILE.wasm...   FOLDER/NAME.tactus and FOLDER/NAME.fuel.wasm
//     node scripts/cross.mjs verify RECORDING MODULE.wasm      status 0 only for ok
//     node scripts/cross.mjs corpus FOLDER MODULE.wasm         every recording of FOLDER/verdicts.txt

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeInput, GuestModule, readRecording, Recorder, verify } from "../dist/index.js";

const [command, first, ...rest] = process.argv.slice(2);
const config = await readFile(new URL("../../../games/mergeisland/merge-island.json", import.meta.url));
const rules = { wasi: true }; // offers the shim; a module that imports nothing gets nothing of it

async function record(wasm) {
  const run = { seedLo: 20261012n, seedHi: 0n, rateNum: 125, rateDen: 2, players: 1 };
  const module = await GuestModule.compile(wasm, rules);
  const guest = await module.start({ ...run, game: config });
  const recorder = new Recorder({
    ...run, ...module.limits, game: "mergeisland", hash: module.hash, config, plain: 10, chain: 30, checkpoint: 20,
    save: () => guest.save(),
  });
  for (let tick = 0; tick < 100; tick++) {
    const input = encodeInput([{ player: 0, bytes: Uint8Array.of(Math.floor(tick / 20) % 2 ? 255 : 1) }]);
    guest.step(input);
    recorder.tick(input);
  }
  return { recording: recorder.finish({ result: guest.result() }), module };
}

// corpus judges recordings whose verdicts are those of Go's native host. What is malformed is so at the same
// byte here. The rest differs by host: a state that differs is, with a module as host, of a wrong build.
async function corpus(folder, wasm) {
  const lines = (await readFile(join(folder, "verdicts.txt"), "utf8")).trimEnd().split("\n").filter((l) => l[0] !== "#");
  let compared = 0;
  for (const line of lines) {
    const [, file, outcome, , byte] = line.match(/^(\S+): ([a-z ]+)(, byte (\d+))?/);
    const bytes = await readFile(join(folder, file));
    const rec = readRecording(bytes);
    if (rec.header && rec.header.game !== "mergeisland") continue;
    const got = await verify(bytes, wasm, { rules, game: "mergeisland" });
    // The corpus's host takes any config and any memory; this game and this module do not.
    if (/the game refuses the header|^the limits of the recording/.test(got.reason)) continue;
    const want = outcome === "diverged" ? [outcome, "wrong build", "wrong module"] : [outcome];
    const place = outcome !== "malformed" || got.byte === Number(byte);
    if (!want.includes(got.verdict) || !place) throw new Error(`${line}\n  here: ${JSON.stringify(got)}`);
    compared++;
  }
  if (compared < 50) throw new Error(`only ${compared} recordings of ${lines.length} were judged`);
  console.log(`${compared} recordings judged`);
}

if (command === "record") {
  for (const [name, file] of rest.map((arg) => arg.split("="))) {
    const { recording, module } = await record(await readFile(file));
    await writeFile(join(first, name + ".tactus"), recording);
    await writeFile(join(first, name + ".fuel.wasm"), module.instrumented);
  }
} else if (command === "verify") {
  const verdict = await verify(await readFile(first), await readFile(rest[0]), { rules });
  if (verdict.verdict !== "ok") {
    console.log(JSON.stringify(verdict));
    process.exit(1);
  }
} else if (command === "corpus") {
  await corpus(first, await readFile(rest[0]));
} else {
  console.error("usage: cross.mjs record FOLDER NAME=FILE... | verify RECORDING MODULE | corpus FOLDER MODULE");
  process.exit(2);
}
