internal import CUTILibXML2

/// A search for a start tag with more attributes and namespaces than any document needs.
///
/// libxml2 compares each of them with every other before it reports the element, so such a tag has
/// to be found before the document is parsed. Other text, such as a comment, may be mistaken for a
/// tag if it has thousands of values in quotation marks.
enum AttributeLimitCheck {
  /// The size of the shortest attribute: a blank, a letter, an equals sign and two quotation marks.
  private static let shortestAttribute = 5

  /// Returns the offset of the first tag with more than a number of attributes; nil in nearly every
  /// document.
  ///
  /// - Complexity: O(*n*) in the size of the document; only text long enough for a tag with that
  ///   number of attributes is read byte by byte.
  static func offset(in document: UnsafeBufferPointer<UInt8>, moreThan count: Int) -> Int? {
    guard let bytes = document.baseAddress else { return nil }
    var place = find(UInt8(ascii: "<"), in: document, from: 0)
    while let start = place {
      // No tag contains the character, not even in a value.
      let next = find(UInt8(ascii: "<"), in: document, from: start + 1)
      let end = next ?? document.count
      if (end - start) / shortestAttribute > count {
        let tag = UnsafeBufferPointer(start: bytes + start, count: end - start)
        if valueCount(of: tag) > count { return start }
      }
      place = next
    }
    return nil
  }

  /// Returns the number of values in quotation marks before the end of a tag, in any encoding with
  /// ASCII quotation marks, with zeros or without.
  private static func valueCount(of tag: UnsafeBufferPointer<UInt8>) -> Int {
    var count = 0
    var mark: UInt8?
    for byte in tag {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if mark == nil {
          mark = byte
          count += 1
        } else if mark == byte {
          mark = nil
        }
      case UInt8(ascii: ">") where mark == nil: return count
      default: break
      }
    }
    return count
  }

  private static func find(
    _ byte: UInt8, in document: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    guard let bytes = document.baseAddress, start < document.count,
      let found = memchr(bytes + start, Int32(byte), document.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(bytes)
  }
}
