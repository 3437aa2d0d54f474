internal import UTITypeDetection

/// A reader of the files of Registry/languages, whose README.md explains their form.
package struct LanguageTableReader {
  struct Entry {
    let name: String
    var typeNames: [String] = []
    var kin: String?
    var use = SourceLanguage.Use.code
    var features: [(pattern: String, weight: Int)] = []
  }

  package struct Failure: Error, CustomStringConvertible {
    let file: String
    let line: Int
    let message: String

    package var description: String { "\(file):\(line): \(message)" }
  }

  private(set) var entries: [Entry] = []
  /// Common features of several languages, by the name of the style.
  private var styles: [Entry] = []
  /// The following lines belong to a style.
  private var isInStyle = false

  package init() {}

  /// The file is the name for messages.
  package mutating func read(_ text: String, file: String) throws(Failure) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      do throws(Message) {
        try read(line: line)
      } catch {
        throw Failure(file: file, line: index + 1, message: error.text)
      }
    }
  }

  private struct Message: Error {
    let text: String
  }

  private mutating func read(line: Substring) throws(Message) {
    if line.hasPrefix("//") || line.allSatisfy({ $0 == " " }) { return }
    guard line.hasPrefix(" ") else {
      try begin(String(line))
      return
    }
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { throw Message(text: "missing value after the keyword") }
    guard var entry = isInStyle ? styles.popLast() : entries.popLast() else {
      throw Message(text: "a language must precede this line")
    }
    try read(words[0], String(words[1]), into: &entry)
    if isInStyle { styles.append(entry) } else { entries.append(entry) }
  }

  private mutating func begin(_ name: String) throws(Message) {
    isInStyle = name.hasPrefix("style ")
    let name = isInStyle ? String(name.dropFirst(6)) : name
    guard !(isInStyle ? styles : entries).contains(where: { $0.name == name }) else {
      throw Message(text: "duplicate name \(name)")
    }
    if isInStyle {
      styles.append(Entry(name: name))
    } else {
      entries.append(Entry(name: name))
    }
  }

  private func read(_ key: Substring, _ value: String, into entry: inout Entry) throws(Message) {
    switch key {
    case "type": entry.typeNames = value.split(separator: " ").map(String.init)
    case "kin": entry.kin = value
    case "use":
      guard let use = SourceLanguage.Use.allCases.first(where: { $0.word == value }) else {
        throw Message(text: "invalid use \(value)")
      }
      entry.use = use
    case "like":
      guard let style = styles.first(where: { $0.name == value }) else {
        throw Message(text: "there is no style \(value) above")
      }
      for (pattern, weight) in style.features { entry.features.append((pattern, weight)) }
    default:
      guard let weight = Int(key), weight != 0, (-64...63).contains(weight) else {
        throw Message(text: "\(key) is neither type, kin, use nor a weight from -64 to 63")
      }
      for pattern in Self.patterns(value) {
        entry.features.removeAll { $0.pattern == pattern }
        entry.features.append((pattern, weight))
      }
    }
  }

  /// Features of one weight are separated by two spaces or more.
  private static func patterns(_ value: String) -> [String] {
    var patterns: [String] = []
    var pattern: [Substring] = []
    for word in value.split(separator: " ", omittingEmptySubsequences: false) {
      if !word.isEmpty {
        pattern.append(word)
      } else if !pattern.isEmpty {
        patterns.append(pattern.joined(separator: " "))
        pattern = []
      }
    }
    if !pattern.isEmpty { patterns.append(pattern.joined(separator: " ")) }
    return patterns
  }
}
