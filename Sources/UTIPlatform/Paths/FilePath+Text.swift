package import SystemPackage

/// Lossless conversion of paths to text and back (``LosslessText``).
extension FilePath {
  /// Makes the path that a text spells.
  ///
  /// A path has no repeated and no final slashes; the text may have them.
  package init(text: String) {
    if LosslessText.hasStrayBytes(text) {
      self.init(platformString: LosslessText.bytes(text).map { CChar(bitPattern: $0) } + [0])
    } else {
      self = text.withCString { FilePath(platformString: $0) }
    }
  }

  /// The path as text.
  package var text: String {
    withPlatformString { LosslessText.text(cString: $0) }
  }

  /// Returns the path with a name appended, which is given as text.
  ///
  /// - Parameter name: one or several names with slashes between them.
  package func appending(text name: String) -> FilePath { pushing(FilePath(text: name)) }
}

extension LosslessText {
  /// Returns the text of the bytes before a NUL.
  package static func text(cString: UnsafePointer<CChar>) -> String {
    let bytes = UnsafeRawBufferPointer(start: cString, count: strlen(cString))
    return bytes.withMemoryRebound(to: UInt8.self) { text($0) }
  }

  /// Calls a function with the path that a text spells, as the system takes it.
  ///
  /// Unlike a `FilePath`, which drops final and repeated slashes, this function keeps the spelling
  /// and so the meaning of a final slash. It does not copy a text that is UTF-8.
  package static func withPlatformString<Value>(
    _ text: String, _ body: (UnsafePointer<CChar>) -> Value
  ) -> Value {
    guard hasStrayBytes(text) else { return text.withCString(body) }
    let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
    return bytes.withUnsafeBufferPointer { $0.baseAddress.map(body) } ?? text.withCString(body)
  }
}
