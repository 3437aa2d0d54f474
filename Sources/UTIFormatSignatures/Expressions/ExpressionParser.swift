internal import UTIPortable

/// An error in an expression of a signature.
package struct ExpressionError: Error, Hashable {
  /// The offset in bytes from the start of the expression.
  package let offset: Int
  package let message: String
  package let remedy: String
}

/// A reader of the expressions of PRONOM's signatures, in both syntaxes.
///
/// Bytes are pairs of hexadecimal digits, or text between quotation marks. `{n}`, `{n-m}`, `{n-*}`,
/// `*` and `??` are gaps, `(a|b)` alternatives, and `[a:b]`, `[a b]`, `[&a]`, `[~a]` sets of bytes,
/// which `!` inverts. White space separates, and has no meaning of its own.
package struct ExpressionParser {
  /// The levels of alternatives inside others.
  package static let greatestDepth = 16
  /// The length of a gap, in a signed number of 32 bits.
  package static let greatestGap = Int(Int32.max)

  private let text: [UInt8]
  private var place = 0
  private var depth = 0

  private init(_ text: [UInt8]) {
    self.text = text
  }

  /// Throws for text that is no expression, and for an empty one.
  ///
  /// - Complexity: O(*n*) in the size of the expression.
  package static func elements(of text: [UInt8]) throws(ExpressionError) -> [PatternElement] {
    var parser = ExpressionParser(text)
    let result = try parser.sequence()
    guard parser.place == text.count else {
      throw parser.error("“\(parser.current)” has no opening bracket", "remove it")
    }
    return result
  }

  private mutating func sequence() throws(ExpressionError) -> [PatternElement] {
    var result: [PatternElement] = []
    skipBlanks()
    while place < text.count, text[place] != UInt8(ascii: "|"), text[place] != UInt8(ascii: ")"),
      text[place] != UInt8(ascii: "]"), text[place] != UInt8(ascii: "}")
    {
      result.append(joining: try element())
      skipBlanks()
    }
    guard !result.isEmpty else { throw error("bytes are missing", "write at least one byte") }
    return result
  }

  private mutating func element() throws(ExpressionError) -> PatternElement {
    switch text[place] {
    case UInt8(ascii: "*"):
      place += 1
      return .gap(least: 0, greatest: nil)
    case UInt8(ascii: "?"):
      try expect("??", "write ?? for one byte of any value")
      return .gap(least: 1, greatest: 1)
    case UInt8(ascii: "{"): return try gap()
    case UInt8(ascii: "("): return try choice()
    case UInt8(ascii: "["): return try set()
    default: return .bytes(try bytes())
    }
  }
}

// MARK: Gaps, alternatives and sets

extension ExpressionParser {
  private mutating func gap() throws(ExpressionError) -> PatternElement {
    let start = place
    place += 1
    let least = try number()
    var greatest: Int? = least
    skipBlanks()
    if take("-") {
      skipBlanks()
      greatest = take("*") ? nil : try number()
    }
    skipBlanks()
    try expect("}", "close the gap with }")
    guard greatest.map({ $0 >= least }) ?? true else {
      throw error("the gap ends before it starts", "write the smaller number first", at: start)
    }
    return .gap(least: least, greatest: greatest)
  }

  private mutating func number() throws(ExpressionError) -> Int {
    skipBlanks()
    var result = 0
    let start = place
    while place < text.count, text[place] >= 0x30, text[place] <= 0x39 {
      result = result * 10 + Int(text[place] - 0x30)
      guard result <= Self.greatestGap else {
        throw error(
          "the number is more than \(Self.greatestGap)", "write a smaller one", at: start)
      }
      place += 1
    }
    guard place > start else { throw error("a number is missing", "write a number of bytes") }
    return result
  }

  private mutating func choice() throws(ExpressionError) -> PatternElement {
    let start = place
    place += 1
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.greatestDepth else {
      throw error(
        "the alternatives are nested more than \(Self.greatestDepth) deep", "simplify them",
        at: start)
    }
    var alternatives = [try sequence()]
    while take("|") { alternatives.append(try sequence()) }
    try expect(")", "close the alternatives with )")
    return alternatives.count == 1 && alternatives[0].count == 1
      ? alternatives[0][0] : .choice(alternatives)
  }

  /// `[` is next.
  private mutating func set() throws(ExpressionError) -> PatternElement {
    let start = place
    place += 1
    skipBlanks()
    let isInverted = take("!") || take("^")
    var values: [BoundedValue] = []
    var members = ByteSet()
    skipBlanks()
    while place < text.count, text[place] != UInt8(ascii: "]") {
      if take("&") {
        let mask = try maskByte()
        members.formUnion(ByteSet { $0 & mask == mask })
      } else if take("~") {
        let mask = try maskByte()
        members.formUnion(ByteSet { $0 & mask != 0 })
      } else {
        let value = try bounded(isInverted: isInverted)
        if value.first.count == 1 {
          members.formUnion(ByteSet { value.first[0] <= $0 && $0 <= value.last[0] })
        }
        values.append(value)
      }
      skipBlanks()
    }
    try expect("]", "close the set with ]")
    if values.count == 1, values[0].first.count > 1, members == ByteSet() {
      return .range(values[0])
    }
    guard values.allSatisfy({ $0.first.count == 1 }) else {
      throw error(
        "a set has values of several bytes", "write such values as alternatives", at: start)
    }
    if isInverted { members.invert() }
    guard members != ByteSet() else {
      throw error("the set is empty", "write at least one byte", at: start)
    }
    return .byte(members)
  }

  private mutating func maskByte() throws(ExpressionError) -> UInt8 {
    let start = place
    let mask = try bytes()
    guard mask.count == 1 else {
      throw error("a mask has several bytes", "write one byte", at: start)
    }
    return mask[0]
  }

  private mutating func bounded(isInverted: Bool) throws(ExpressionError) -> BoundedValue {
    let start = place
    let first = try bytes()
    skipBlanks()
    let last = take(":") || take("-") ? try bytes() : first
    guard first.count == last.count, !last.lexicographicallyPrecedes(first) else {
      throw error(
        "the bounds of the range do not fit together",
        "write two bounds of one length, the smaller first", at: start)
    }
    return BoundedValue(first, last, isInverted: isInverted)
  }
}

// MARK: Bytes

extension ExpressionParser {
  /// Digits without blanks, or one text.
  private mutating func bytes() throws(ExpressionError) -> [UInt8] {
    skipBlanks()
    guard place < text.count else { throw error("bytes are missing", "write at least one byte") }
    let mark = text[place]
    if mark == UInt8(ascii: "'") || mark == UInt8(ascii: "\"") { return try quoted(mark) }
    var result: [UInt8] = []
    while place < text.count, let high = Hexadecimal.value(of: text[place]) {
      guard place + 1 < text.count, let low = Hexadecimal.value(of: text[place + 1]) else {
        throw error("a byte has one digit", "write two hexadecimal digits", at: place)
      }
      result.append(high << 4 | low)
      place += 2
    }
    guard !result.isEmpty else {
      throw error(
        "“\(current)” is not a hexadecimal digit",
        "write bytes as two digits, or text between quotation marks")
    }
    return result
  }

  /// A character is one byte of Latin-1, so that others have no meaning.
  private mutating func quoted(_ mark: UInt8) throws(ExpressionError) -> [UInt8] {
    let start = place
    place += 1
    let end = text[place...].firstIndex(of: mark)
    guard let end, end > place else {
      throw error(
        end == nil ? "a text has no end" : "a text is empty",
        "write the text between two equal quotation marks", at: start)
    }
    defer { place = end + 1 }
    var result: [UInt8] = []
    for scalar in String(decoding: text[place..<end], as: UTF8.self).unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else {
        throw error("a character is not in Latin-1", "write its bytes as digits", at: start)
      }
      result.append(byte)
    }
    return result
  }

  private mutating func skipBlanks() {
    while place < text.count, [0x20, 0x09, 0x0A, 0x0D].contains(text[place]) { place += 1 }
  }

  private mutating func take(_ character: Character) -> Bool {
    guard place < text.count, text[place] == character.asciiValue else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ word: String, _ remedy: String) throws(ExpressionError) {
    guard text[place...].starts(with: word.utf8) else {
      throw error("“\(word)” is missing", remedy)
    }
    place += word.utf8.count
  }

  /// The next character, for messages.
  private var current: String {
    let rest = String(decoding: text[place...].prefix(4), as: UTF8.self)
    return rest.first.map { VisibleText.shown(String($0)) } ?? "the end"
  }

  private func error(
    _ message: String, _ remedy: String, at offset: Int? = nil
  ) -> ExpressionError {
    ExpressionError(offset: offset ?? place, message: message, remedy: remedy)
  }
}

extension [PatternElement] {
  /// Bytes and gaps without alternatives become one element with those before them.
  package mutating func append(joining element: PatternElement) {
    switch (last, element) {
    case (.bytes(let before), .bytes(let bytes)): self[count - 1] = .bytes(before + bytes)
    case (.gap(let least, let greatest), .gap(let otherLeast, let otherGreatest)):
      self[count - 1] = .gap(
        least: least + otherLeast,
        greatest: greatest.flatMap { first in otherGreatest.map { first + $0 } })
    case (_, .gap(0, .some(0))): break
    default: append(element)
    }
  }

  package mutating func append(joining elements: [PatternElement]) {
    for element in elements { append(joining: element) }
  }
}
