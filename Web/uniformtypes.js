// The types of files in a browser and in Node. See README.md and uniformtypes.d.ts.

/** The weakest support first. */
const supports = ["none", "agreement", "sign"];
const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Numbers of the engine have 32 bits. */
const greatestSize = 0x70000000;
/** The numbers of characters that are accepted: each is far more than real texts have. */
const greatestLengths = { name: 1 << 20, text: 10_000, words: 1000 };
const failures = { registry: -1, unknownType: -2, missingBytes: -3 };

/** A failure; `code` is a word for programs, and the message names the remedy. */
export class UniformTypesError extends Error {
  constructor(code, message, options) {
    super(message, options);
    this.name = "UniformTypesError";
    this.code = code;
  }
}

/** Loads the engine: from the file beside this module, or from a given source. */
export async function load(source, { languages } = {}) {
  const chosen = listOf(languages ?? globalThis.navigator?.languages ?? []);
  const module = await compile(source);
  let instance;
  try {
    instance = await WebAssembly.instantiate(module, {});
  } catch (error) {
    throw new UniformTypesError(
      "load", "The source is another module. Pass uniformtypes.wasm of this package.", { cause: error });
  }
  return new UniformTypes(module, instance, chosen);
}

async function compile(given) {
  try {
    let source = await given;
    if (source === undefined) source = new URL("uniformtypes.wasm", import.meta.url);
    const kind = kindOf(source);
    if (kind === "WebAssembly.Module") return source;
    // A module is not compiled from shared memory, so its bytes are copied.
    if (isBytes(source)) return await WebAssembly.compile(asBytes(source).slice());
    if (kind === "Response") return await compileResponse(source);
    if (kind === "String" || kind === "URL") return await compileAddress(new URL(source, import.meta.url));
  } catch (error) {
    if (error instanceof UniformTypesError) throw error;
    const isForbidden = error instanceof WebAssembly.CompileError && /unsafe-eval|Content Security/i.test(error.message);
    throw new UniformTypesError(
      "load",
      isForbidden
        ? "The content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to script-src."
        : `The engine cannot be loaded: ${error?.message ?? error}. Serve uniformtypes.wasm beside uniformtypes.js, or pass its ` +
          "address or bytes to load().",
      { cause: error });
  }
  throw new UniformTypesError(
    "load", "The source has an unknown kind. Pass an address, bytes, a Response or a WebAssembly.Module.");
}

async function compileAddress(address) {
  if (address.protocol === "file:" && globalThis.process?.versions?.node) {
    const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
    return WebAssembly.compile(await readFile(address));
  }
  return compileResponse(await fetch(address));
}

async function compileResponse(response) {
  if (!response.ok) {
    throw new UniformTypesError(
      "load",
      `${response.url || "The response"} has the status ${response.status}. Serve uniformtypes.wasm there, or pass its address to load().`);
  }
  const type = response.headers.get("Content-Type")?.split(";")[0].trim();
  return type === "application/wasm"
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/** A string would be a list of its characters. */
function listOf(languages) {
  const list = typeof languages === "string" ? [languages] : languages;
  if (Array.isArray(list) && list.every((tag) => typeof tag === "string")) return list;
  throw new TypeError("The languages are not a list of strings. Pass language tags, such as [\"pt-BR\", \"en\"].");
}

/** The POSIX locales of language tags, such as pt_BR and pt for pt-BR. */
function locales(languages) {
  const result = new Set();
  for (const tag of languages) {
    let locale;
    try {
      locale = new Intl.Locale(tag.replace(/_/g, "-"));
    } catch {
      continue;
    }
    const region = locale.region ?? (locale.language === "zh" ? locale.maximize().region : undefined);
    if (region) result.add(`${locale.language}_${region}`);
    if (locale.script === "Latn") result.add(`${locale.language}@latin`);
    result.add(locale.language);
  }
  return [...result];
}

class UniformTypes {
  #module;
  #engine;
  #languages;
  #headSize = 0;
  /** The place and size of the memory for arguments. */
  #place = 0;
  #capacity = 0;

  constructor(module, instance, languages) {
    this.#module = module;
    this.#languages = encoder.encode(locales(languages).join("\n"));
    this.#start(instance);
  }

  #start(instance) {
    this.#engine = instance.exports;
    this.#place = 0;
    this.#capacity = 0;
    if (typeof this.#engine.utw_identify !== "function") {
      throw new UniformTypesError("load", "The source is another module. Pass uniformtypes.wasm of this package.");
    }
    this.#headSize = this.#engine.utw_head_size();
    const [languages] = this.#copy([this.#languages]);
    this.#engine.utw_languages(languages.place, languages.count);
  }

  /** The greatest number of bytes that are read at the start of an item. */
  get headSize() {
    return this.#headSize;
  }

  async identify(item, options = {}) {
    const name = nameOf(item, options);
    if (isBytes(item)) return this.#identifyBytes(asBytes(item), name, options);
    if (isBlob(item)) return this.#identifyBlob(item, name, options);
    if (typeof item?.getReader === "function" || typeof item?.[Symbol.asyncIterator] === "function") {
      const bytes = await this.#headOf(item);
      const size = options.size ?? (bytes.length > this.#headSize ? Infinity : bytes.length);
      return this.#identifyBytes(bytes, name, { ...options, size });
    }
    throw new TypeError(
      "The item has an unknown kind. Pass a Uint8Array, an ArrayBuffer, a Blob, a File or a ReadableStream.");
  }

  identifySync(bytes, options = {}) {
    if (!isBytes(bytes)) throw new TypeError("identifySync() takes a Uint8Array or an ArrayBuffer. Use identify().");
    return this.#identifyBytes(asBytes(bytes), nameOf(bytes, options), options);
  }

  identifyName(name) {
    return this.#answer((place, count) => this.#engine.utw_identify_name(place, count), text(name, "name", greatestLengths.name));
  }

  lookup(query) {
    return this.#answer((place, count) => this.#engine.utw_lookup(place, count), text(query, "query"));
  }

  info(type) {
    const info = this.#answer((place, count) => this.#engine.utw_info(place, count), text(type, "type"));
    if (info === undefined) throw this.#unknown(type);
    const tags = {};
    for (const [tagClass, value] of info.tags) (tags[tagClass] ??= []).push(value);
    info.tags = tags;
    return info;
  }

  conforms(type, other) {
    const texts = [text(type, "type"), text(other, "other type")];
    const result = this.#guarded(() => {
      const [left, right] = this.#copy(texts.map((text) => encoder.encode(text)));
      return this.#engine.utw_conforms(left.place, left.count, right.place, right.count);
    });
    if (result === failures.unknownType) {
      throw this.#unknown(this.#isKnown(type) ? other : type);
    }
    return result === 1;
  }

  verdictConforms(verdict, type, atLeast = "none") {
    const least = supports.indexOf(atLeast);
    if (least < 0) throw new TypeError(`${atLeast} is not a support. Pass none, agreement or sign.`);
    if (!this.conforms(verdict.type, type)) return false;
    return supports.indexOf(verdict.support) >= least || this.conforms("public.data", type);
  }

  search(words) {
    if (text(words, "text of the search", greatestLengths.words).trim() === "") return [];
    return this.#answer((place, count) => this.#engine.utw_search(place, count), words);
  }

  // Items

  #identifyBytes(bytes, name, options) {
    const size = sizeOf(options.size, bytes.length);
    const pieces = [];
    for (;;) {
      const answer = this.#pass(bytes.subarray(0, this.#headSize), pieces, size, bytes.length, name, options);
      if (!answer.missing) return answer.verdict;
      const { offset, count } = answer.missing;
      pieces.push({ offset, bytes: bytes.subarray(offset, offset + count) });
    }
  }

  async #identifyBlob(blob, name, options) {
    const size = sizeOf(options.size, blob.size);
    const read = async (start, end) => {
      try {
        return new Uint8Array(await blob.slice(start, end).arrayBuffer());
      } catch (error) {
        throw new UniformTypesError(
          "read", "The file cannot be read; it may have changed or be gone. Choose it again.", { cause: error });
      }
    };
    const head = await read(0, this.#headSize);
    const pieces = [];
    for (;;) {
      const answer = this.#pass(head, pieces, size, blob.size, name, options);
      if (!answer.missing) return answer.verdict;
      const { offset, count } = answer.missing;
      pieces.push({ offset, bytes: await read(offset, offset + count) });
    }
  }

  /** The bytes of the head and one more, which shows that the stream goes on. */
  async #headOf(stream) {
    const limit = this.#headSize + 1;
    const head = new Uint8Array(limit);
    let count = 0;
    const take = (chunk) => {
      if (!isBytes(chunk)) throw new TypeError("The stream has chunks that are not bytes. Pass a stream of Uint8Array.");
      const bytes = asBytes(chunk).subarray(0, limit - count);
      head.set(bytes, count);
      count += bytes.length;
      return count === limit;
    };
    if (typeof stream.getReader === "function") {
      const reader = stream.getReader();
      try {
        for (;;) {
          const { done, value } = await reader.read();
          if (done || take(value)) break;
        }
      } finally {
        // Not awaited: a source may take long to stop.
        reader.cancel().catch(() => {});
      }
    } else {
      for await (const chunk of stream) {
        if (take(chunk)) break;
      }
    }
    return head.subarray(0, count);
  }

  /** One verdict with the pieces at hand; nothing remains in the engine. */
  #pass(head, pieces, size, readable, name, options) {
    return this.#guarded(() => {
      const engine = this.#engine;
      const arguments_ = [head, name === undefined ? new Uint8Array() : encoder.encode(name)];
      for (const piece of pieces) arguments_.push(piece.bytes);
      const [first, named, ...others] = this.#copy(arguments_);
      engine.utw_begin(first.place, first.count, size, Math.min(readable, greatestSize));
      others.forEach(({ place, count }, index) => engine.utw_add(place, count, pieces[index].offset));
      const count = engine.utw_identify(
        named.place, name === undefined ? -1 : named.count, options.isNameTrusted ?? true ? 1 : 0);
      try {
        if (count === failures.missingBytes) {
          return { missing: { offset: engine.utw_missing_offset(), count: engine.utw_missing_count() } };
        }
        return { verdict: this.#result(count) };
      } finally {
        engine.utw_end();
      }
    });
  }

  // Calls

  #answer(call, text) {
    return this.#guarded(() => {
      const [argument] = this.#copy([encoder.encode(text)]);
      return this.#result(call(argument.place, argument.count));
    });
  }

  #result(count) {
    if (count === failures.unknownType) return undefined;
    if (count === failures.registry) {
      throw new UniformTypesError("load", "The registry in the module is damaged. Build or install the package again.");
    }
    // A view from before the call is detached if the memory has grown.
    return JSON.parse(decoder.decode(new Uint8Array(this.#engine.memory.buffer, this.#engine.utw_answer(), count)));
  }

  /** Copies arguments into the memory of the engine, valid until the next copy. */
  #copy(arguments_) {
    let total = 0;
    for (const bytes of arguments_) total += bytes.length;
    if (total > this.#capacity) {
      if (this.#place !== 0) this.#engine.free(this.#place);
      this.#capacity = Math.max(total, this.#headSize + 4096);
      this.#place = this.#engine.malloc(this.#capacity);
      if (this.#place === 0) {
        this.#capacity = 0;
        throw new UniformTypesError("memory", "The engine gets no more memory. Load it again when other pages or programs need less.");
      }
    }
    const memory = new Uint8Array(this.#engine.memory.buffer);
    let place = this.#place;
    return arguments_.map((bytes) => {
      memory.set(bytes, place);
      const result = { place, count: bytes.length };
      place += bytes.length;
      return result;
    });
  }

  /** After a trap the memory of the engine is in an unknown state, so it starts again. */
  #guarded(body) {
    try {
      return body();
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) throw error;
      this.#start(new WebAssembly.Instance(this.#module, {}));
      throw new UniformTypesError(
        "trap", "The engine stopped at this input and was started again. Please report the input.", { cause: error });
    }
  }

  #isKnown(type) {
    return this.#answer((place, count) => this.#engine.utw_info(place, count), type) !== undefined;
  }

  #unknown(type) {
    const nearest = this.#answer((place, count) => this.#engine.utw_nearest(place, count), type);
    const hint = nearest ? `Did you mean ${nearest}?` : "search() finds types by words.";
    return new UniformTypesError("unknown-type", `No type has the name ${JSON.stringify(type.slice(0, 200))}. ${hint}`);
  }
}

/** An object of a frame or another realm has its kind too, and is no instance of a class here. */
function kindOf(value) {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function isBytes(item) {
  return ArrayBuffer.isView(item) || ["ArrayBuffer", "SharedArrayBuffer"].includes(kindOf(item));
}

function asBytes(item) {
  return ArrayBuffer.isView(item)
    ? new Uint8Array(item.buffer, item.byteOffset, item.byteLength) : new Uint8Array(item);
}

function isBlob(item) {
  return typeof item?.slice === "function" && typeof item?.arrayBuffer === "function";
}

/** The name of the options, or of a File; undefined for none. */
function nameOf(item, options) {
  const name = options.name === undefined && isBlob(item) ? item.name : options.name;
  return name === undefined || name === null ? undefined : text(name, "name", greatestLengths.name);
}

function sizeOf(size, count) {
  if (size === undefined) return Math.min(count, greatestSize);
  if (typeof size !== "number" || !(size >= count)) {
    throw new TypeError(
      `The size is ${size}, and there are ${count} bytes. Pass the size of the whole item, or Infinity if it is unknown.`);
  }
  // One byte more than are at hand if the size is unknown.
  return Math.min(size === Infinity ? count + 1 : size, greatestSize);
}

function text(value, word, greatestLength = greatestLengths.text) {
  if (typeof value !== "string") throw new TypeError(`The ${word} is not a string. Pass a string.`);
  if (value.length <= greatestLength) return value;
  throw new UniformTypesError(
    "too-long", `The ${word} has ${value.length} characters. Pass ${greatestLength} or fewer.`);
}
