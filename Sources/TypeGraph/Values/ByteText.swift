/// A text that is told from others by its bytes, as the queries of an image tell texts.
///
/// Swift's strings are equal when they are canonically equivalent: an é of one scalar equals an é
/// of two. File names and the tags and patterns for them are not, so that tables keyed by strings
/// would give one of them the other's bytes.
struct ByteText: Hashable, Comparable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ByteText, right: ByteText) -> Bool {
    left.text.hasBytes(of: right.text)
  }

  static func < (left: ByteText, right: ByteText) -> Bool {
    left.text.bytesPrecede(right.text)
  }

  func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: $0) }
  }
}
