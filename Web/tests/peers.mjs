// Compares the module with packages for Node that give a MIME type for a name, and with magika:
//
//     node peers.mjs PACKAGE FOLDER [PYTHON]
//
// FOLDER has labels.tsv, whose columns are path, label, accepted and near identifiers, and files/. PYTHON is an
// interpreter with the package magika. An answer is exact if its type is an accepted one or conforms to one, near if
// an accepted type conforms to it, none without an answer or for bare data or text, and wrong otherwise. Every peer is
// asked in one run about the same files. NODE_PATH names the folder of the packages for Node: Debian has node-mime and
// node-mime-types in /usr/share/nodejs.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, data, python] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/uniformtypes.js`));
const types = await load();
const require = createRequire(import.meta.url);
const generic = new Set(["public.data", "public.item", "public.content", "public.text", "public.plain-text"]);

const rows = readFileSync(join(data, "labels.tsv"), "utf8").split("\n").slice(1).filter(Boolean)
  .map((line) => line.split("\t"))
  .map(([path, , accepted, near]) => ({ path: join(data, "files", path), accepted: split(accepted), near: split(near) }))
  .filter((row) => row.accepted.length && statSync(row.path, { throwIfNoEntry: false })?.isFile());

function split(text) {
  return (text ?? "").split(" ").filter(Boolean).map(identifier).filter(Boolean);
}

/** The identifier of a type, a MIME type or nothing. */
function identifier(name) {
  if (!name) return undefined;
  try {
    return name.includes("/") ? types.lookup(name).types[0] : types.info(name).type;
  } catch {
    return undefined;
  }
}

function judge(found, row) {
  if (!found || generic.has(found)) return "none";
  if (row.accepted.some((type) => types.conforms(found, type))) return "exact";
  if (row.near.includes(found) || row.accepted.some((type) => types.conforms(type, found))) return "near";
  return "wrong";
}

/** The MIME types that magika gives for all files. */
function magika() {
  const script = `import sys, json
from magika import Magika
paths = json.load(sys.stdin)
print(json.dumps([r.output.mime_type if r.ok else None for r in Magika().identify_paths(paths)]))`;
  const input = JSON.stringify(rows.map((row) => row.path));
  return JSON.parse(execFileSync(python, ["-c", script], { input, maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "ignore"] }));
}

const peers = {
  "uniformtypes, name and bytes": (row) => types.identify(readFileSync(row.path), { name: basename(row.path) }),
  "uniformtypes, bytes": (row) => types.identify(readFileSync(row.path)),
  "uniformtypes, name": (row) => types.identifyName(basename(row.path)),
};
for (const [name, ask] of [["mime", (m, path) => m.getType(path)], ["mime-types", (m, path) => m.lookup(path) || undefined]]) {
  try {
    const module = require(name);
    peers[`${name}, name`] = (row) => ({ type: identifier(ask(module, basename(row.path))) });
  } catch {
    console.error(`skipped: ${name} is not installed`);
  }
}
if (python) {
  const answers = magika();
  peers["magika, bytes"] = (row) => ({ type: identifier(answers[rows.indexOf(row)]) });
}

console.log(`${rows.length} files`);
console.log("| | exact | near | none | wrong |\n|---|---|---|---|---|");
for (const [name, ask] of Object.entries(peers)) {
  const counts = { exact: 0, near: 0, none: 0, wrong: 0 };
  for (const row of rows) counts[judge((await ask(row))?.type, row)] += 1;
  const share = Object.values(counts).map((count) => `${((100 * count) / rows.length).toFixed(1)} %`);
  console.log(`| ${name} | ${share.join(" | ")} |`);
}
