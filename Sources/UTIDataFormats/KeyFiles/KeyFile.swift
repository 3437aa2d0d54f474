/// A file of groups, each with keys and values (Desktop Entry Specification, section 3).
///
/// Repeated groups and keys are merged, the last value counts, as in GLib. Unlike there, invalid
/// lines, a byte order mark and carriage returns are ignored.
package struct KeyFile: Sendable {
  /// A key with its value as written, including escapes.
  package struct Entry: Sendable {
    package let key: String
    package let value: String
    /// Counted from 1.
    package let line: Int
  }

  package let firstGroup: String?
  private let groups: [String: [Entry]]

  /// The encoding may be any; U+FFFD replaces invalid UTF-8.
  package init(_ bytes: [UInt8]) {
    var groups: [String: [Entry]] = [:]
    var places: [String: [String: Int]] = [:]
    var first: String?
    var group: String?
    for line in KeyFileLine.lines(of: bytes) {
      switch line.content(of: bytes) {
      case .group(let name):
        first = first ?? name
        group = name
      case .entry(let key, let value):
        guard let group else { continue }
        let entry = Entry(key: key, value: value, line: line.number)
        if let place = places[group]?[key] {
          groups[group]?[place] = entry
        } else {
          places[group, default: [:]][key] = groups[group]?.count ?? 0
          groups[group, default: []].append(entry)
        }
      case .other: continue
      }
    }
    firstGroup = first
    self.groups = groups
  }

  /// The order is the file's.
  package func entries(of group: String) -> [Entry] { groups[group] ?? [] }

  package func entry(_ key: String, of group: String) -> Entry? {
    groups[group]?.first { $0.key == key }
  }

  /// `;` ends each text, and `\;` is a semicolon.
  package static func list(_ value: String) -> [String] {
    var items: [String] = []
    var item = ""
    var isEscaped = false
    for scalar in value.unicodeScalars {
      if isEscaped {
        if scalar != ";" { item.unicodeScalars.append("\\") }
        item.unicodeScalars.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == ";" {
        items.append(text(item))
        item = ""
      } else {
        item.unicodeScalars.append(scalar)
      }
    }
    if isEscaped { item += "\\" }
    if !item.isEmpty { items.append(text(item)) }
    return items.filter { !$0.isEmpty }
  }

  /// Escapes are `\s`, `\n`, `\t`, `\r` and `\\`.
  package static func text(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "\\")) else { return value }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in value.unicodeScalars {
      guard isEscaped else {
        isEscaped = scalar == "\\"
        if !isEscaped { result.append(scalar) }
        continue
      }
      isEscaped = false
      switch scalar {
      case "s": result.append(" ")
      case "n": result.append("\n")
      case "t": result.append("\t")
      case "r": result.append("\r")
      case "\\": result.append("\\")
      default: result.append(contentsOf: ["\\", scalar])
      }
    }
    return String(result)
  }
}

/// A line of a key file, as a range of its bytes.
package struct KeyFileLine: Sendable {
  /// The contents of a line.
  package enum Content: Equatable {
    case group(String)
    case entry(key: String, value: String)
    /// A comment, an empty line or an invalid one.
    case other
  }

  /// Counted from 1.
  package let number: Int
  /// The end of the line is excluded.
  package let range: Range<Int>
  /// The end of the line is included; a byte order mark belongs to neither.
  package let fullRange: Range<Int>

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  package static func lines(of bytes: [UInt8]) -> [KeyFileLine] {
    var lines: [KeyFileLine] = []
    var start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
    while start < bytes.count {
      let feed = bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
      let next = feed.map { $0 + 1 } ?? bytes.count
      var end = feed ?? bytes.count
      if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
      lines.append(
        KeyFileLine(number: lines.count + 1, range: start..<end, fullRange: start..<next))
      start = next
    }
    return lines
  }

  /// The bytes are the file of the line.
  package func content(of bytes: [UInt8]) -> Content {
    let line = Self.trimmingStart(bytes[range])
    guard let first = line.first, first != UInt8(ascii: "#") else { return .other }
    if first == UInt8(ascii: "[") {
      guard let end = line.firstIndex(of: UInt8(ascii: "]")),
        line[(end + 1)...].allSatisfy(Self.isBlank)
      else { return .other }
      return .group(String(decoding: line[(line.startIndex + 1)..<end], as: UTF8.self))
    }
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex else {
      return .other
    }
    var key = line[..<equals]
    while let last = key.last, Self.isBlank(last) { key = key.dropLast() }
    return .entry(
      key: String(decoding: key, as: UTF8.self),
      value: String(decoding: Self.trimmingStart(line[(equals + 1)...]), as: UTF8.self))
  }

  private static func trimmingStart(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.drop(while: isBlank)
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
  }
}
