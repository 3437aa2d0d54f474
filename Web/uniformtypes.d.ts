/** How sure a verdict is. */
export type Confidence = "guess" | "likely" | "certain";

/** The part of an item that a verdict or a reason rests on. */
export type Basis =
  | "explicit" | "kind" | "name" | "content" | "container" | "root-element" | "text" | "empty" | "none";

/** The support of the bytes for a type. */
export type Support = "none" | "agreement" | "sign";

/** A type that fits too. */
export interface Alternative {
  type: string;
  mimeType: string | null;
  basis: Basis;
}

/** One reason for a verdict. */
export interface Evidence {
  /** The whole reason in one sentence. */
  reason: string;
  basis: Basis;
  /** The rule that was met, in words. */
  rule: string;
  /** The type that the reason supports; null if it supports a kind of bytes. */
  type: string | null;
  /** The offset of the bytes in the item. */
  offset: number | null;
  /** The bytes there, 16 at most. */
  bytes: number[];
  /** The file and line of the declaration; null if the rule is part of the engine. */
  origin: string | null;
}

/** A name and bytes that do not belong together. */
export interface Disagreement {
  nameType: string;
  contentType: string;
  reason: string;
  /** The number of bits by which the evidence for one outweighs that for the other. */
  margin: number;
  /** The one that the verdict follows. */
  winner: "name" | "content";
}

/** The type of an item. */
export interface Verdict {
  /** The identifier; a dynamic one if only an undeclared filename extension is known. */
  type: string;
  /** "application/octet-stream" for unknown data. */
  mimeType: string | null;
  description: string | null;
  /** The preferred filename extension of the type. */
  filenameExtension: string | null;
  confidence: Confidence;
  basis: Basis;
  support: Support;
  /** The encoding of a text; null if the bytes were not found to be a text. */
  encoding: string | null;
  /** The likeliest first. */
  alternatives: Alternative[];
  /** The decisive reason first. */
  evidence: Evidence[];
  /** null if the name and the bytes agree. */
  disagreement: Disagreement | null;
}

/** The types of a tag. */
export interface LookUp {
  query: string;
  /** Declared types, the preferred one first. */
  types: string[];
  /** The identifier of a tag that no declared type has. */
  dynamic: string | null;
}

/** The facts about a type. */
export interface TypeInfo {
  type: string;
  description: string | null;
  isDeclared: boolean;
  isDynamic: boolean;
  isPublic: boolean;
  mimeType: string | null;
  filenameExtension: string | null;
  /** The values by class, such as "public.filename-extension". */
  tags: Record<string, string[]>;
  /** The direct supertypes. */
  conformsTo: string[];
  /** The formats in which files of the type are stored. */
  container: string[];
  /** All supertypes. */
  supertypes: string[];
  /** The direct subtypes. */
  subtypes: string[];
}

export interface Found {
  type: string;
  mimeType: string | null;
  description: string | null;
}

export interface IdentifyOptions {
  /** The file name. The name of a `File` counts without it; null ignores that name. */
  name?: string | null;
  /** False for a name that somebody else sent: the bytes decide, and the name only narrows their type. */
  isNameTrusted?: boolean;
  /** The size of the whole item if the bytes are only its start; `Infinity` if the size is unknown. */
  size?: number;
}

export type Item =
  | ArrayBufferLike
  | ArrayBufferView
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>;

/** The engine and its registry. */
export interface UniformTypes {
  /** The greatest number of bytes that are read at the start of an item. */
  readonly headSize: number;
  /**
   * Identifies an item. Of a `Blob` the first bytes are read, and the parts of a container that the engine
   * asks for. Of a stream the first bytes are read, and then it is cancelled.
   */
  identify(item: Item, options?: IdentifyOptions): Promise<Verdict>;
  /** Identifies bytes in memory at once. */
  identifySync(bytes: ArrayBufferLike | ArrayBufferView, options?: IdentifyOptions): Verdict;
  /** Identifies a name alone; a slash at its end means a directory. */
  identifyName(name: string): Verdict;
  /**
   * Looks up ".ext", "media/type", "class=value", an identifier, or an extension without its period. The
   * parameters of a MIME type, such as "; charset=utf-8", are ignored.
   */
  lookup(tagOrIdentifier: string): LookUp;
  /**
   * Throws `UniformTypesError` with the code "unknown-type" if no type has the identifier or tag, and for a
   * pattern such as "image/*".
   */
  info(identifierOrTag: string): TypeInfo;
  /** Also true for a type and itself. Throws as `info`. */
  conforms(type: string, other: string): boolean;
  /** The type of a verdict conforms; with "agreement" or "sign" the bytes support it too. The default is "none". */
  verdictConforms(verdict: Verdict, type: string, atLeast?: Support): boolean;
  /** The types whose identifier, tags or description have all words, the best first. The limit is 1,000 characters. */
  search(words: string): Found[];
}

export type Source =
  | string
  | URL
  | Response
  | ArrayBufferLike
  | ArrayBufferView
  | WebAssembly.Module;

/**
 * Loads the engine.
 *
 * @param source the address or contents of uniformtypes.wasm; the file next to uniformtypes.js without it. A
 *   relative address is relative to uniformtypes.js, not to the page.
 * @param options the languages of descriptions, such as ["pt-BR", "en"] or "en", the preferred one first; the
 *   browser's without it. The built-in registry has English descriptions only, so the option changes no answer.
 */
export function load(
  source?: Source | Promise<Source>, options?: { languages?: readonly string[] | string },
): Promise<UniformTypes>;

/** A failure; the message names the remedy. */
export class UniformTypesError extends Error {
  readonly code: "load" | "read" | "memory" | "too-long" | "trap" | "unknown-type";
}
