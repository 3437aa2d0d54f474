/// The shape of a JSON text as far as its start tells (RFC 8259).
///
/// It checks the grammar up to the end of the data, which may be cut, and keeps the names on the
/// first two levels with the strings that stand beside them; by these a format built on JSON shows.
struct JSONShape {
  /// The number of texts one after another, each on a line of its own.
  private(set) var textCount = 0
  /// The names of the outermost object, with their values where those are strings.
  private(set) var members: [String: String] = [:]
  /// The names one level further down, behind the outer name and a period.
  private(set) var innerNames: Set<String> = []

  private let data: ArraySlice<UInt8>
  private let isCut: Bool
  private var place: Int

  /// Nil when the data are no JSON text that begins with an object or an array.
  ///
  /// - Parameter isCut: whether the data are only the start of the text.
  init?(_ data: ArraySlice<UInt8>, isCut: Bool) {
    self.data = data
    self.isCut = isCut
    place = data.startIndex
    if data.starts(with: [0xEF, 0xBB, 0xBF]) { place += 3 }
    skipSpace()
    guard let first = peek(), first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else {
      return nil
    }
    while peek() != nil {
      guard value(depth: 0, path: "") else { return nil }
      textCount += 1
      skipSpace()
    }
    // Brackets alone are no evidence: [section] and {template} begin so too.
    guard isCut || textCount > 0 else { return nil }
  }

  private static let deepest = 64

  private func peek() -> UInt8? { place < data.endIndex ? data[place] : nil }

  private mutating func skipSpace() {
    while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { place += 1 }
  }

  /// Whether the end of the data is a place where they were cut.
  private var isAtCut: Bool { isCut && place >= data.endIndex }

  private mutating func value(depth: Int, path: String) -> Bool {
    skipSpace()
    guard let byte = peek(), depth < Self.deepest else { return isAtCut }
    switch byte {
    case UInt8(ascii: "{"): return object(depth: depth, path: path)
    case UInt8(ascii: "["): return array(depth: depth, path: path)
    case UInt8(ascii: "\""): return string() != nil
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    default: return word("true") || word("false") || word("null")
    }
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
      if depth == 0 { note(name) } else if depth == 1 { innerNames.insert(path + "." + name) }
      guard value(depth: depth + 1, path: depth == 0 ? name : path) else { return false }
      skipSpace()
      guard let byte = peek() else { return isCut }
      place += 1
      if byte == UInt8(ascii: "}") { return true }
      guard byte == UInt8(ascii: ",") else { return false }
    }
  }

  /// Keeps a name of the outermost object, and its value when that is a string.
  private mutating func note(_ name: String) {
    guard members.count < 256, members[name] == nil else { return }
    let start = place
    members[name] = peek() == UInt8(ascii: "\"") ? string() ?? "" : ""
    place = start
  }

  private mutating func array(depth: Int, path: String) -> Bool {
    place += 1
    skipSpace()
    if peek() == UInt8(ascii: "]") {
      place += 1
      return true
    }
    while true {
      guard value(depth: depth + 1, path: path) else { return false }
      skipSpace()
      guard let byte = peek() else { return isCut }
      place += 1
      if byte == UInt8(ascii: "]") { return true }
      guard byte == UInt8(ascii: ",") else { return false }
    }
  }

  /// The characters of a string, escapes as they are written; nil when it is none.
  private mutating func string() -> String? {
    place += 1
    let start = place
    while let byte = peek() {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return data[start..<place - 1].text
      case UInt8(ascii: "\\"): place = min(place + 2, data.endIndex)
      case 0..<0x20: return nil
      default: place += 1
      }
    }
    return isCut ? data[start..<data.endIndex].text : nil
  }

  private mutating func number() -> Bool {
    let start = place
    while let byte = peek(), "+-.eE0123456789".utf8.contains(byte) { place += 1 }
    let text = data[start..<place]
    return isAtCut || Double(text.text) != nil
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let rest = data[place...]
    if rest.has(word) {
      place += word.utf8CodeUnitCount
      return true
    }
    guard isCut, rest.count < word.utf8CodeUnitCount, !rest.isEmpty else { return false }
    place = data.endIndex
    return true
  }
}
