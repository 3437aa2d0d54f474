/// A file of groups, each with keys and values (Desktop Entry Specification, section 3).
///
/// Repeated groups and keys are merged, and the last value is used, as in GLib. A line that is
/// neither group, key nor comment is ignored, while GLib stops reading there; a byte order mark and
/// the carriage returns of other systems are ignored too.
package struct KeyFile: Sendable {
  /// A key with its value as written, including escapes.
  package struct Entry: Sendable {
    package let key: String
    package let value: String
    /// The line of the file, counted from 1.
    package let line: Int
  }

  /// The first group of the file; nil when there is none.
  package let firstGroup: String?
  private let groups: [String: [Entry]]

  /// - Parameter bytes: the file, in any encoding; invalid UTF-8 is replaced by U+FFFD.
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

  /// Returns the keys of a group in the order of the file.
  package func entries(of group: String) -> [Entry] { groups[group] ?? [] }

  /// Returns a key of a group.
  package func entry(_ key: String, of group: String) -> Entry? {
    groups[group]?.first { $0.key == key }
  }

  /// Returns the texts of a list: `;` ends each, and `\;` is a semicolon.
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

  /// Returns a text with its escapes resolved: `\s`, `\n`, `\t`, `\r` and `\\`.
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
