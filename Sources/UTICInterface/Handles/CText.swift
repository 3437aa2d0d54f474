import UTIPlatform

/// A text with a NUL in memory that is never moved or written to, and freed with the object.
///
/// Unchecked because of the pointer.
final class CText: @unchecked Sendable {
  let pointer: UnsafePointer<CChar>

  init(_ text: String) {
    pointer = Self.copy(of: text)
  }

  deinit { pointer.deallocate() }

  /// A NUL inside ends the text for its reader.
  static func copy(of text: String) -> UnsafePointer<CChar> {
    text.withBytes { bytes in
      let memory = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      memory.initialize(repeating: 0, count: bytes.count + 1)
      UnsafeMutableRawPointer(memory).copyMemory(
        from: bytes.baseAddress ?? UnsafeRawPointer(memory), byteCount: bytes.count)
      return UnsafePointer(memory)
    }
  }
}

/// A list of texts: the object of a `utype_list`.
final class CTextList: HandleObject, Sendable {
  static var mark: UInt64 { 0x7574_7970_6C69_7374 }

  private let texts: [CText]

  init(_ texts: some Sequence<String>) {
    self.texts = texts.map(CText.init)
  }

  var count: Int { texts.count }

  /// nil if there is none.
  func pointer(at index: Int) -> UnsafePointer<CChar>? {
    texts.indices.contains(index) ? texts[index].pointer : nil
  }
}
