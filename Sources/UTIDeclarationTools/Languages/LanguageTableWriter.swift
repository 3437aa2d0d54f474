internal import UTITypeDetection

/// A compiler of the features of languages into the bytes that `LanguageTable` reads.
package struct LanguageTableWriter {
  private let entries: [LanguageTableReader.Entry]
  /// The tokens of all features, after the kinds.
  private var tokens: [Token] = []
  private var numbers: [Token: UInt16] = [:]
  private var nodes: [Node] = [Node(token: 0)]

  private struct Token: Hashable {
    let text: String
    let isAnyCase: Bool
  }

  /// The continuations and weights of a sequence of tokens that features begin with.
  private struct Node {
    let token: UInt16
    var next: [UInt16: Int] = [:]
    var weights: [(language: Int, weight: Int)] = []
  }

  package init(_ reader: LanguageTableReader) {
    entries = reader.entries
    for (index, entry) in entries.enumerated() {
      for (pattern, weight) in entry.features { add(pattern, weight, language: index) }
    }
  }

  private mutating func add(_ pattern: String, _ weight: Int, language: Int) {
    let feature = LanguageFeature(pattern)
    var node = 0
    for part in feature.parts {
      let token = number(of: part, isAnyCase: feature.isAnyCase)
      if let next = nodes[node].next[token] {
        node = next
      } else {
        nodes.append(Node(token: token))
        nodes[node].next[token] = nodes.count - 1
        node = nodes.count - 1
      }
    }
    nodes[node].weights.append((language, weight))
  }

  private mutating func number(of part: LanguageFeature.Part, isAnyCase: Bool) -> UInt16 {
    switch part {
    case .kind(let kind): return kind.rawValue
    case .text(let text):
      let isWord = text.utf8.contains { LanguageLexer.isLetter($0) && $0 != 0x5F }
      let token = Token(text: isAnyCase ? text.lowercased() : text, isAnyCase: isAnyCase && isWord)
      if let number = numbers[token] { return number }
      let number = UInt16(LanguageToken.Kind.allCases.count + 1 + tokens.count)
      numbers[token] = number
      tokens.append(token)
      return number
    }
  }

  package func table() -> [UInt8] {
    typealias Header = LanguageTable.Header
    var texts = TextPool()
    let (buckets, words) = wordLists()
    let (states, weights, roots, branches) = tree()
    let parts: [(Header, [UInt8])] = [
      (.buckets, buckets), (.words, words), (.roots, roots), (.states, states),
      (.branches, branches.flatMap { Self.bytes($0) }), (.weights, weights),
      (.languages, languages(&texts)), (.tokens, tokenTexts(&texts)),
    ]
    var header = [UInt32](repeating: 0, count: Header.allCases.count)
    header[Header.signature.rawValue] = LanguageTable.signature
    header[Header.languageCount.rawValue] = UInt32(entries.count)
    header[Header.stateCount.rawValue] = UInt32(nodes.count)
    header[Header.branchCount.rawValue] = UInt32(branches.count)
    var body: [UInt8] = []
    for (field, bytes) in parts + [(.texts, texts.bytes)] {
      header[field.rawValue] = UInt32(header.count * 4 + body.count)
      body += bytes
      while body.count % 4 != 0 { body.append(0) }
    }
    return header.flatMap { Self.bytes($0) } + body
  }
}

extension LanguageTableWriter {
  private static func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian, Array.init)
  }

  /// The words by their hashes, and the start of each bucket.
  private func wordLists() -> (buckets: [UInt8], words: [UInt8]) {
    var buckets = [[(check: UInt16, number: UInt16)]](
      repeating: [], count: 1 << LanguageTable.bucketBits)
    for (index, token) in tokens.enumerated() {
      var hash = LanguageHash()
      for byte in token.text.utf8 { hash.add(byte) }
      let number = UInt16(LanguageToken.Kind.allCases.count + 1 + index)
      buckets[Int(hash.exact) & (buckets.count - 1)].append(
        (
          UInt16(truncatingIfNeeded: hash.exact >> 16),
          token.isAnyCase ? number | LanguageTable.anyCaseMark : number
        ))
    }
    var starts: [UInt8] = []
    var words: [UInt8] = []
    for bucket in buckets {
      starts += Self.bytes(UInt16(words.count / 4))
      for word in bucket { words += Self.bytes(word.check) + Self.bytes(word.number) }
    }
    return (starts + Self.bytes(UInt16(words.count / 4)), words)
  }

  /// Level by level; the hash table has transitions from states with many continuations.
  private func tree() -> (states: [UInt8], weights: [UInt8], roots: [UInt8], branches: [UInt16]) {
    var order = [0]
    var states: [UInt8] = []
    var weights: [UInt8] = []
    var roots = [UInt16](repeating: 0, count: LanguageToken.Kind.allCases.count + 1 + tokens.count)
    var branches: [(hash: Int, state: UInt16)] = []
    var place = 0
    while place < order.count {
      let node = nodes[order[place]]
      let start = order.count
      states += Self.bytes(UInt16(start)) + Self.bytes(UInt16(weights.count / 2))
      states += Self.bytes(node.token)
      for (language, weight) in node.weights {
        weights += Self.bytes(UInt16(language << 7 | (weight + 64)))
      }
      for (token, next) in node.next.sorted(by: { $0.key < $1.key }) {
        let state = UInt16(order.count)
        if place == 0 {
          roots[Int(token)] = state
        } else if node.next.count > LanguageTable.fewFollowers {
          branches.append((LanguageTable.branchHash(start, token), state))
        }
        order.append(next)
      }
      place += 1
    }
    // The end of the last state's continuations and weights.
    states += Self.bytes(UInt16(order.count)) + Self.bytes(UInt16(weights.count / 2))
    states += Self.bytes(UInt16(0))
    return (states, weights, roots.flatMap { Self.bytes($0) }, Self.slots(branches))
  }

  /// The open-addressing table uses at most two thirds of its slots.
  private static func slots(_ branches: [(hash: Int, state: UInt16)]) -> [UInt16] {
    var count = 64
    while branches.count * 3 > count * 2 { count *= 2 }
    var slots = [UInt16](repeating: 0, count: count)
    for (hash, state) in branches {
      var slot = hash & (count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (count - 1) }
      slots[slot] = state
    }
    return slots
  }

  private func languages(_ texts: inout TextPool) -> [UInt8] {
    entries.enumerated().flatMap { index, entry in
      let family = entries.firstIndex { $0.kin != nil && $0.kin == entry.kin } ?? index
      return Self.bytes(texts.place(of: entry.name))
        + Self.bytes(texts.place(of: entry.typeNames.joined(separator: " ")))
        + Self.bytes(UInt16(family)) + Self.bytes(UInt16(entry.use.rawValue))
    }
  }

  private func tokenTexts(_ texts: inout TextPool) -> [UInt8] {
    var bytes = Self.bytes(texts.place(of: ""))
    for kind in LanguageToken.Kind.allCases {
      bytes += Self.bytes(texts.place(of: "\(kind.notation)"))
    }
    for token in tokens { bytes += Self.bytes(texts.place(of: token.text)) }
    return bytes
  }

  /// A pool of strings, each followed by a zero.
  private struct TextPool {
    private(set) var bytes: [UInt8] = []
    private var places: [String: UInt16] = [:]

    mutating func place(of text: String) -> UInt16 {
      if let place = places[text] { return place }
      let place = UInt16(bytes.count)
      places[text] = place
      bytes += text.utf8 + [0]
      return place
    }
  }
}

/// A feature, divided into the tokens that the lexer makes of the same text.
struct LanguageFeature {
  enum Part {
    case kind(LanguageToken.Kind)
    case text(String)
  }

  let parts: [Part]
  /// A tilde directly before letters makes them match in either case.
  let isAnyCase: Bool

  init(_ pattern: String) {
    let second = pattern.utf8.dropFirst().first ?? 0x20
    isAnyCase =
      pattern.hasPrefix("~") && !LanguageLexer.isSpace(second)
      && !LanguageLexer.isAny(second, of: LanguageLexer.second(behind: UInt8(ascii: "~")))
    parts = (isAnyCase ? pattern.dropFirst() : pattern[...]).split(separator: " ")
      .flatMap { Self.parts(of: String($0)) }
  }

  /// The lexer reads these marks as a whole.
  private static let marks: Set<String> = [
    "(*", "{-", "{-#", "<!--", "\"\"\"", "'''", "```", "--[[", ".\\\"", "<#", "#|", "//", "///",
    "//!", "/*", "--", "---", "#", "##", "###", ";", ";;", ";;;", "%", "%%", "%%%", "!", "!!",
    "!!!",
  ]

  private static func parts(of word: String) -> [Part] {
    if let kind = LanguageToken.Kind.allCases.first(where: { "\($0.notation)" == word }) {
      return [.kind(kind)]
    }
    if marks.contains(word) || isMeasure(word) { return [.text(word)] }
    var parts: [Part] = []
    var rest = Array(word.utf8)[...]
    while let first = rest.first {
      let count = length(rest, isFirst: parts.isEmpty)
      let text = String(decoding: rest.prefix(count), as: UTF8.self)
      rest = rest.dropFirst(count)
      let kind = LanguageToken.Kind.allCases.first { "\($0.notation)" == text }
      // A lone sign that is also the notation of a kind means itself inside of a word.
      parts.append(
        kind.map { LanguageLexer.isWordByte(first) || count > 1 ? .kind($0) : .text(text) }
          ?? .text(text))
    }
    return parts
  }

  /// A name, a colon and a level.
  private static func isMeasure(_ word: String) -> Bool {
    [":none", ":few", ":some", ":many"].contains { word.hasSuffix($0) && word.count > $0.count + 1 }
  }

  /// The unit is the byte.
  private static func length(_ bytes: ArraySlice<UInt8>, isFirst: Bool) -> Int {
    let first = bytes[bytes.startIndex]
    func byte(_ index: Int) -> UInt8 {
      index < bytes.count ? bytes[bytes.startIndex + index] : 0x20
    }
    func wordEnd(_ start: Int) -> Int {
      var end = start
      while LanguageLexer.isWordByte(byte(end))
        || byte(end) == UInt8(ascii: "-") && LanguageLexer.isLetter(byte(end + 1)) && end > start
      { end += 1 }
      return end
    }
    if LanguageLexer.isWordByte(first) { return wordEnd(0) }
    let isSigil =
      LanguageLexer.isAny(first, of: ".@#$\\")
      || isFirst && LanguageLexer.isAny(first, of: "%:-='")
    if isSigil, LanguageLexer.isLetter(byte(1)) { return wordEnd(1) }
    if isFirst, first == UInt8(ascii: "-"), byte(1) == first, LanguageLexer.isLetter(byte(2)) {
      return wordEnd(2)
    }
    guard LanguageLexer.isAny(byte(1), of: LanguageLexer.second(behind: first)) else { return 1 }
    let third = LanguageLexer.third(behind: first, byte(1))
    return LanguageLexer.isAny(byte(2), of: third) ? 3 : 2
  }
}
