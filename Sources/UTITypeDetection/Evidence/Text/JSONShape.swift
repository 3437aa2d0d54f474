internal import CUTIByteSearch

/// The shape of a JSON text, as far as its start shows it (RFC 8259).
///
/// The grammar is checked up to the end of the data. Names on the first two levels show a format.
struct JSONShape {
  /// One after another, each on its own line.
  private(set) var textCount = 0
  /// Names of the outermost object, with their values where those are strings.
  private(set) var members: [String: String] = [:]
  /// Names after the outer name and a period, and after brackets for objects in an array.
  private(set) var innerNames: Set<String> = []

  private let data: UnsafeRawBufferPointer
  private let count: Int
  private let isCut: Bool
  private var place: Int

  /// nil unless the data, which must outlive the value, begin with an object or an array.
  init?(_ data: UnsafeRawBufferPointer, isCut: Bool) {
    self.data = data
    count = data.count
    self.isCut = isCut
    place = 0
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { place += 3 }
    skipSpace()
    guard let first = peek(), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    while peek() != nil {
      let start = place
      guard value(depth: 0, path: "") else { return nil }
      let end = place
      textCount += 1
      skipSpace()
      guard peek() == nil ? textCount == 1 || isOneLine(start..<end) : standsAlone(start..<end)
      else { return nil }
    }
    // Brackets alone are not evidence: [section] and {template} begin so too.
    guard isCut || textCount > 0 else { return nil }
  }

  /// The first character may begin a value, or a comment of the dialects that have them.
  static func isPossible(_ text: UnsafeRawBufferPointer) -> Bool {
    let marks: [UInt8] = [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]
    guard let start = text.firstIndex(where: { !marks.contains($0) }) else { return false }
    switch text[start] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "'"),
      UInt8(ascii: "+")...UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "#"), 0x1E:
      return true
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "N"),
      UInt8(ascii: "I"):
      let rest = text[start...]
      return ["true", "false", "null", "NaN", "Infinity"].contains { rest.starts(with: $0.utf8) }
    default: return false
    }
  }

  private func isOneLine(_ text: Range<Int>) -> Bool { !data[text].contains(0x0A) }

  /// A text before another has its own line (JSON Lines, "Line Terminator").
  private func standsAlone(_ text: Range<Int>) -> Bool {
    isOneLine(text) && data[text.upperBound..<place].contains(0x0A)
  }

  /// The grammar is checked up to this level.
  private static let deepest = 64

  @inline(__always)
  private func peek() -> UInt8? { place < count ? data[place] : nil }

  @inline(__always)
  private mutating func skipSpace() {
    // Each loop has a local place: the property would be stored at every step.
    var at = place
    while at < count {
      let byte = data[at]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      at &+= 1
    }
    place = at
  }

  private var isAtCut: Bool { isCut && place >= count }

  private func text(_ range: Range<Int>) -> String { String(decoding: data[range], as: UTF8.self) }

  private mutating func value(depth: Int, path: String) -> Bool {
    skipSpace()
    guard let byte = peek() else { return isAtCut }
    switch byte {
    case UInt8(ascii: "{") where depth == Self.deepest,
      UInt8(ascii: "[") where depth == Self.deepest:
      return deepValue()
    case UInt8(ascii: "{"): return object(depth: depth, path: path)
    case UInt8(ascii: "["): return array(depth: depth, path: path)
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    default: return word("true") || word("false") || word("null")
    }
  }

  /// Brackets of deeper levels are counted, so that depth takes no stack.
  private mutating func deepValue() -> Bool {
    var open = 0
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
      case UInt8(ascii: "\""):
        guard string() != nil else { return false }
        continue
      default: break
      }
      place += 1
      if open == 0 { return true }
    }
    return isCut
  }

  private mutating func object(depth: Int, path: String) -> Bool {
    place += 1
    skipSpace()
    if peek() == UInt8(ascii: "}") {
      place += 1
      return true
    }
    while true {
      skipSpace()
      guard peek() == UInt8(ascii: "\"") else { return isAtCut }
      guard let name = string() else { return false }
      skipSpace()
      guard peek() == UInt8(ascii: ":") else { return isAtCut }
      place += 1
      skipSpace()
      if depth == 0 {
        let name = text(name)
        note(name)
        guard value(depth: 1, path: name) else { return false }
      } else {
        if Self.outerNames.contains(path) { innerNames.insert(path + "." + text(name)) }
        guard value(depth: depth + 1, path: "") else { return false }
      }
      skipSpace()
      guard let byte = peek() else { return isCut }
      place += 1
      if byte == UInt8(ascii: "}") { return true }
      guard byte == UInt8(ascii: ",") else { return false }
    }
  }

  /// Names whose inner names identify a format.
  private static let outerNames: Set<String> = ["asset", "log", "cells[]"]

  /// Only names of the outermost object are kept.
  private mutating func note(_ name: String) {
    guard members.count < 256, members[name] == nil else { return }
    let start = place
    members[name] = peek() == UInt8(ascii: "\"") ? string().map(text) ?? "" : ""
    place = start
  }

  private mutating func array(depth: Int, path: String) -> Bool {
    let path = path.isEmpty ? path : path + "[]"
    place += 1
    skipSpace()
    if peek() == UInt8(ascii: "]") {
      place += 1
      return true
    }
    while true {
      skipNumbers()
      guard value(depth: depth + 1, path: path) else { return false }
      skipSpace()
      guard let byte = peek() else { return isCut }
      place += 1
      if byte == UInt8(ascii: "]") { return true }
      guard byte == UInt8(ascii: ",") else { return false }
    }
  }

  /// Numbers with commas are most bytes of files with large arrays.
  private mutating func skipNumbers() {
    if let start = data.baseAddress?.assumingMemoryBound(to: UInt8.self) {
      place += uti_skip_numbers(start + place, count - place)
    }
    var at = place
    while at < count {
      if data[at] == 0x20 || data[at] == 0x0A { at &+= 1 }
      if at < count, data[at] == UInt8(ascii: "-") { at &+= 1 }
      var first = at
      while at < count, data[at] &- UInt8(ascii: "0") < 10 { at &+= 1 }
      if at > first, at < count, data[at] == UInt8(ascii: ".") {
        at &+= 1
        first = at
        while at < count, data[at] &- UInt8(ascii: "0") < 10 { at &+= 1 }
      }
      guard at > first, at < count, data[at] == UInt8(ascii: ",") else { return }
      at &+= 1
      place = at
    }
  }

  /// The range of the characters, with escapes as written; nil when invalid.
  @inline(__always)
  private mutating func string() -> Range<Int>? {
    let start = place + 1
    var at = start
    while at < count {
      switch data[at] {
      case UInt8(ascii: "\""):
        place = at + 1
        return start..<at
      case UInt8(ascii: "\\"): at &+= 2
      case 0..<0x20:
        place = at
        return nil
      default: at &+= 1
      }
    }
    place = count
    return isCut ? start..<count : nil
  }

  /// RFC 8259, section 6; a zero at the start is let pass, as other readers do.
  @inline(__always)
  private mutating func number() -> Bool {
    if peek() == UInt8(ascii: "-") { place += 1 }
    guard digits() else { return isAtCut }
    guard let byte = peek(), byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") else {
      return true
    }
    return fraction()
  }

  private mutating func fraction() -> Bool {
    if peek() == UInt8(ascii: ".") {
      place += 1
      guard digits() else { return isAtCut }
    }
    guard let byte = peek(), byte | 0x20 == UInt8(ascii: "e") else { return true }
    place += 1
    if let sign = peek(), sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { place += 1 }
    return digits() || isAtCut
  }

  @inline(__always)
  private mutating func digits() -> Bool {
    let start = place
    var at = start
    while at < count, data[at] &- UInt8(ascii: "0") < 10 { at &+= 1 }
    place = at
    return at > start
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let count = min(word.utf8CodeUnitCount, count - place)
    for index in 0..<count where data[place + index] != word.utf8Start[index] { return false }
    guard count > 0, count == word.utf8CodeUnitCount || isCut else { return false }
    place += count
    return true
  }
}

extension JSONShape {
  /// The most precise first.
  var mimeNames: [String] {
    if textCount > 1 {
      return ["application/x-ndjson", "application/jsonl", "application/json-lines"]
    }
    return (format.map { [$0] } ?? []) + ["application/json"]
  }

  /// The specification of a format requires the members.
  private var format: String? {
    if isNotebook { return "application/x-ipynb+json" }
    if members["asset"] != nil, innerNames.contains("asset.version"),
      ["scenes", "nodes", "meshes", "buffers", "scene"].contains(where: { members[$0] != nil })
    {
      return "model/gltf+json"
    }
    if let type = members["type"], isGeometry(type) { return "application/geo+json" }
    if members["bomFormat"] == "CycloneDX" { return "application/vnd.cyclonedx+json" }
    if members["spdxVersion"] != nil { return "application/spdx+json" }
    if members["log"] != nil, innerNames.isSuperset(of: ["log.version", "log.entries"]) {
      return "application/har+json"
    }
    if let schema = members["$schema"], Array(schema.utf8)[...].contains("json-schema.org") {
      return "application/schema+json"
    }
    if members["@context"] != nil { return "application/ld+json" }
    return nil
  }

  /// The cells are the evidence if the number of the format, after them, is beyond the bytes.
  private var isNotebook: Bool {
    members["nbformat"] != nil && (members["cells"] != nil || members["worksheets"] != nil)
      || innerNames.isSuperset(of: ["cells[].cell_type", "cells[].source"])
  }

  /// RFC 7946, section 1.4.
  private func isGeometry(_ type: String) -> Bool {
    switch type {
    case "FeatureCollection": members["features"] != nil
    case "Feature": members["geometry"] != nil
    case "GeometryCollection": members["geometries"] != nil
    case "Point", "MultiPoint", "LineString", "MultiLineString", "Polygon", "MultiPolygon":
      members["coordinates"] != nil
    default: false
    }
  }
}
