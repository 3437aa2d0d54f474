/// Tags in the bytes of a document.
package enum XMLTag {
  /// Returns the place after the `>` of a tag; a quoted value may have this character too.
  ///
  /// - Parameters:
  ///   - start: the start of the tag.
  ///   - bytes: the document.
  /// - Returns: nil when there is no tag, or when it does not end.
  /// - Complexity: O(*n*) in the length of the tag.
  package static func end(ofTagAt start: Int, in bytes: [UInt8]) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "<") else { return nil }
    var quote: UInt8?
    for index in start..<bytes.count {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        return index + 1
      }
    }
    return nil
  }
}
