package import UTIDataFormats
package import UTIPlatform

/// A receiver of the elements and texts of a document, in document order.
///
/// A handler that throws ends the reading, and the reader throws its error.
package protocol XMLEventHandler {
  /// Receives a start tag, or the first half of an empty element.
  mutating func startElement(_ element: XMLElement) throws(FormatError)
  /// Receives a part of the text of the innermost open element.
  mutating func text(_ text: XMLText) throws(FormatError)
  /// Receives an end tag, or the second half of an empty element.
  ///
  /// - Parameter offset: the place after the tag in bytes; negative in documents in another
  ///   encoding than UTF-8.
  mutating func endElement(at offset: Int) throws(FormatError)
}

/// A start tag; its texts are in the parser's memory and valid during the callback only.
package struct XMLElement {
  /// The name without its prefix.
  package let name: XMLText
  /// The prefix; empty when there is none.
  package let prefix: XMLText
  /// The namespace; empty when there is none.
  package let namespace: XMLText
  /// The attributes in the tag itself.
  ///
  /// Defaults from a document type declaration are omitted: the meaning of a document does not
  /// depend on the reader's knowledge of the declaration.
  package let attributes: XMLAttributes
  /// The place of the `<`, except in documents in another encoding than UTF-8: there the end of
  /// the tag.
  package let position: SourcePosition
  /// The place of the `<` in bytes; negative in documents in another encoding than UTF-8.
  package let offset: Int
}

/// UTF-8 in the parser's memory.
package struct XMLText {
  package let bytes: UnsafeBufferPointer<UInt8>

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Makes a text that ends at its NUL; empty when the pointer is nil.
  init(terminated pointer: UnsafePointer<UInt8>?) {
    var count = 0
    if let pointer {
      while pointer[count] != 0 { count += 1 }
    }
    bytes = UnsafeBufferPointer(start: pointer, count: count)
  }

  /// An empty text for a missing value.
  package static var none: XMLText { XMLText(terminated: nil) }

  package var isEmpty: Bool { bytes.isEmpty }

  /// A copy that outlives the callback.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns true if the text equals a given one.
  package static func == (left: XMLText, right: StaticString) -> Bool {
    let count = right.utf8CodeUnitCount
    guard left.bytes.count == count else { return false }
    let other = right.utf8Start
    var index = 0
    while index < count {
      if left.bytes[index] != other[index] { return false }
      index &+= 1
    }
    return true
  }

  package static func ~= (pattern: StaticString, text: XMLText) -> Bool { text == pattern }
}

extension XMLText {
  /// True if the text consists of white space only.
  package var isBlank: Bool { bytes.allSatisfy(\.isBlank) }

  /// The text without white space at both ends.
  package var trimmingBlanks: XMLText {
    var start = 0
    var end = bytes.count
    while start < end, bytes[start].isBlank { start += 1 }
    while start < end, bytes[end - 1].isBlank { end -= 1 }
    return XMLText(UnsafeBufferPointer(rebasing: bytes[start..<end]))
  }
}

/// One attribute of a start tag.
package struct XMLAttribute {
  /// Five pointers: name, prefix, namespace, start and end of the value.
  fileprivate let fields: UnsafeMutablePointer<UnsafePointer<UInt8>?>

  package var name: XMLText { XMLText(terminated: fields[0]) }
  package var prefix: XMLText { XMLText(terminated: fields[1]) }
  package var namespace: XMLText { XMLText(terminated: fields[2]) }
  package var hasNamespace: Bool { fields[2] != nil }

  /// Returns true if the name without its prefix equals a given one.
  func isNamed(_ name: StaticString) -> Bool { Self.isText(fields[0], name) }

  /// Returns true if the prefix equals a given one.
  func isPrefixed(_ prefix: StaticString) -> Bool { Self.isText(fields[1], prefix) }

  /// Returns true if a text up to its NUL equals a given one; most differ in the first byte.
  private static func isText(_ field: UnsafePointer<UInt8>?, _ text: StaticString) -> Bool {
    guard let field else { return false }
    let count = text.utf8CodeUnitCount
    for index in 0..<count where field[index] != text.utf8Start[index] { return false }
    return field[count] == 0
  }

  package var value: XMLText {
    guard let start = fields[3], let end = fields[4] else { return XMLText(terminated: nil) }
    return XMLText(UnsafeBufferPointer(start: start, count: end - start))
  }
}

/// The attributes of a start tag, in document order.
package struct XMLAttributes: Sequence, IteratorProtocol {
  private let fields: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  package let count: Int
  private var index = 0

  init(fields: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, count: Int) {
    self.fields = fields
    self.count = count
  }

  package mutating func next() -> XMLAttribute? {
    guard let fields, index < count else { return nil }
    defer { index += 1 }
    return XMLAttribute(fields: fields + 5 * index)
  }

  /// Returns the value of an attribute without namespace; nil when the tag does not have it.
  package func value(of name: StaticString) -> XMLText? {
    for attribute in self where !attribute.hasNamespace && attribute.isNamed(name) {
      return attribute.value
    }
    return nil
  }

  /// The value of `xml:lang`, the only attribute of this name in its namespace.
  package var language: XMLText? {
    for attribute in self
    where attribute.hasNamespace && attribute.isNamed("lang") && attribute.isPrefixed("xml") {
      return attribute.value
    }
    return nil
  }
}
