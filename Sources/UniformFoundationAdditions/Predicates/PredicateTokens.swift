internal import Foundation

/// A word, literal or sign of a predicate's format.
enum PredicateToken: Hashable {
  /// A keyword or a key path.
  case word(String)
  /// A key path that cannot be a keyword: an argument of `%K`, or a word after `#`.
  case keyPath(String)
  case string(String)
  case number(NSNumber)
  case variable(String)
  /// The place of an argument among the arguments.
  case argument(Int)
  case sign(String)
  case end
}

/// The tokens of a format, with the arguments of `%K` inserted.
struct PredicateTokens {
  private(set) var tokens: [(token: PredicateToken, offset: Int)] = []
  private let characters: [Character]
  private let arguments: [Any]
  private var position = 0
  private var argumentCount = 0

  private static let signs = [
    "==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "=", "<", ">", "!", "(", ")", "{", "}",
    ",", "[", "]",
  ]

  init(_ format: String, _ arguments: [Any]) throws(PredicateFormatError) {
    characters = Array(format)
    self.arguments = arguments
    while true {
      while position < characters.count, characters[position].isWhitespace { position += 1 }
      let offset = position
      let token = try next()
      tokens.append((token, offset))
      if token == .end { break }
    }
    guard argumentCount == arguments.count else {
      throw PredicateFormatError(
        message: "\(arguments.count) arguments for \(argumentCount) places", offset: 0)
    }
  }

  private mutating func next() throws(PredicateFormatError) -> PredicateToken {
    guard position < characters.count else { return .end }
    switch characters[position] {
    case "'", "\"": return .string(try string())
    case "%": return try argument()
    case "#":
      position += 1
      return .keyPath(try name())
    case "$":
      position += 1
      return .variable(try name())
    case "-", "0"..."9": return .number(try number())
    default: break
    }
    let rest = characters[position...].prefix(2)
    if let sign = Self.signs.first(where: { rest.starts(with: $0) }) {
      position += sign.count
      return .sign(sign)
    }
    return .word(try name())
  }

  private mutating func take(while condition: (Character) -> Bool) -> String {
    let start = position
    while position < characters.count, condition(characters[position]) { position += 1 }
    return String(characters[start..<position])
  }

  private mutating func name() throws(PredicateFormatError) -> String {
    let start = position
    let name = take { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    guard let first = name.first, first.isLetter || first == "_" else {
      let found = start < characters.count ? "'\(characters[start])'" : "the end"
      throw PredicateFormatError(message: "a name is expected, not \(found)", offset: start)
    }
    return name
  }

  private mutating func number() throws(PredicateFormatError) -> NSNumber {
    let start = position
    position += 1
    func isPart(_ character: Character) -> Bool {
      character.isNumber || character.isLetter || character == "."
    }
    var text = String(characters[start]) + take(while: isPart)
    if text.last == "e" || text.last == "E" {
      text += take { $0 == "-" || $0 == "+" } + take(while: isPart)
    }
    if let whole = Int64(text) { return NSNumber(value: whole) }
    if let real = Double(text) { return NSNumber(value: real) }
    throw PredicateFormatError(message: "'\(text)' is not a number", offset: start)
  }

  private mutating func string() throws(PredicateFormatError) -> String {
    let start = position
    let quote = characters[position]
    position += 1
    var text = ""
    while position < characters.count, characters[position] != quote {
      var character = characters[position]
      if character == "\\", position + 1 < characters.count {
        position += 1
        character = ["n": "\n", "t": "\t", "r": "\r"][characters[position]] ?? characters[position]
      }
      text.append(character)
      position += 1
    }
    guard position < characters.count else {
      throw PredicateFormatError(message: "the quotation mark has no partner", offset: start)
    }
    position += 1
    return text
  }

  /// `%K`, `%@` or a specifier of printf(3) for a number or a text.
  private mutating func argument() throws(PredicateFormatError) -> PredicateToken {
    let start = position
    position += 1
    _ = take { "hlqLzjt".contains($0) }
    guard position < characters.count, "@KdDiuUxXofFeEgGcCsSaA".contains(characters[position])
    else {
      throw PredicateFormatError(
        message: "'%' is expected with K, @ or a specifier of a number", offset: start)
    }
    let specifier = characters[position]
    position += 1
    guard argumentCount < arguments.count else {
      throw PredicateFormatError(message: "the argument is missing", offset: start)
    }
    argumentCount += 1
    guard specifier == "K" else { return .argument(argumentCount - 1) }
    guard let keyPath = arguments[argumentCount - 1] as? String else {
      throw PredicateFormatError(message: "the argument of %K is not a string", offset: start)
    }
    return .keyPath(keyPath)
  }
}
