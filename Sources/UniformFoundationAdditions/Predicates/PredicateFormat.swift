internal import Foundation

/// A predicate as its format states it.
indirect enum PredicateFormat {
  case constant(Bool)
  case not(PredicateFormat)
  case all([PredicateFormat])
  case any([PredicateFormat])
  case comparison(Comparison)

  struct Comparison {
    var quantifier: Quantifier?
    var left: Operand
    var relation: Relation
    var options: String.CompareOptions
    var right: Operand
  }

  /// The elements of the left side for which a comparison must hold.
  enum Quantifier: String {
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
  }

  enum Relation: String {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case contains = "CONTAINS"
    case like = "LIKE"
    case matches = "MATCHES"
    case isIn = "IN"
    case between = "BETWEEN"

    /// The other spellings of signs.
    static let synonyms = ["=": "==", "<>": "!=", "=<": "<=", "=>": ">="]

    init?(_ text: String) { self.init(rawValue: Self.synonyms[text] ?? text.uppercased()) }
  }

  enum Operand {
    case value(Any)
    case keyPath(String)
    case list([Operand])
    case variable(String)
    /// The object that is evaluated.
    case itself
  }
}

extension PredicateFormat {
  init(_ format: String, arguments: [Any]) throws(PredicateFormatError) {
    var parser = PredicateParser(
      tokens: try PredicateTokens(format, arguments).tokens, arguments: arguments)
    self = try parser.parse()
  }
}

/// A parser of tokens, in which `NOT` binds more closely than `AND`, and `AND` than `OR`.
private struct PredicateParser {
  let tokens: [(token: PredicateToken, offset: Int)]
  let arguments: [Any]
  private var index = 0
  private var depth = 0

  /// Deeper formats would need more of the stack than a thread may have.
  private static let greatestDepth = 256

  init(tokens: [(token: PredicateToken, offset: Int)], arguments: [Any]) {
    self.tokens = tokens
    self.arguments = arguments
  }

  mutating func parse() throws(PredicateFormatError) -> PredicateFormat {
    let result = try alternatives()
    guard token == .end else { throw error("AND, OR or the end is expected") }
    return result
  }

  private var token: PredicateToken { tokens[index].token }

  private func error(_ message: String) -> PredicateFormatError {
    PredicateFormatError(message: message, offset: tokens[index].offset)
  }

  /// The keyword or sign at the present position.
  private var text: String? {
    switch token {
    case .word(let word): word.uppercased()
    case .sign(let sign): sign
    default: nil
    }
  }

  private mutating func take(_ texts: String...) -> Bool {
    guard let text, texts.contains(text) else { return false }
    index += 1
    return true
  }

  private mutating func expect(_ sign: String) throws(PredicateFormatError) {
    guard take(sign) else { throw error("'\(sign)' is expected") }
  }

  private mutating func alternatives() throws(PredicateFormatError) -> PredicateFormat {
    var parts = [try conjunction()]
    while take("OR", "||") { parts.append(try conjunction()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func conjunction() throws(PredicateFormatError) -> PredicateFormat {
    var parts = [try negation()]
    while take("AND", "&&") { parts.append(try negation()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func descend() throws(PredicateFormatError) {
    depth += 1
    guard depth <= Self.greatestDepth else {
      throw error("there are more than \(Self.greatestDepth) levels")
    }
  }

  private mutating func negation() throws(PredicateFormatError) -> PredicateFormat {
    try descend()
    defer { depth -= 1 }
    if take("NOT", "!") { return .not(try negation()) }
    if take("TRUEPREDICATE") { return .constant(true) }
    if take("FALSEPREDICATE") { return .constant(false) }
    if take("(") {
      let result = try alternatives()
      try expect(")")
      return result
    }
    return .comparison(try comparison())
  }

  private mutating func comparison() throws(PredicateFormatError) -> PredicateFormat.Comparison {
    let quantifier = text.flatMap(PredicateFormat.Quantifier.init(rawValue:))
    if quantifier != nil { index += 1 }
    let left = try operand()
    guard let relation = text.flatMap({ PredicateFormat.Relation($0) }) else {
      throw error("an operator such as == or LIKE is expected")
    }
    index += 1
    let options = try options()
    let place = index
    let right = try operand()
    if relation == .matches, case .value(let pattern as String) = right,
      (try? NSRegularExpression(pattern: pattern)) == nil
    {
      index = place
      throw error("'\(pattern)' is not a regular expression")
    }
    return PredicateFormat.Comparison(
      quantifier: quantifier, left: left, relation: relation, options: options, right: right)
  }

  /// `[c]` ignores case, `[d]` diacritics; `[l]` and `[n]` have no effect here.
  private mutating func options() throws(PredicateFormatError) -> String.CompareOptions {
    guard take("[") else { return [] }
    guard let letters = text?.lowercased(), letters.allSatisfy({ "cdln".contains($0) }) else {
      throw error("the options c and d are expected")
    }
    index += 1
    try expect("]")
    var options: String.CompareOptions = []
    if letters.contains("c") { options.insert(.caseInsensitive) }
    if letters.contains("d") { options.insert(.diacriticInsensitive) }
    return options
  }

  private mutating func operand() throws(PredicateFormatError) -> PredicateFormat.Operand {
    let present = token
    if case .word(let word) = present { return try operand(word) }
    if take("{") {
      try descend()
      defer { depth -= 1 }
      var elements: [PredicateFormat.Operand] = []
      while !take("}") {
        if !elements.isEmpty { try expect(",") }
        elements.append(try operand())
      }
      return .list(elements)
    }
    switch present {
    case .keyPath(let keyPath):
      index += 1
      return Self.key(keyPath)
    case .string(let string):
      index += 1
      return .value(string)
    case .number(let number):
      index += 1
      return .value(number)
    case .variable(let name):
      index += 1
      return .variable(name)
    case .argument(let place):
      index += 1
      return .value(arguments[place])
    case .word, .sign, .end: throw error("a key or a value is expected")
    }
  }

  private static let notSupported = [
    "SUBQUERY", "FUNCTION", "CAST", "TERNARY", "UNION", "INTERSECT", "MINUS",
  ]

  private mutating func operand(
    _ word: String
  ) throws(PredicateFormatError) -> PredicateFormat.Operand {
    let keyword = word.uppercased()
    if Self.notSupported.contains(keyword) {
      throw error("\(keyword) is not supported; use NSPredicate(block:)")
    }
    let isOperator = PredicateFormat.Relation(keyword) != nil
    guard !isOperator, !["AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE"].contains(keyword) else {
      throw error("a key or a value is expected, not \(keyword); write #\(word) for a key")
    }
    index += 1
    switch keyword {
    case "SELF": return .itself
    case "TRUE", "YES": return .value(true)
    case "FALSE", "NO": return .value(false)
    case "NULL", "NIL": return .value(NSNull())
    default: return Self.key(word)
    }
  }

  private static func key(_ path: String) -> PredicateFormat.Operand {
    .keyPath(path.uppercased().hasPrefix("SELF.") ? String(path.dropFirst(5)) : path)
  }
}
