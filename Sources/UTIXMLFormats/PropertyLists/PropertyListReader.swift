package import UTIDataFormats
internal import UTIPlatform

extension FormatError.Code {
  /// The document is neither an XML nor a binary property list.
  package static let notPropertyList = FormatError.Code(rawValue: "not-property-list")
}

/// A reader of property lists of both forms.
package enum PropertyListReader {
  /// Reads a property list.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - limits: the limits of the file.
  /// - Returns: the root value, and findings about values that were omitted.
  /// - Throws: `FormatError` when the file is neither an XML nor a binary property list, is
  ///   damaged, or exceeds a limit.
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

  /// Returns true if a byte begins the old text form: a dictionary, an array, a quoted string or a
  /// comment.
  private static func looksLikeText(_ byte: UInt8) -> Bool {
    "{(\"/".utf8.contains(byte)
  }
}
