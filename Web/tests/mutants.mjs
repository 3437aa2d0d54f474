// Asks the built package about altered files, and fails if the engine stops at one:
//
//     node mutants.mjs PACKAGE COUNT SEED FOLDER...
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, count, seed, ...folders] = process.argv.slice(2);
const { load } = await import(pathToFileURL(`${folder}/uniformtypes.js`));
const types = await load();

let state = BigInt(seed) * 2654435761n + 1n;
/** A number from 0 up to a limit (PCG). */
function random(limit) {
  state = (state * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((state >> 33n) % BigInt(limit));
}

function filesBelow(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    return entry.isDirectory() ? filesBelow(inner) : entry.isFile() ? [inner] : [];
  });
}

// The start and the end of each file, in which the numbers of most formats are.
const samples = folders.flatMap(filesBelow).map((path) => {
  const bytes = readFileSync(path);
  return bytes.length <= 8192 ? bytes : Buffer.concat([bytes.subarray(0, 6144), bytes.subarray(-2048)]);
}).filter((bytes) => bytes.length > 8);
const extremes = [0, 1, 0x6fffffff, 0x70000000, 0x7fffffff, 0x80000000, 0xfffffff0, 0xffffffff];

function mutant() {
  let bytes = Buffer.from(samples[random(samples.length)]);
  for (let change = random(6) + 1; change > 0; change--) {
    // Most numbers of a format are near the start or the end.
    const span = [64, 512, bytes.length][random(3)];
    const from = random(4) === 0 ? Math.max(0, bytes.length - span) : 0;
    const place = Math.min(from + random(Math.min(span, bytes.length)), bytes.length - 8);
    if (place < 0) break;
    switch (random(6)) {
      case 0: bytes[place] = random(256); break;
      case 1: bytes[place] ^= 1 << random(8); break;
      case 2: bytes.writeUInt32LE(extremes[random(extremes.length)], place); break;
      case 3: bytes.writeUInt32BE(extremes[random(extremes.length)], place); break;
      case 4: bytes.fill(random(2) * 255, place, place + 8); break;
      default: bytes = bytes.subarray(0, Math.max(place, 8));
    }
  }
  return bytes;
}

let traps = 0;
for (let index = 0; index < Number(count); index++) {
  const bytes = mutant();
  const options = { isNameTrusted: false, size: random(8) === 0 ? bytes.length + random(0x7fffffff) : bytes.length };
  try {
    types.identifySync(bytes, options);
  } catch (error) {
    traps += 1;
    if (traps <= 10) {
      console.log(`${error.message} ${error.cause?.stack ?? ""}`);
      console.log(`size ${options.size}: ${bytes.subarray(0, 64).toString("hex")}`);
      if (process.env.MUTANTS) (await import("node:fs")).writeFileSync(join(process.env.MUTANTS, `${index}`), bytes);
    }
  }
}
console.log(`${count} mutants of ${samples.length} files, ${traps} traps`);
process.exitCode = traps === 0 ? 0 : 1;
