import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax

/// A parsed source file, with its bytes.
public struct SourceFile: Sendable {
  let text: String
  let bytes: [UInt8]
  let tree: SourceFileSyntax

  /// Parses a text.
  public init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
    tree = Parser.parse(source: text)
  }

  /// The first error of the syntax.
  var syntaxProblem: Problem? {
    guard tree.hasError else { return nil }
    let found = ParseDiagnosticsGenerator.diagnostics(for: tree).first
    let (line, column) = location(found?.position.utf8Offset ?? 0)
    return Problem(
      line: line, column: column,
      text: "the file is not valid Swift: \(found?.message ?? "unexpected code")",
      remedy: "correct it; the file is left as it is")
  }

  /// The line and the column in bytes, from 1.
  func location(_ offset: Int) -> (line: Int, column: Int) {
    let lines = bytes[..<offset].count { $0 == 0x0A }
    return (lines + 1, offset - lineStart(offset) + 1)
  }

  /// The line break of the file.
  var newline: String { text.utf8.contains(0x0D) ? "\r\n" : "\n" }

  /// One level of indentation: the least indentation of a line.
  var indentationUnit: String {
    var least: Substring?
    for line in text.split(whereSeparator: \.isNewline) {
      let indentation = line.prefix { $0 == " " || $0 == "\t" }
      if indentation.hasPrefix("\t") { return "\t" }
      guard !indentation.isEmpty, indentation.count < line.count else { continue }
      // A line of a comment has one space before its star.
      guard indentation.count > 1 else { continue }
      if indentation.count < least?.count ?? .max { least = indentation }
    }
    return least.map(String.init) ?? "  "
  }

  func string(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The offset of the first byte of the line.
  func lineStart(_ offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  /// The offset after the line break of the line.
  func lineEnd(_ offset: Int) -> Int {
    bytes[offset...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
  }

  /// The spaces at the beginning of the line.
  func indentation(_ offset: Int) -> String {
    let start = lineStart(offset)
    return string(start..<skipSpaces(start))
  }

  /// The offset of the first byte that is not a space or a tab.
  func skipSpaces(_ offset: Int) -> Int {
    bytes[offset...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.count
  }

  /// The offset of the first byte of the spaces before the offset.
  func skipSpacesBackwards(_ offset: Int) -> Int {
    bytes[..<offset].lastIndex { $0 != 0x20 && $0 != 0x09 }.map { $0 + 1 } ?? 0
  }

  /// True if a line ends at the offset.
  func isLineBreak(_ offset: Int) -> Bool {
    offset >= bytes.count || bytes[offset] == 0x0A
      || (bytes[offset] == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A)
  }

  /// True if only spaces precede the offset in its line.
  func isFirstInLine(_ offset: Int) -> Bool {
    skipSpacesBackwards(offset) == lineStart(offset)
  }

  /// The offset after the blank lines that begin at the offset, which begins a line.
  func skipBlankLines(_ offset: Int) -> Int {
    var offset = offset
    while offset < bytes.count, isLineBreak(skipSpaces(offset)) { offset = lineEnd(offset) }
    return offset
  }

  /// The offset of the first of the blank lines that end at the offset, which begins a line.
  func skipBlankLinesBackwards(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0 {
      let start = lineStart(offset - 1)
      guard isLineBreak(skipSpaces(start)) else { break }
      offset = start
    }
    return offset
  }
}

extension SyntaxProtocol {
  /// The bytes of the node without the trivia around it.
  var contentRange: Range<Int> {
    positionAfterSkippingLeadingTrivia.utf8Offset..<endPositionBeforeTrailingTrivia.utf8Offset
  }
}
