/// A writer of a document element by element, each on separate lines.
package struct XMLWriter {
  package private(set) var bytes: [UInt8] = []
  private let indentation: String
  private var level: Int

  /// Makes a writer.
  ///
  /// - Parameters:
  ///   - indentation: the indentation of each level of nesting.
  ///   - level: the level of the first element.
  package init(indentation: String, level: Int = 0) {
    self.indentation = indentation
    self.level = level
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes text that is already XML, such as the declaration at the beginning.
  package mutating func markup(_ markup: String) {
    beginLine()
    bytes += markup.utf8
    endLine()
  }

  package mutating func element(_ name: String, _ attributes: [(name: String, value: String)] = [])
  {
    beginTag(name, attributes)
    bytes += "/>".utf8
    endLine()
  }

  package mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], text: String
  ) {
    beginTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    XMLEscaping.appendText(text.utf8, to: &bytes)
    bytes += "</\(name)>".utf8
    endLine()
  }

  /// Writes an element with nested elements.
  ///
  /// - Parameter isNested: whether the content is indented by one level.
  package mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)] = [], isNested: Bool = true,
    content: (inout XMLWriter) -> Void
  ) {
    beginTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
    endLine()
    if isNested { level += 1 }
    content(&self)
    if isNested { level -= 1 }
    beginLine()
    bytes += "</\(name)>".utf8
    endLine()
  }

  private mutating func beginTag(
    _ name: String, _ attributes: [(name: String, value: String)]
  ) {
    beginLine()
    bytes += "<\(name)".utf8
    for attribute in attributes {
      bytes += " \(attribute.name)=\"".utf8
      XMLEscaping.appendAttribute(attribute.value.utf8, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func beginLine() {
    for _ in 0..<level { bytes += indentation.utf8 }
  }

  private mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
  }
}
