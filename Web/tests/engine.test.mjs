// The tests of the built package. UNIFORMTYPES_WEB names its folder.
import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { gzipSync, deflateSync } from "node:zlib";

const folder = process.env.UNIFORMTYPES_WEB ?? new URL("../../.build/web", import.meta.url).pathname;
const { load, UniformTypesError } = await import(pathToFileURL(`${folder}/uniformtypes.js`));
const types = await load();

const bytes = (text) => new TextEncoder().encode(text);
const png = Uint8Array.from([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6,
  0, 0, 0, 0x1f, 0x15, 0xc4, 0x89,
]);

/** An archive of stored files, as small as possible. */
function zip(entries, gap = 0) {
  const parts = [];
  const directory = [];
  let place = 0;
  const header = (signature, name, data, rest) => {
    const fields = Buffer.alloc(rest === undefined ? 30 : 46);
    fields.writeUInt32LE(signature, 0);
    const start = rest === undefined ? 4 : 6;
    fields.writeUInt16LE(20, start);
    fields.writeUInt32LE(data.length, start + 14);
    fields.writeUInt32LE(data.length, start + 18);
    fields.writeUInt16LE(name.length, start + 22);
    if (rest !== undefined) fields.writeUInt32LE(rest, 42);
    return Buffer.concat([fields, Buffer.from(name)]);
  };
  for (const [name, text] of entries) {
    const data = Buffer.from(text);
    directory.push(header(0x02014b50, name, data, place));
    const part = Buffer.concat([header(0x04034b50, name, data), data]);
    parts.push(part);
    place += part.length;
    if (gap > 0) {
      parts.push(Buffer.alloc(gap));
      place += gap;
    }
  }
  const index = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(place, 16);
  return Buffer.concat([...parts, index, end]);
}

test("bytes of a picture have its type, and the evidence has the bytes that matched", async () => {
  const verdict = await types.identify(png);
  assert.equal(verdict.type, "public.png");
  assert.equal(verdict.mimeType, "image/png");
  assert.equal(verdict.confidence, "certain");
  assert.equal(verdict.basis, "content");
  assert.equal(verdict.support, "sign");
  assert.equal(verdict.encoding, null);
  assert.equal(verdict.disagreement, null);
  assert.equal(verdict.evidence[0].offset, 0);
  assert.deepEqual(verdict.evidence[0].bytes.slice(0, 4), [0x89, 0x50, 0x4e, 0x47]);
  assert.match(verdict.description, /PNG/);
});

test("every kind of item has the same verdict", async () => {
  const expected = await types.identify(png, { name: "a.png" });
  const items = {
    ArrayBuffer: png.buffer,
    DataView: new DataView(png.buffer),
    Buffer: Buffer.from(png),
    Blob: new Blob([png]),
    stream: new Blob([png]).stream(),
    iterable: (async function* () { for (const byte of png) yield Uint8Array.of(byte); })(),
  };
  for (const [kind, item] of Object.entries(items)) {
    assert.deepEqual(await types.identify(item, { name: "a.png" }), expected, kind);
  }
  assert.deepEqual(types.identifySync(png, { name: "a.png" }), expected);
});

test("the name of a File counts unless it is replaced", async () => {
  const file = new Blob(["a,b\n1,2\n"]);
  Object.defineProperty(file, "name", { value: "table.csv" });
  assert.equal((await types.identify(file)).mimeType, "text/csv");
  assert.equal((await types.identify(file, { name: "notes.txt" })).mimeType, "text/plain");
  assert.notEqual((await types.identify(file, { name: null })).basis, "name");
});

test("a name that is not trusted never overrides the bytes", async () => {
  const page = bytes("<!DOCTYPE html><html><body><script>1</script></body></html>");
  const verdict = await types.identify(page, { name: "picture.png", isNameTrusted: false });
  assert.equal(verdict.mimeType, "text/html");
  const text = await types.identify(bytes("plain words\n"), { name: "a.py", isNameTrusted: false });
  assert.equal(text.confidence, "guess");
});

test("a name and bytes that disagree are reported", async () => {
  const verdict = await types.identify(png, { name: "letter.pdf" });
  assert.equal(verdict.type, "public.png");
  assert.equal(verdict.disagreement.nameType, "com.adobe.pdf");
  assert.equal(verdict.disagreement.contentType, "public.png");
  assert.equal(verdict.disagreement.winner, "content");
});

test("an empty item has a type", async () => {
  const verdict = await types.identify(new Uint8Array());
  assert.equal(verdict.basis, "empty");
  assert.equal((await types.identify(new Blob([]), { name: "a.png" })).type, "public.png");
});

test("a compressed stream is read inside", async () => {
  const svg = gzipSync("<?xml version=\"1.0\"?><svg xmlns=\"http://www.w3.org/2000/svg\"/>");
  assert.equal((await types.identify(svg)).mimeType, "image/svg+xml-compressed");
  for (const level of [0, 1, 9]) {
    for (const count of [0, 100, 100_000]) {
      const stream = gzipSync(`BLENDER-v293${"mesh and more ".repeat(count)}`, { level });
      assert.equal((await types.identify(stream)).mimeType, "application/x-blender", `${level}, ${count}`);
    }
  }
  assert.equal((await types.identify(deflateSync("words ".repeat(99)))).mimeType, "application/zlib");
});

test("of a large Blob only the start and the parts that the engine asks for are read", async () => {
  const archive = zip(
    [["mimetype", "application/x-any"], ["filler", "x".repeat(50_000_000)], ["AndroidManifest.xml", "<a/>"],
      ["classes.dex", "dex"], ["resources.arsc", "a"]]);
  let count = 0;
  let reads = 0;
  const blob = {
    size: archive.length,
    slice(start, end) {
      const part = archive.subarray(start, end);
      count += part.length;
      reads += 1;
      return { arrayBuffer: async () => Uint8Array.from(part).buffer };
    },
    arrayBuffer() { throw new Error("The whole Blob was read."); },
  };
  const verdict = await types.identify(blob);
  assert.deepEqual(verdict, await types.identify(archive));
  assert.deepEqual(verdict, types.identifySync(archive));
  assert.ok(reads > 1 && reads < 15, `${reads} reads`);
  assert.ok(count < 1_000_000, `${count} bytes`);
});

test("of a stream only the start is read, and the stream is cancelled", async () => {
  let isCancelled = false;
  let chunks = 0;
  const stream = new ReadableStream({
    pull(controller) {
      chunks += 1;
      controller.enqueue(chunks === 1 ? png : new Uint8Array(4096));
    },
    cancel() { isCancelled = true; },
  });
  assert.equal((await types.identify(stream)).type, "public.png");
  assert.ok(isCancelled);
  assert.ok(chunks < 10);
});

test("the size of an item of which the start is at hand counts", async () => {
  const start = bytes("words\n".repeat(20));
  for (const size of [start.length, 1000, Infinity, 5_000_000_000]) {
    assert.equal((await types.identify(start, { size })).mimeType, "text/plain");
  }
  await assert.rejects(types.identify(start, { size: 3 }), TypeError);
});

test("a name alone has a type", () => {
  assert.equal(types.identifyName("archive.tar.gz").mimeType, "application/x-compressed-tar");
  assert.equal(types.identifyName("folder/").type, "public.folder");
});

test("tags and identifiers are looked up", () => {
  assert.equal(types.lookup(".png").types[0], "public.png");
  assert.equal(types.lookup("png").types[0], "public.png");
  assert.equal(types.lookup("image/png").types[0], "public.png");
  assert.equal(types.lookup("ostype=PNGf").types[0], "public.png");
  assert.deepEqual(types.lookup("public.png").types, ["public.png"]);
  const unknown = types.lookup(".no-such-extension");
  assert.deepEqual(unknown.types, []);
  assert.match(unknown.dynamic, /^dyn\.a/);
  assert.deepEqual(types.lookup(unknown.dynamic).dynamic, unknown.dynamic);
  assert.deepEqual(types.lookup(".a.b"), { query: ".a.b", types: [], dynamic: null });
});

test("the parameters of a MIME type are ignored", () => {
  const types_ = types.lookup("text/html").types;
  for (const query of [
    "text/html; charset=utf-8", "text/html;charset=utf-8", "Text/HTML ; a=b; c=\"d/e\"", "text/html;",
    "mime-type=text/html; charset=utf-8", "public.mime-type=text/html;a=b",
  ]) {
    assert.deepEqual(types.lookup(query), { query, types: types_, dynamic: null });
    assert.equal(types.info(query).type, "public.html");
    assert.ok(types.conforms(query, "text/plain; charset=us-ascii") === types.conforms("public.html", "text/plain"));
  }
  // An equals sign before the slash ends the name of a class.
  assert.equal(types.lookup("extension=png").types[0], "public.png");
  assert.deepEqual(types.lookup("=a/b").types, []);
  assert.deepEqual(types.lookup("; charset=utf-8").types, []);
});

test("a pattern of MIME types is an error that names the type", () => {
  const media = {
    "image/*": "public.image", "IMAGE/*": "public.image", "video/*; q=1": "public.movie", "audio/*": "public.audio",
    "text/*": "public.text", "font/*": "public.font",
  };
  for (const [pattern, type] of Object.entries(media)) {
    const isError = (error) => error.code === "unknown-type" && error.message.includes(`Did you mean ${type}?`);
    assert.throws(() => types.conforms("public.png", pattern), isError, pattern);
    assert.throws(() => types.conforms(pattern, "public.data"), isError, pattern);
    assert.throws(() => types.info(pattern), isError, pattern);
  }
  for (const pattern of ["*/*", "application/*", "*"]) {
    assert.throws(() => types.conforms("public.png", pattern), /search\(\)/, pattern);
  }
});

test("a type has its facts", () => {
  const png = types.info("PUBLIC.png");
  assert.equal(png.type, "public.png");
  assert.equal(png.mimeType, "image/png");
  assert.equal(png.filenameExtension, "png");
  assert.ok(png.isDeclared && png.isPublic && !png.isDynamic);
  assert.ok(png.tags["public.mime-type"].includes("image/png"));
  assert.ok(png.supertypes.includes("public.image"));
  assert.ok(types.info("public.image").subtypes.includes("public.png"));
  const dynamic = types.info(types.lookup(".no-such-extension").dynamic);
  assert.ok(dynamic.isDynamic);
  assert.equal(dynamic.filenameExtension, "no-such-extension");
});

test("types conform to their supertypes", () => {
  assert.ok(types.conforms("public.png", "public.image"));
  assert.ok(types.conforms(".png", "public.png"));
  assert.ok(!types.conforms("public.image", "public.png"));
  assert.ok(types.conforms(types.lookup(".no-such-extension").dynamic, "public.data"));
});

test("a verdict conforms with a support", async () => {
  const verdict = await types.identify(png);
  assert.ok(types.verdictConforms(verdict, "public.image", "sign"));
  const named = types.identifyName("a.png");
  assert.ok(types.verdictConforms(named, "public.image"));
  assert.ok(!types.verdictConforms(named, "public.image", "sign"));
  assert.ok(types.verdictConforms(named, "public.data", "sign"));
  assert.throws(() => types.verdictConforms(verdict, "public.image", "much"), TypeError);
});

test("words find types", () => {
  assert.equal(types.search("png")[0].type, "public.png");
  assert.ok(types.search("PNG image").some((found) => found.type === "public.png"));
  assert.deepEqual(types.search(" "), []);
  assert.deepEqual(types.search("no such words"), []);
});

test("a search of repeated or many words ends soon", () => {
  assert.deepEqual(types.search("png png PNG ".repeat(80)), types.search("png"));
  const start = performance.now();
  types.search("a ".repeat(500));
  types.search("p u b l i c pu ub bl li ic pub ubl bli lic . a e o n t r c m x - com org ".repeat(13));
  assert.ok(performance.now() - start < 2000);
  assert.throws(() => types.search("a ".repeat(501)), (error) => error.code === "too-long" && /1000/.test(error.message));
});

test("a text that no name has as long is an error", async () => {
  const long = "a".repeat(100_000_000);
  const calls = [
    () => types.lookup(long), () => types.info(long), () => types.search(long), () => types.identifyName(long),
    () => types.conforms("public.png", long), () => types.identifySync(png, { name: long }),
  ];
  for (const call of calls) {
    assert.throws(call, (error) => error instanceof UniformTypesError && error.code === "too-long" && /or fewer/.test(error.message));
  }
  await assert.rejects(types.identify(png, { name: long }), { code: "too-long" });
  assert.throws(() => types.info("a".repeat(10_000)), (error) => error.code === "unknown-type" && error.message.length < 300);
  assert.equal(types.lookup(".png").types[0], "public.png");
});

test("the languages are a list or one language", async () => {
  const expected = types.info("public.png");
  for (const languages of ["de", ["pt-BR", "en"], "zh_TW", ["no language!"], []]) {
    assert.deepEqual((await load(undefined, { languages })).info("public.png"), expected);
  }
  for (const languages of [1, {}, [1], new Set(["de"])]) await assert.rejects(load(undefined, { languages }), TypeError);
});

test("bytes of another realm and of shared memory are bytes", async () => {
  const elsewhere = (code) => runInNewContext(code, { numbers: [...png] });
  const shared = new SharedArrayBuffer(png.length);
  new Uint8Array(shared).set(png);
  const items = [
    shared, new Uint8Array(shared), new DataView(shared), elsewhere("Uint8Array.from(numbers)"),
    elsewhere("Uint8Array.from(numbers).buffer"), elsewhere("new DataView(Uint8Array.from(numbers).buffer)"),
  ];
  for (const item of items) {
    assert.equal((await types.identify(item)).type, "public.png");
    assert.equal(types.identifySync(item).type, "public.png");
  }
  const content = readFileSync(`${folder}/uniformtypes.wasm`);
  const module = new SharedArrayBuffer(content.length);
  new Uint8Array(module).set(content);
  const sources = [
    module, new Uint8Array(module), runInNewContext("Uint8Array.from(content).buffer", { content }),
    runInNewContext("new WebAssembly.Module(Uint8Array.from(content))", { content }),
  ];
  for (const source of sources) assert.equal((await (await load(source)).identify(png)).type, "public.png");
});

test("an unknown type is an error with the nearest name", () => {
  assert.throws(
    () => types.info("public.pnk"),
    (error) => error instanceof UniformTypesError && error.code === "unknown-type"
      && /Did you mean public\.png\?/.test(error.message));
  assert.throws(() => types.conforms("public.png", "public.imago"), /public\.image\?/);
  assert.throws(() => types.info("no.such.type.at.all.anywhere"), /search\(\)/);
});

test("items and texts of another kind are refused", async () => {
  for (const item of [undefined, null, 1, "text", {}]) {
    await assert.rejects(types.identify(item), /Pass a Uint8Array/);
  }
  await assert.rejects(types.identify(png, { name: 1 }), TypeError);
  assert.throws(() => types.lookup(1), TypeError);
  assert.throws(() => types.identifySync("text"), TypeError);
});

test("the engine loads from bytes, a module, an address and a response", async () => {
  const content = readFileSync(`${folder}/uniformtypes.wasm`);
  const headers = { "Content-Type": "application/wasm" };
  const sources = [
    content, content.buffer.slice(content.byteOffset, content.byteOffset + content.length),
    new WebAssembly.Module(content), pathToFileURL(`${folder}/uniformtypes.wasm`),
    new Response(content, { headers }), Promise.resolve(new Response(content)),
  ];
  for (const source of sources) {
    assert.equal((await (await load(source)).identify(png)).type, "public.png");
  }
});

test("a source that is not the engine is an error with a remedy", async () => {
  const isLoadError = (error) => error instanceof UniformTypesError && error.code === "load";
  await assert.rejects(load(bytes("no module")), isLoadError);
  await assert.rejects(load(new Response("", { status: 404 })), /status 404/);
  await assert.rejects(load(1), /Pass an address/);
  await assert.rejects(load("file:///no/such/file.wasm"), isLoadError);
  await assert.rejects(load("http://:no address"), isLoadError);
  await assert.rejects(load(fetch("404")), isLoadError);
  await assert.rejects(load(Promise.reject(new Error("gone"))), /gone.*pass its address/);
  await assert.rejects(load(null), /Pass an address/);
  const empty = new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  await assert.rejects(load(empty), /another module/);
});

test("a relative address is relative to the module", async () => {
  const copy = mkdtempSync(join(tmpdir(), "uniformtypes-"));
  try {
    cpSync(folder, copy, { recursive: true });
    mkdirSync(join(copy, "assets"));
    copyFileSync(join(copy, "uniformtypes.wasm"), join(copy, "assets", "engine.wasm"));
    const other = await import(pathToFileURL(join(copy, "uniformtypes.js")));
    assert.equal((await (await other.load("assets/engine.wasm")).identify(png)).type, "public.png");
    await assert.rejects(other.load("engine.wasm"), { code: "load" });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

test("names of any length and characters are accepted", async () => {
  for (const name of ["", "\0", "\ud800.png", "é".repeat(100_000), `${"a".repeat(1_000_000)}.png`]) {
    assert.equal((await types.identify(png, { name })).type, "public.png");
  }
  assert.equal(types.lookup("\"\\\u0001\n").query, "\"\\\u0001\n");
});

test("calls at the same time do not disturb each other", async () => {
  const archive = zip([["word/document.xml", "<a/>"], ["filler", "x".repeat(100_000)], ["[Content_Types].xml", "<a/>"]]);
  const items = Array.from({ length: 40 }, (_, index) => (index % 2 ? new Blob([archive]) : new Blob([png])));
  const verdicts = await Promise.all(items.map((item) => types.identify(item)));
  const [picture, document] = [types.identifySync(png), types.identifySync(archive)];
  verdicts.forEach((verdict, index) => assert.deepEqual(verdict, index % 2 ? document : picture));
});

test("100,000 calls do not use more memory", async () => {
  // The memory of an instance is not public, so that the test loads the module itself.
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(`${folder}/uniformtypes.wasm`)));
  const items = [png, bytes("import os\nprint(os.name)\n".repeat(40)), gzipSync("words\n".repeat(500)),
    zip([["[Content_Types].xml", "<a/>"], ["word/document.xml", "<a/>"]]), bytes("{\"a\": [1, 2]}")];
  const name = bytes("name.bin");
  const place = exports.malloc(4096);
  const namePlace = exports.malloc(64);
  const call = (item) => {
    const memory = new Uint8Array(exports.memory.buffer);
    memory.set(item, place);
    memory.set(name, namePlace);
    exports.utw_begin(place, item.length, item.length, item.length);
    assert.ok(exports.utw_identify(namePlace, name.length, 0) > 0);
    exports.utw_end();
    if (item === png) assert.ok(exports.utw_lookup(namePlace, name.length) > 0);
  };
  for (let index = 0; index < 1000; index++) call(items[index % items.length]);
  const size = exports.memory.buffer.byteLength;
  for (let index = 0; index < 100_000; index++) call(items[index % items.length]);
  assert.equal(exports.memory.buffer.byteLength, size);
});
