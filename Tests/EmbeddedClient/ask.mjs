// Prints the answers of a WebAssembly module to questions: node ask.mjs MODULE QUESTIONS
import { readFileSync, writeSync } from "node:fs";

const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const { memory, malloc, free, uti_answer: answer } = new WebAssembly.Instance(module).exports;
const questions = readFileSync(process.argv[3]);
const noBytes = 0xffffffff;
const capacity = 1024;
const output = malloc(capacity);

function copied(start, count) {
  const place = malloc(Math.max(count, 1));
  // The memory may have grown, which detaches views of it.
  new Uint8Array(memory.buffer).set(questions.subarray(start, start + count), place);
  return place;
}

const lines = [];
for (let place = 0; place < questions.length; ) {
  const nameCount = questions.readUInt32LE(place);
  const stated = questions.readUInt32LE(place + 4);
  const byteCount = stated === noBytes ? 0 : stated;
  const name = copied(place + 8, nameCount);
  const bytes = stated === noBytes ? 0 : copied(place + 8 + nameCount, byteCount);
  const count = answer(name, nameCount, bytes, byteCount, output, capacity);
  if (count < 0) throw new Error("The module cannot read the registry that is in it.");
  lines.push(Buffer.from(memory.buffer, output, count).toString() + "\n");
  free(name);
  free(bytes);
  place += 8 + nameCount + byteCount;
}
writeSync(1, lines.join(""));
