#!/usr/bin/env node
// merge-island in JavaScript: plays the reference run and prints the summary after every tick.
//
// Usage: merge_island.js [CONFIG]
//
// CONFIG is merge-island.json, by default the repository's. Exit code 0: played. 2: the config
// cannot be read or is not exactly what the rules allow; the message names file and field.

"use strict";

const fs = require("node:fs");
const path = require("node:path");

const DEFAULT = path.join(__dirname, "..", "..", "games", "mergeisland", "merge-island.json");
const FILE_MAX = 64 << 10; // bytes
const WORD = 2 ** 32 - 1;

// The numbers of the file in its order, each with the least and the greatest that is allowed.
const NUMBERS = new Map([
  ["seed", [0, WORD]],
  ["stepMs", [1, 1000]],
  ["accel", [1, 10000]],
  ["frictionNum", [0, 1000000]],
  ["frictionDen", [1, 1000000]],
  ["maxStepsPerFrame", [1, 10000]],
  ["rngMultiplier", [0, WORD]],
  ["rngIncrement", [0, WORD]],
]);

// A ConfigError says which field is wrong, what it is and what is allowed.
class ConfigError extends Error {
  constructor(field, value, want) {
    super(`${field} is ${value}: want ${want}`);
  }
}

function wantOf(name) {
  if (name === "version") return "1";
  if (name === "game") return '"merge-island"';
  if (name === "note") return "a text";
  const [low, high] = NUMBERS.get(name);
  return `a whole number from ${low} to ${high}`;
}

// allowed reports whether a field may have the value that raw is. It looks at the text of a number,
// since 16.0, 1e1 and 16 are one once they are read.
function allowed(name, raw) {
  if (name === "version") return raw === "1";
  if (name === "game") return raw[0] === '"' && JSON.parse(raw) === "merge-island";
  if (name === "note") return raw[0] === '"';
  const [low, high] = NUMBERS.get(name);
  return /^-?[0-9]+$/.test(raw) && Number(raw) >= low && Number(raw) <= high;
}

// fieldsOf returns the [name, raw] pairs of a JSON object whose text is known to be valid.
// JSON.parse alone keeps the last of two fields with one name and says nothing.
function fieldsOf(text) {
  const tokens = text.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g);
  const fields = [];
  let depth = 0;
  for (let i = 0; i < tokens.length; i++) {
    if (depth === 1 && tokens[i + 1] === ":") fields.push([JSON.parse(tokens[i]), tokens[i + 2]]);
    if (tokens[i] === "{" || tokens[i] === "[") depth++;
    if (tokens[i] === "}" || tokens[i] === "]") depth--;
  }
  return fields;
}

function parse(data) {
  if (data.length > FILE_MAX) {
    throw new ConfigError("the file", `${data.length} bytes long`, `at most ${FILE_MAX}`);
  }
  let text, value;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw new ConfigError("the file", "not UTF-8", "one JSON object");
  }
  try {
    value = JSON.parse(text);
  } catch {
    throw new ConfigError("the file", "not JSON", "one JSON object");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new ConfigError("the file", text.trim().slice(0, 40), "one JSON object");
  }
  return checked(fieldsOf(text));
}

function checked(fields) {
  const required = ["version", "game", ...NUMBERS.keys()];
  const config = new Map();
  for (const [name, raw] of fields) {
    if (config.has(name)) throw new ConfigError(name.slice(0, 40), "given twice", "it once");
    if (!required.includes(name) && name !== "note") {
      const names = [...required, "note"].join(", ");
      throw new ConfigError(name.slice(0, 40), "unknown", `one of ${names}`);
    }
    if (!allowed(name, raw)) throw new ConfigError(name, raw.slice(0, 40), wantOf(name));
    config.set(name, Number(raw));
  }
  for (const name of required) {
    if (!config.has(name)) throw new ConfigError(name, "missing", wantOf(name));
  }
  const [num, den] = [config.get("frictionNum"), config.get("frictionDen")];
  if (num > den) throw new ConfigError("frictionNum", num, `at most frictionDen, ${den}`);
  return config;
}

// play returns the summary after every tick; move(tick) is the input. Nothing is dropped.
//
// A double is exact up to 2^53. In the hundred ticks of this run a speed stays under 1.1 million
// and its product with frictionNum under 2^41; their quotient by frictionDen is then as far from a
// whole number as 10^-6, or is one, so rounding it cannot change its floor. The product of the
// random numbers is beyond 2^53: Math.imul takes its low 32 bits, and >>> 0 makes them a number
// from 0 on.
function play(config, ticks, move) {
  const get = (name) => config.get(name);
  let posX = 0, posY = 0, velX = 0, velY = 0, score = 0;
  let rng = get("seed");
  const lines = [];
  for (let tick = 0; tick < ticks; tick++) {
    velX += move(tick) * get("accel");
    velX = Math.floor((velX * get("frictionNum")) / get("frictionDen"));
    posX += velX;
    velY += 1;
    posY += velY;
    rng = (Math.imul(rng, get("rngMultiplier")) + get("rngIncrement")) >>> 0;
    score += rng % 7;
    lines.push([tick + 1, posX, posY, velX, velY, score, rng, 0].join("|"));
  }
  return lines;
}

function main(args) {
  if (args.length > 1) {
    console.error("usage: merge_island.js [CONFIG]");
    return 2;
  }
  const file = args[0] ?? DEFAULT;
  try {
    const config = parse(fs.readFileSync(file));
    for (const line of play(config, 100, (tick) => (Math.floor(tick / 20) % 2 === 0 ? 1 : -1))) {
      console.log(line);
    }
  } catch (error) {
    if (!(error instanceof ConfigError) && error.code === undefined) throw error;
    console.error(`merge_island.js: ${path.basename(file)}: ${error.message}`);
    return 2;
  }
  return 0;
}

process.exitCode = main(process.argv.slice(2));
