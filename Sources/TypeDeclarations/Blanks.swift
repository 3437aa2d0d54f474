/// Returns a Boolean value that indicates whether a byte is white space in XML (XML 1.0, production
/// 3).
func isBlank(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
}

extension XMLText {
  /// A Boolean value that indicates whether the text is only white space.
  var isBlank: Bool { bytes.allSatisfy(TypeDeclarations.isBlank) }

  /// The text without white space at its ends.
  var trimmingBlanks: XMLText {
    var start = 0
    var end = bytes.count
    while start < end, TypeDeclarations.isBlank(bytes[start]) { start += 1 }
    while start < end, TypeDeclarations.isBlank(bytes[end - 1]) { end -= 1 }
    return XMLText(UnsafeBufferPointer(rebasing: bytes[start..<end]))
  }
}

extension Substring {
  /// The text without white space at its ends.
  var trimmingBlanks: Substring {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}

extension String {
  /// The text without white space at its ends.
  var trimmingBlanks: Substring { self[...].trimmingBlanks }
}
