package import UTIDataFormats
package import UTIPlatform

/// A value of a property list, with its place.
package struct PropertyListValue: Hashable, Sendable {
  /// The kinds of values.
  package enum Content: Hashable, Sendable {
    case string(String)
    /// The format's numbers are signed 64-bit, unsigned 64-bit, and 128-bit in binary files.
    case integer(Int128)
    case real(Double)
    case boolean(Bool)
    /// Seconds since the beginning of 1970 in UTC.
    case date(Double)
    case data([UInt8])
    case array([PropertyListValue])
    case dictionary([PropertyListEntry])
  }

  package var content: Content
  package var position: SourcePosition
  /// Only in binary files, which have no lines.
  package var path: PropertyListPath?

  package init(_ content: Content, at position: SourcePosition, path: PropertyListPath? = nil) {
    self.content = content
    self.position = position
    self.path = path
  }

  /// The format's name for this kind of value, with its article.
  package var kindName: String {
    switch content {
    case .string: "a string"
    case .integer: "an integer"
    case .real: "a real"
    case .boolean: "a boolean"
    case .date: "a date"
    case .data: "data"
    case .array: "an array"
    case .dictionary: "a dictionary"
    }
  }

  /// The last one if a dictionary repeats the key.
  package subscript(key: String) -> PropertyListValue? {
    guard case .dictionary(let entries) = content else { return nil }
    return entries.last { $0.key == key }?.value
  }
}

/// A key of a dictionary and its value.
package struct PropertyListEntry: Hashable, Sendable {
  package var key: String
  package var keyPosition: SourcePosition
  package var value: PropertyListValue
}

/// The path from the root to a value, such as `CFBundleDocumentTypes[2]`.
package enum PropertyListPath: Hashable, Sendable {
  case root
  indirect case key(String, of: PropertyListPath)
  indirect case index(Int, of: PropertyListPath)
}

extension PropertyListPath: CustomStringConvertible {
  package var description: String {
    switch self {
    case .root: ""
    // A key is any text of the file; a message needs only enough of it to identify it.
    case .key(let key, .root): String(key.prefix(100))
    case .key(let key, let parent): "\(parent).\(key.prefix(100))"
    case .index(let index, let parent): "\(parent)[\(index)]"
    }
  }
}

/// A position, or a path in a file without lines.
package struct PropertyListPlace {
  package let position: SourcePosition
  package let path: PropertyListPath?

  /// Locates the place without lines.
  package var messagePrefix: String {
    guard let path, path != .root else { return "" }
    return "\(path): "
  }
}

extension PropertyListValue {
  package var place: PropertyListPlace { PropertyListPlace(position: position, path: path) }
}

extension PropertyListEntry {
  package var keyPlace: PropertyListPlace {
    PropertyListPlace(position: keyPosition, path: value.path)
  }
}

extension FormatError.Code {
  /// Neither an XML nor a binary property list.
  package static let notPropertyList = FormatError.Code(rawValue: "not-property-list")
}

/// A reader of property lists of both forms.
package enum PropertyListReader {
  /// Either form; the findings are about values that were omitted.
  package static func read(
    _ bytes: [UInt8], limits: ReadingLimits
  ) throws(FormatError) -> (root: PropertyListValue, findings: [FormatFinding]) {
    if BinaryPropertyListReader.recognizes(bytes) {
      return (try BinaryPropertyListReader.read(bytes, limits: limits), [])
    }
    if let first = bytes.first(where: { !$0.isBlank }), looksLikeText(first) {
      throw FormatError(
        .notPropertyList, at: SourcePosition(line: 1, column: 1),
        "not an XML or binary property list, but one in the old text form",
        remedy: "convert it with “plutil -convert xml1”")
    }
    return try XMLPropertyListReader.read(bytes, limits: limits)
  }

  /// The byte begins the old text form: a dictionary, an array, a quoted string or a comment.
  private static func looksLikeText(_ byte: UInt8) -> Bool {
    "{(\"/".utf8.contains(byte)
  }
}
