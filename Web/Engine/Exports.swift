internal import UTITypeDetection
internal import UTITypeGraph

// The functions that `uniformtypes.js` calls. A module for WebAssembly has one thread, so the answer and
// the bytes in use are global.

private let loaded = Engine()
private nonisolated(unsafe) var languages: [String] = []
private nonisolated(unsafe) var answer: [UInt8] = []
private nonisolated(unsafe) var pieces: BytePieces?

/// The results of a failed call; all are negative.
private enum Failure {
  static let registry = -1
  static let unknownType = -2
  static let missingBytes = -3
}

private var engine: Engine? {
  var engine = loaded
  engine?.languages = languages
  return engine
}

private func text(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> String {
  String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}

/// Sets the answer, and returns the number of its bytes.
private func write(_ body: (inout JSONWriter) -> Void) -> Int {
  var writer = JSONWriter()
  body(&writer)
  answer = writer.bytes
  return answer.count
}

/// The place of the answer, valid until the next call.
@_cdecl("utw_answer")
public func answerPlace() -> UnsafeRawPointer? {
  answer.withUnsafeBytes { $0.baseAddress }
}

/// The number of bytes to pass to `utw_begin`.
@_cdecl("utw_head_size")
public func headSize() -> Int { DetectionLimits().headByteCount }

/// Sets the languages of descriptions: POSIX locales with line feeds between them.
@_cdecl("utw_languages")
public func setLanguages(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
  languages = text(bytes, count).split(separator: "\n").map { String($0) }
}

/// Starts an item with its head, all bytes up to `utw_head_size`.
@_cdecl("utw_begin")
public func begin(
  _ head: UnsafePointer<UInt8>?, _ count: Int, _ size: Int, _ readableCount: Int
) {
  pieces = BytePieces(
    head: UnsafeRawBufferPointer(start: head, count: count), size: size,
    readableCount: readableCount)
}

/// Adds the bytes that were missing.
@_cdecl("utw_add")
public func add(_ bytes: UnsafePointer<UInt8>?, _ count: Int, _ offset: Int) {
  pieces?.add(UnsafeRawBufferPointer(start: bytes, count: count), at: offset)
}

/// The offset of the bytes that the last verdict needs.
@_cdecl("utw_missing_offset")
public func missingOffset() -> Int { pieces?.missing?.offset ?? 0 }

/// The number of bytes that the last verdict needs.
@_cdecl("utw_missing_count")
public func missingCount() -> Int { pieces?.missing?.count ?? 0 }

/// Forgets the item.
@_cdecl("utw_end")
public func end() { pieces = nil }

/// Writes the verdict about the item; the number of bytes of the name is negative without a name.
@_cdecl("utw_identify")
public func identify(_ name: UnsafePointer<UInt8>?, _ nameCount: Int, _ isTrusted: Bool) -> Int {
  guard let engine, let pieces else { return Failure.registry }
  pieces.startVerdict()
  let name = nameCount < 0 ? nil : text(name, nameCount)
  let verdict: Verdict
  if isTrusted || name == nil {
    verdict = engine.detector.verdict(forPieces: pieces, name: name)
  } else {
    let shown = engine.detector.verdict(forPieces: pieces)
    let named = engine.detector.verdict(forPieces: pieces, name: name)
    verdict = .withUntrustedName(shown: shown, named: named)
  }
  guard pieces.missing == nil else { return Failure.missingBytes }
  return write { engine.write(verdict, to: &$0) }
}

/// Writes the verdict about a name alone.
@_cdecl("utw_identify_name")
public func identifyName(_ name: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  guard let engine else { return Failure.registry }
  let verdict = engine.detector.verdict(forName: text(name, count))
  return write { engine.write(verdict, to: &$0) }
}

/// Writes the types of a tag, or of an identifier.
@_cdecl("utw_lookup")
public func lookup(_ query: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  guard let engine else { return Failure.registry }
  return write { engine.writeLookUp(text(query, count), to: &$0) }
}

/// Writes the facts about a type.
@_cdecl("utw_info")
public func info(_ type: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  guard let engine else { return Failure.registry }
  guard let type = engine.namedType(text(type, count)) else { return Failure.unknownType }
  return write { engine.writeInfo(type, to: &$0) }
}

/// Returns 1 if a type conforms to another, or 0.
@_cdecl("utw_conforms")
public func conforms(
  _ type: UnsafePointer<UInt8>?, _ count: Int, _ other: UnsafePointer<UInt8>?, _ otherCount: Int
) -> Int {
  guard let engine else { return Failure.registry }
  guard let type = engine.namedType(text(type, count)),
    let other = engine.namedType(text(other, otherCount))
  else { return Failure.unknownType }
  return engine.conforms(type, to: other) ? 1 : 0
}

/// Writes the identifier that a misspelt one may mean, or null.
@_cdecl("utw_nearest")
public func nearest(_ identifier: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  guard let engine else { return Failure.registry }
  return write { $0.string(engine.nearestIdentifier(to: text(identifier, count))) }
}

/// Writes the types that have all words.
@_cdecl("utw_search")
public func search(_ words: UnsafePointer<UInt8>?, _ count: Int) -> Int {
  guard let engine else { return Failure.registry }
  return write { engine.writeSearch(text(words, count), to: &$0) }
}
