// Makes one dist/index.d.ts of the declarations that tsc wrote to dist/types: what the index exports, and
// what those name. One file is a third of the size of twenty in the published archive. For its size too,
// comments stay on classes and functions, and of those what is before the first stop or colon: the rest is in the source, and in
// docs/reference/typescript.md.

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const folder = new URL("../dist/types/", import.meta.url);
const read = (file) => readFileSync(new URL(file, folder), "utf8");
const index = read("index.d.ts");
const exported = [...index.matchAll(/export (type )?\{([^}]*)\} from/g)].flatMap(([, type, list]) =>
  list.split(",").map((name) => name.trim()).filter(Boolean).map((name) => (type ? "type " + name : name)));

// A declaration, by its name, with the comment before it.
const declared = new Map();
for (const file of readdirSync(folder).filter((f) => f.endsWith(".d.ts") && f !== "index.d.ts")) {
  const text = read(file).replace(/^(import .*|export \{\};|\/\/.*)\n/gm, "");
  const comment = String.raw`(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?`;
  const kinds = String.raw`(?:class|interface|type|const|function\*?) (\w+)`;
  const start = new RegExp(`^${comment}export (?:declare )?${kinds}`, "gm");
  const places = [...text.matchAll(start)];
  places.forEach((m, i) => {
    const body = text.slice(m.index, places[i + 1]?.index).trimEnd().replace(/^ +\/\*\*(?:[^*]|\*(?!\/))*\*\/\n/gm, "");
    const shape = /^(?:\/\*\*[^]*?\*\/\n)(?=export (?:declare )?(?:interface|type|const))/; // told by its fields
    if (declared.has(m[1])) throw new Error(`${m[1]} is declared twice`);
    const bare = body.replace(shape, "").replace(/^export (declare )?(interface|type)/m, "$2");
    declared.set(m[1], bare.replace(/^export declare/m, "declare"));
  });
}

const taken = new Map();
function take(name) {
  if (taken.has(name) || !declared.has(name)) return;
  taken.set(name, declared.get(name));
  const code = declared.get(name).replace(/\/\*\*[^]*?\*\//g, "");
  for (const word of code.match(/\b[A-Z]\w+/g) ?? []) take(word);
}
for (const entry of exported) {
  const name = entry.replace("type ", "");
  if (!declared.has(name)) throw new Error(`${name} is exported and not declared`);
  take(name);
}
// What the index exports says so itself, which is shorter than a list of it. The empty list keeps the
// others from being exported too, as all of a file are that has none.
const sentence = (comment) => {
  const words = comment.slice(3, -2).replace(/\s*\n \*\s*/g, " ").trim();
  return `/** ${/^[^]*?(?=: |\.( [A-Z]|$))/.exec(words)?.[0] ?? words}. */`;
};
const names = new Set(exported.map((entry) => entry.replace("type ", "")));
const shown = [...taken].map(([name, code]) =>
  names.has(name) ? code.replace(/^(declare |(?=interface|type))/m, "export ") : code);
// One blank for a level, and no empty bodies over two lines: both are found again by every editor.
const text = [...shown, "export {};\n"].join("\n").replace(/\/\*\*[^]*?\*\//g, sentence).replace(/^( {4})+/gm, (m) => " ".repeat(m.length / 4)).replace(/\{\n\}/g, "{}");
writeFileSync(new URL("../index.d.ts", folder), text);
rmSync(folder, { recursive: true });
