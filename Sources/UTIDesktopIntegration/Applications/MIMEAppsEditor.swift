package import SystemPackage
package import UTIDataFormats
import UTIPlatform
import UTITypeDeclarations
package import UTITypeGraph

/// Changes lines of a `mimeapps.list`; all others stay as they are, byte for byte.
package struct MIMEAppsEditor {
  package private(set) var bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// As GLib: the application becomes the default and an added association, not a removed one.
  ///
  /// The name is written if the file lacks the type; lines under its other names are changed too.
  package mutating func setDefault(
    _ application: String, of name: MIMEName, where isType: (MIMEName) -> Bool
  ) {
    let value = Self.escaped(application)
    edit(MIMEAppsList.defaultGroup, name, isType, ending: "") { _ in [value] }
    edit(MIMEAppsList.addedGroup, name, isType, ending: ";") { items in
      items.contains(value) ? items : items + [value]
    }
    remove(value, isType, from: MIMEAppsList.removedGroup)
  }

  /// Removes what ``setDefault(_:of:where:)`` adds, with the sections that become empty.
  package mutating func removeDefault(where isType: (MIMEName) -> Bool) {
    var applications: [String] = []
    for entry in lines(in: MIMEAppsList.defaultGroup).entries.reversed() where isType(entry.name) {
      applications += Self.items(entry.value)
      bytes.removeSubrange(entry.line.fullRange)
    }
    guard !applications.isEmpty else { return }
    for application in applications {
      remove(application, isType, from: MIMEAppsList.addedGroup)
    }
    for group in [MIMEAppsList.addedGroup, MIMEAppsList.defaultGroup] { removeEmpty(group) }
  }

  /// Sections without entries and comments, with the blank line before them.
  private mutating func removeEmpty(_ group: String) {
    let lines = Array(KeyFileLine.lines(of: bytes))
    func isBlank(_ line: KeyFileLine) -> Bool {
      bytes[line.range].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    for (place, line) in lines.enumerated().reversed() {
      guard case .group(group) = line.content(of: bytes) else { continue }
      let next = lines[(place + 1)...].first { !isBlank($0) }
      if let next {
        guard case .group = next.content(of: bytes) else { continue }
      }
      let isAfterBlank = place > 0 && isBlank(lines[place - 1])
      let start = isAfterBlank ? lines[place - 1].fullRange.lowerBound : line.fullRange.lowerBound
      bytes.removeSubrange(start..<line.fullRange.upperBound)
    }
  }

  /// Adds the line and the group if they are missing.
  private mutating func edit(
    _ group: String, _ name: MIMEName, _ isType: (MIMEName) -> Bool, ending: String,
    _ change: ([String]) -> [String]
  ) {
    let lines = lines(in: group)
    let old = lines.entries.filter { isType($0.name) }
    for entry in old.reversed() {
      let items = change(Self.items(entry.value)).joined(separator: ";")
      replace(entry.line, "\(entry.key)=\(items)\(ending)")
    }
    guard old.isEmpty else { return }
    let items = change([]).joined(separator: ";")
    let line = "\(name.spelling)=\(items)\(ending)"
    if let last = lines.last {
      insert([line], after: last)
    } else {
      append((bytes.isEmpty ? [] : [""]) + ["[\(group)]", line])
    }
  }

  /// The list is of a type in a group.
  private mutating func remove(
    _ application: String, _ isType: (MIMEName) -> Bool, from group: String
  ) {
    for entry in lines(in: group).entries.reversed() where isType(entry.name) {
      let items = Self.items(entry.value)
      let kept = items.filter { $0 != application }
      guard kept.count < items.count else { continue }
      if kept.isEmpty {
        bytes.removeSubrange(entry.line.fullRange)
      } else {
        replace(entry.line, "\(entry.key)=\(kept.joined(separator: ";"));")
      }
    }
  }

  /// A line about a type.
  private struct Entry {
    let line: KeyFileLine
    let key: String
    let name: MIMEName
    let value: String
  }

  /// All groups of the name count; the last line is the last with contents in the first group.
  private func lines(in group: String) -> (entries: [Entry], last: KeyFileLine?) {
    var entries: [Entry] = []
    var last: KeyFileLine?
    var current = ""
    var isFirst = true
    for line in KeyFileLine.lines(of: bytes) {
      switch line.content(of: bytes) {
      case .group(let name):
        if current == group { isFirst = false }
        current = name
        if current == group, isFirst { last = line }
      case .entry(let key, let value):
        guard current == group else { continue }
        if isFirst { last = line }
        if let name = MIMEName(key) {
          entries.append(Entry(line: line, key: key, name: name, value: value))
        }
      case .other: continue
      }
    }
    return (entries, last)
  }

  private mutating func replace(_ line: KeyFileLine, _ text: String) {
    bytes.replaceSubrange(line.range, with: text.utf8)
  }

  private mutating func insert(_ lines: [String], after line: KeyFileLine) {
    let hasEnd = line.fullRange.upperBound > line.range.upperBound
    let text = lines.map { hasEnd ? $0 + lineEnd : lineEnd + $0 }.joined()
    bytes.insert(contentsOf: Array(text.utf8), at: line.fullRange.upperBound)
  }

  private mutating func append(_ lines: [String]) {
    let end = lineEnd
    if let last = bytes.last, last != UInt8(ascii: "\n") { bytes += end.utf8 }
    for line in lines { bytes += (line + end).utf8 }
  }

  /// The first line determines it.
  private var lineEnd: String {
    guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")), feed > 0 else { return "\n" }
    return bytes[feed - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// The items are as written.
  private static func items(_ value: String) -> [String] {
    KeyFile.list(value).map(escaped)
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case ";": result += "\\;"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// A file of associations (Association between MIME types and applications 1.0.1).
package struct MIMEAppsList: Sendable {
  /// An application that a line of the file names.
  package struct Mention: Hashable, Sendable {
    /// The identifier of a desktop file.
    let application: String
    let line: Int
  }

  /// The kinds of files.
  package enum Kind: Sendable {
    /// `mimeapps.list`, which may have all kinds of statements.
    case associations
    /// `gnome-mimeapps.list` and the like, and the old `defaults.list`: defaults alone.
    case defaults
    /// `mimeinfo.cache`, in which update-desktop-database collects the statements of desktop files.
    case cache
  }

  package let path: FilePath
  package let kind: Kind
  /// The applications by kind of statement, with the name that the file gives the type.
  package private(set) var defaults: [(name: MIMEName, mentions: [Mention])] = []
  package private(set) var added: [(name: MIMEName, mentions: [Mention])] = []
  package private(set) var removed: [(name: MIMEName, mentions: [Mention])] = []

  package static let defaultGroup = "Default Applications"
  package static let addedGroup = "Added Associations"
  package static let removedGroup = "Removed Associations"

  /// nil when the file is missing or unreadable.
  package init?(_ path: FilePath, kind: Kind) {
    let limit = ReadingLimits().documentSize
    guard let file = try? RegularFile(at: path, limit: limit) else { return nil }
    self.init(path, kind: kind, KeyFile(file.bytes))
  }

  package init(_ path: FilePath, kind: Kind, _ file: KeyFile) {
    self.path = path
    self.kind = kind
    func mentions(_ group: String) -> [(name: MIMEName, mentions: [Mention])] {
      file.entries(of: group).compactMap { entry in
        MIMEName(entry.key).map { name in
          let mentions = KeyFile.list(entry.value).map {
            Mention(application: $0, line: entry.line)
          }
          return (name, mentions)
        }
      }
    }
    switch kind {
    case .associations:
      defaults = mentions(Self.defaultGroup)
      added = mentions(Self.addedGroup)
      removed = mentions(Self.removedGroup)
    case .defaults: defaults = mentions(Self.defaultGroup)
    case .cache: added = mentions("MIME Cache")
    }
  }
}
