/// A format of a file, with the reason.
package struct FormatMatch: Hashable, Sendable {
  /// The kind of evidence that decides.
  package enum Method: Hashable, Sendable {
    case signature, container, text
    case `extension`
  }

  package let format: FileFormat
  /// In the words of PRONOM's programs, such as `byte match at 0, 4`.
  package let basis: String
  package let method: Method
}

/// The formats of a file.
package struct FormatAnswer: Hashable, Sendable {
  /// Several if no priority decides between them.
  package var matches: [FormatMatch] = []
  /// No signature matches, and the formats with the extension have none.
  package var isByExtensionOnly = false
  /// All formats of the answer have extensions, and none has the one of the file.
  package var extensionMismatch = false
  /// A search of more bytes could find a further format.
  package var isBounded = false
  /// Without an answer, the formats with the extension.
  package var possibilities: [String] = []

  package init() {}

  /// The extension of a name without the dot, as written; empty for a name without one.
  package static func `extension`(of name: String) -> String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }
}
