package import UTIDataFormats
package import UTIPlatform

/// A receiver of elements and texts in document order; an error that it throws ends the reading.
package protocol XMLEventHandler {
  /// Or the first half of an empty element.
  mutating func startElement(_ element: XMLElement) throws(FormatError)
  /// A part of the text of the innermost open element.
  mutating func text(_ text: XMLText) throws(FormatError)
  /// Also for empty elements; the offset is after the tag, negative in other encodings than UTF-8.
  mutating func endElement(at offset: Int) throws(FormatError)
}

/// A start tag; its texts are in the parser's memory and valid during the callback only.
package struct XMLElement {
  package let name: XMLText
  package let prefix: XMLText
  package let namespace: XMLText
  /// Defaults of a document type are omitted: the meaning of a document does not depend on them.
  package let attributes: XMLAttributes
  /// The place of the `<`, or the end of the tag in other encodings than UTF-8.
  package let position: SourcePosition
  /// The place of the `<` in bytes; negative in other encodings than UTF-8.
  package let offset: Int
}

/// UTF-8 in the parser's memory.
package struct XMLText {
  package let bytes: UnsafeBufferPointer<UInt8>

  package init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  /// Empty when the pointer is nil.
  init(terminated pointer: UnsafePointer<UInt8>?) {
    var count = 0
    if let pointer {
      while pointer[count] != 0 { count += 1 }
    }
    bytes = UnsafeBufferPointer(start: pointer, count: count)
  }

  package static var none: XMLText { XMLText(terminated: nil) }

  package var isEmpty: Bool { bytes.isEmpty }

  /// A copy that outlives the callback.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

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
  /// White space only.
  package var isBlank: Bool { bytes.allSatisfy(\.isBlank) }

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

  func isNamed(_ name: StaticString) -> Bool { Self.isText(fields[0], name) }

  func isPrefixed(_ prefix: StaticString) -> Bool { Self.isText(fields[1], prefix) }

  /// Most texts differ in the first byte.
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

  /// An attribute without namespace; nil when the tag does not have it.
  package func value(of name: StaticString) -> XMLText? {
    for attribute in self where !attribute.hasNamespace && attribute.isNamed(name) {
      return attribute.value
    }
    return nil
  }

  /// `xml:lang`, the only attribute of this name in its namespace.
  package var language: XMLText? {
    for attribute in self
    where attribute.hasNamespace && attribute.isNamed("lang") && attribute.isPrefixed("xml") {
      return attribute.value
    }
    return nil
  }
}
