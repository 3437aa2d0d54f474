// Compares the verdicts of the built package about real files with those of `uti`:
//
//     node compare.mjs PACKAGE UTI COUNT FOLDER...
//
// COUNT files of each folder are asked about by their name, by their content and by both. Differences in
// streams that the engine cannot decompress are counted, and others fail.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";

const [folder, uti, count, ...folders] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/uniformtypes.js`));
const types = await load(undefined, { languages: ["en"] });
const largest = 64 << 20;
// bzip2, xz, LZMA, lzip and Zstandard.
const compressed = ["425a68", "fd377a", "5d0000", "4c5a49", "28b52f"];

function* filesBelow(path) {
  let entries;
  try {
    entries = readdirSync(path, { withFileTypes: true });
  } catch {
    return;
  }
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  for (const entry of entries) {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) yield* filesBelow(inner);
    // A name that is not UTF-8 has no path in JavaScript.
    else if (entry.isFile() && !entry.name.includes("\ufffd")) yield inner;
  }
}

/** Every n-th file. */
function sample(folder) {
  const files = [...filesBelow(folder)];
  const step = Math.max(1, files.length / count);
  return Array.from({ length: Math.min(count, files.length) }, (_, index) => files[Math.floor(index * step)]);
}

const isReadable = (path) => {
  try {
    return statSync(path).size <= largest && readFileSync(path) !== null;
  } catch {
    return false;
  }
};
const paths = folders.flatMap(sample).filter(isReadable);
const work = mkdtempSync(join(tmpdir(), "uniformtypes-"));
try {
  writeFileSync(join(work, "paths"), paths.map((path) => `${path}\0`).join(""));
  let failures = 0;
  for (const basis of ["name", "content", "both"]) {
    const output = execFileSync(
      uti, ["identify", "--by", basis, "--format", "jsonl", "--files0-from", join(work, "paths")],
      { env: { HOME: work, XDG_DATA_DIRS: work, LANG: "C" }, maxBuffer: 1 << 30 });
    const lines = output.toString().trimEnd().split("\n");
    if (lines.length !== paths.length) throw new Error(`uti printed ${lines.length} lines for ${paths.length} files.`);
    const differences = { compressed: 0, others: 0 };
    lines.forEach((line, index) => {
      const expected = JSON.parse(line);
      const bytes = basis === "name" ? null : readFileSync(paths[index]);
      const name = basis === "content" ? undefined : basename(paths[index]);
      const verdict = bytes === null ? types.identifyName(name) : types.identifySync(bytes, { name });
      for (const [key, value] of Object.entries(expected)) {
        if (key === "path" || isDeepStrictEqual(verdict[key], value)) continue;
        if (bytes !== null && compressed.includes(bytes.subarray(0, 3).toString("hex"))) {
          differences.compressed += 1;
          return;
        }
        differences.others += 1;
        if (differences.others <= 10) {
          console.log(`${paths[index]}: ${key} is ${JSON.stringify(verdict[key])}, of uti ${JSON.stringify(value)}`);
        }
        return;
      }
    });
    failures += differences.others;
    console.log(
      `by ${basis}: ${paths.length} files, ${differences.compressed} differ in a stream that the module cannot ` +
        `decompress, ${differences.others} others`);
  }
  process.exitCode = failures === 0 ? 0 : 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}
