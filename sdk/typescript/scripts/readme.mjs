// Holds the example of the README against example/record.ts, which the tests compile and run. With
// --write it puts the one into the other.

import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../README.md", import.meta.url);
const readme = readFileSync(file, "utf8");
const example = readFileSync(new URL("../example/record.ts", import.meta.url), "utf8").trimEnd();
const want = readme.replace(/```ts\n[^]*?\n```/, () => "```ts\n" + example + "\n```");
if (process.argv.includes("--write")) writeFileSync(file, want);
else if (readme !== want) {
  console.log("README.md has another example than example/record.ts: run node scripts/readme.mjs --write");
  process.exit(1);
}
