internal import UTIPortable

/// The words of a search, with the quality of a type's match.
package struct SearchWords {
  private let words: [String]

  /// A repeated word counts once.
  package init(_ words: [String]) {
    self.words = Array(Set(words.map { $0.lowercased() }))
  }

  /// The sum of the quality; nil when a type lacks a word.
  ///
  /// Best is a whole extension, subtype or end of an identifier, then whole words of the identifier
  /// and of the description, then prefixes, then any place.
  package func fit(identifier: String, description: String?, tags: [String]) -> Int? {
    let mayFit = words.allSatisfy { word in
      Self.mayHold(identifier, word) || description.map { Self.mayHold($0, word) } ?? false
        || tags.contains { Self.mayHold($0, word) }
    }
    guard mayFit else { return nil }
    let identifier = identifier.lowercased()
    let description = description?.lowercased() ?? ""
    let tags = tags.map { $0.lowercased() }
    var sum = 0
    for word in words {
      let best = max(
        Self.fit(of: word, inIdentifier: identifier),
        max(Self.fit(of: word, inDescription: description), Self.fit(of: word, inTags: tags)))
      guard best > 0 else { return nil }
      sum += best
    }
    return sum
  }

  /// Most types lack a word, and need no copies in small letters; true for text that is not ASCII.
  private static func mayHold(_ text: String, _ word: String) -> Bool {
    var copy = text
    return !copy.withUTF8(LosslessText.isASCII)
      || isFound(word, in: text) { CaseFolding.ascii($0) == $1 }
  }

  private static func holds(_ text: String, _ word: String) -> Bool {
    isFound(word, in: text, ==)
  }

  /// A comparison of characters instead of bytes would take fifty times as long.
  @inline(__always)
  private static func isFound(
    _ word: String, in text: String, _ isSame: (_ text: UInt8, _ word: UInt8) -> Bool
  ) -> Bool {
    var (text, word) = (text, word)
    return text.withUTF8 { text in
      word.withUTF8 { word in
        guard !word.isEmpty, text.count >= word.count else { return false }
        for start in 0...text.count - word.count {
          var count = 0
          while count < word.count, isSame(text[start + count], word[count]) { count += 1 }
          if count == word.count { return true }
        }
        return false
      }
    }
  }

  private static func fit(of word: String, inIdentifier identifier: String) -> Int {
    guard holds(identifier, word) else { return 0 }
    if identifier == word { return 120 }
    let parts = identifier.split { $0 == "." || $0 == "-" }
    if let last = identifier.split(separator: ".").last, last == word { return 100 }
    if parts.contains(where: { $0 == word }) { return 70 }
    return parts.contains { $0.hasPrefix(word) } ? 30 : 10
  }

  private static func fit(of word: String, inDescription description: String) -> Int {
    guard holds(description, word) else { return 0 }
    if description == word { return 90 }
    let parts = description.split { !$0.isLetter && !$0.isNumber }
    if let first = parts.first, first == word { return 65 }
    if parts.contains(where: { $0 == word }) { return 60 }
    return parts.contains { $0.hasPrefix(word) } ? 25 : 10
  }

  private static func fit(of word: String, inTags tags: [String]) -> Int {
    var best = 0
    for tag in tags where holds(tag, word) {
      let subtype = tag.split(separator: "/").last ?? ""
      best = max(best, tag == word ? 95 : subtype == word ? 90 : tag.hasPrefix(word) ? 20 : 10)
    }
    return best
  }
}
