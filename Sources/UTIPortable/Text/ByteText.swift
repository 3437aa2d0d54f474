/// A text that compares and hashes by its bytes.
///
/// Swift's strings are equal when they are canonically equivalent: an é of one scalar equals an é
/// of two scalars. File names, tags and patterns are not. A table keyed by strings would merge two
/// such names.
package struct ByteText: Hashable, Comparable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ByteText, right: ByteText) -> Bool {
    left.text.hasBytes(of: right.text)
  }

  package static func < (left: ByteText, right: ByteText) -> Bool {
    left.text.bytesPrecede(right.text)
  }

  package func hash(into hasher: inout Hasher) {
    text.withBytes { hasher.combine(bytes: $0) }
  }
}
