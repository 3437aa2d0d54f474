package import TypeGraph

/// A reader of property lists of both forms.
package enum PropertyListReader {
  /// Reads a property list.
  ///
  /// - Parameters:
  ///   - bytes: the file.
  ///   - file: the path for messages.
  ///   - limits: the limits of the file.
  /// - Returns: the root value, and findings about values that were omitted.
  /// - Throws: `DeclarationError` when the file is neither an XML nor a binary property list, is
  ///   damaged, or exceeds a limit.
  package static func read(
    _ bytes: [UInt8], file: String, limits: DeclarationLimits
  ) throws(DeclarationError) -> (root: PropertyListValue, diagnostics: [Diagnostic]) {
    if BinaryPropertyListReader.recognizes(bytes) {
      return (try BinaryPropertyListReader.read(bytes, file: file, limits: limits), [])
    }
    if let first = bytes.first(where: { !isBlank($0) }), looksLikeText(first) {
      throw DeclarationError(
        .notPropertyList, file: file, position: SourcePosition(line: 1, column: 1),
        message: "not an XML or binary property list, but one in the old text form",
        remedy: "convert it with “plutil -convert xml1”")
    }
    return try XMLPropertyListReader.read(bytes, file: file, limits: limits)
  }

  /// Returns a Boolean value that indicates whether a byte begins the old text form: a dictionary,
  /// an array, a quoted string or a comment.
  private static func looksLikeText(_ byte: UInt8) -> Bool {
    "{(\"/".utf8.contains(byte)
  }
}
