// Measures what is published: every file that npm packs, as the archive that npm makes of it and the
// bundle alone. Fails where one is not under its limit.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const LIMIT = 20_000;
const [packed] = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { encoding: "utf8" }));
const bundle = gzipSync(readFileSync(new URL("../dist/index.js", import.meta.url)), { level: 9 }).length;
console.log(`bundle: ${bundle} bytes gzipped; package: ${packed.size} bytes gzipped, ${packed.files.length} files`);
for (const { path, size } of packed.files) console.log(`  ${String(size).padStart(6)}  ${path}`);
if (bundle >= LIMIT || packed.size >= LIMIT) {
  console.log(`over the limit of ${LIMIT} bytes`);
  process.exit(1);
}
