internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// The text of an XML document, in which single elements are found by their places.
///
/// Only the simplest forms are recognised: an element with references, comments or other elements,
/// or in an unexpected notation, is not found.
struct MarkupText {
  let bytes: [UInt8]
  private let lines: LineIndex

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineIndex(bytes)
  }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the offset of a place; nil when the text has no such place.
  func offset(of position: SourcePosition) -> Int? {
    guard position.column > 0, let line = lines.range(ofLine: position.line) else { return nil }
    let offset = line.lowerBound + position.column - 1
    return line.contains(offset) ? offset : nil
  }

  /// Returns the element at a place, if it has no attributes and only plain text.
  func element(
    _ name: String, at position: SourcePosition
  ) -> (range: Range<Int>, content: Range<Int>)? {
    guard let start = offset(of: position) else { return nil }
    let open = Array("<\(name)>".utf8)
    let close = Array("</\(name)>".utf8)
    guard bytes[start...].starts(with: open) else { return nil }
    let contentStart = start + open.count
    guard let end = bytes[contentStart...].firstIndex(where: { $0 == 0x3C || $0 == 0x26 }),
      bytes[end...].starts(with: close)
    else { return nil }
    return (start..<end + close.count, contentStart..<end)
  }

  /// Returns the element at a place in the form `<name …/>`.
  func emptyElement(_ name: String, at position: SourcePosition) -> Range<Int>? {
    guard let tag = tag(name, at: position), tag.isEmptyElement else { return nil }
    return tag.range
  }

  /// Returns the value of an attribute of the start tag at a place, if it has no references.
  func attribute(
    _ attribute: String, ofElement name: String, at position: SourcePosition
  ) -> Range<Int>? {
    guard let range = tag(name, at: position)?.valueRange(of: attribute),
      !bytes[range].contains(UInt8(ascii: "&"))
    else { return nil }
    return range
  }

  /// The start tag of an element at a position.
  private func tag(_ name: String, at position: SourcePosition) -> XMLTagText? {
    guard let start = offset(of: position), let tag = XMLTagText(at: start, in: bytes),
      tag.name.elementsEqual(name.utf8)
    else { return nil }
    return tag
  }

  /// Returns a range together with its line, if the line has no other text.
  func wholeLine(of range: Range<Int>) -> Range<Int> {
    func isRoom(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    var start = range.lowerBound
    while start > 0, isRoom(bytes[start - 1]) { start -= 1 }
    var end = range.upperBound
    while end < bytes.count, isRoom(bytes[end]) { end += 1 }
    func isBreak(_ index: Int) -> Bool { bytes[index] == 0x0A || bytes[index] == 0x0D }
    guard start == 0 || isBreak(start - 1), end < bytes.count, isBreak(end) else { return range }
    if bytes[end] == 0x0D, end + 1 < bytes.count, bytes[end + 1] == 0x0A { end += 1 }
    return start..<end + 1
  }
}
