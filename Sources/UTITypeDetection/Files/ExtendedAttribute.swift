internal import CUTISystemCalls

/// The extended attribute by which a user or a program states the type of a file (the
/// shared-mime-info specification, "Storing the MIME type using Extended Attributes").
enum ExtendedAttribute {
  /// RFC 6838 allows 127 characters on either side of the slash.
  private static let longestValue = 255

  /// The MIME type that an open file is marked with; nil when there is no mark, or nothing readable.
  static func mimeType(of descriptor: Int32) -> String? {
    // Hardly any file has one, and to learn that the system needs no memory for a value.
    guard uti_mime_type_attribute(descriptor, nil, 0) > 0 else { return nil }
    return withUnsafeTemporaryAllocation(byteCount: longestValue, alignment: 1) { buffer in
      let count = uti_mime_type_attribute(descriptor, buffer.baseAddress, buffer.count)
      guard count > 0 else { return nil }
      // Some writers end the value with a NUL.
      let value = buffer[..<min(count, buffer.count)].prefix { $0 != 0 }
      return String(decoding: value, as: UTF8.self)
    }
  }
}
