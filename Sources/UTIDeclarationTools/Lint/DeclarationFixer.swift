internal import UTIPlatform
package import UTITypeGraph
internal import UTIXMLFormats

/// Corrects findings of lint rules if that is safe, with minimal changes of the text.
///
/// The meaning stays the same, or a statement without effect is removed. Each finding is located in
/// the text again, and one at an unexpected text is left unchanged.
package struct DeclarationFixer {
  package static let fixableRules: Set<String> = [
    "duplicate-alias", "duplicate-glob", "duplicate-tag", "extension-with-capitals",
    "extension-with-dot", "glob-with-capitals", "surrounding-blanks",
  ]

  private let text: MarkupText

  /// The bytes are UTF-8.
  package init(_ bytes: [UInt8]) {
    text = MarkupText(bytes)
  }

  /// One pass, which may lead to further findings; nil when there is nothing to change.
  package func fixed(_ findings: [DeclarationDiagnostic]) -> (bytes: [UInt8], changes: [LintFix])? {
    var edits: [(edit: TextEdit, change: LintFix)] = []
    for finding in findings {
      guard let edit = edit(for: finding),
        edits.last.map({ $0.edit.range.upperBound <= edit.range.lowerBound }) ?? true
      else { continue }
      edits.append((edit, LintFix(finding: finding, old: text[edit.range], new: edit.replacement)))
    }
    guard !edits.isEmpty else { return nil }
    var bytes = text.bytes
    for (edit, _) in edits.reversed() {
      bytes.replaceSubrange(edit.range, with: edit.replacement)
    }
    return (bytes, edits.map(\.change))
  }

  private func edit(for finding: DeclarationDiagnostic) -> TextEdit? {
    switch finding.rule {
    case "surrounding-blanks":
      return edit(at: finding.position) { $0.trimmingBlanks }
    case "extension-with-dot":
      return edit(at: finding.position) { value in
        let rest = value.trimmingBlanks.dropFirst()
        // The rest must be a valid extension; “.tar.gz” would become one that no name has.
        return value.trimmingBlanks.hasPrefix(".") && !rest.contains(".") ? rest : nil
      }
    case "extension-with-capitals":
      return edit(at: finding.position) { CaseFolding.unicode($0)[...] }
    case "glob-with-capitals":
      return text.attribute("pattern", ofElement: "glob", at: finding.position).map { range in
        TextEdit(range: range, replacement: CaseFolding.ascii(text[range]))
      }
    case "duplicate-tag":
      return text.element("string", at: finding.position).map {
        TextEdit(range: text.wholeLine(of: $0.range), replacement: "")
      }
    case "duplicate-glob":
      return text.emptyElement("glob", at: finding.position).map {
        TextEdit(range: text.wholeLine(of: $0), replacement: "")
      }
    case "duplicate-alias":
      return text.emptyElement("alias", at: finding.position).map {
        TextEdit(range: text.wholeLine(of: $0), replacement: "")
      }
    default:
      return nil
    }
  }

  /// The text is of a `string` or `key` element.
  private func edit(at position: SourcePosition, _ change: (String) -> Substring?) -> TextEdit? {
    guard
      let element = text.element("string", at: position) ?? text.element("key", at: position)
    else { return nil }
    let old = text[element.content]
    guard let new = change(old), !new.isEmpty, new != old else { return nil }
    return TextEdit(range: element.content, replacement: String(new))
  }
}

package struct LintFix: Hashable, Sendable {
  package let finding: DeclarationDiagnostic
  package let old: String
  /// Empty when the statement was removed.
  package let new: String
}

extension LintFix: CustomStringConvertible {
  /// `file:line:column: fixed: change [rule]`.
  package var description: String {
    let old = self.old.trimmingBlanks.prefix(100)
    let what = new.isEmpty ? "removed “\(old)”" : "“\(old)” is now “\(new.prefix(100))”"
    return "\(finding.position.text(in: finding.file)): fixed: \(what) [\(finding.rule)]"
  }
}

private struct TextEdit {
  let range: Range<Int>
  let replacement: String
}

extension [UInt8] {
  fileprivate mutating func replaceSubrange(_ range: Range<Int>, with text: String) {
    replaceSubrange(range, with: Array(text.utf8))
  }
}

/// The text of an XML document, in which simple elements are found by their places.
///
/// Elements with references, comments or elements, or in an unexpected notation, are not found.
struct MarkupText {
  let bytes: [UInt8]
  private let lines: LineIndex

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineIndex(bytes)
  }

  subscript(range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func offset(of position: SourcePosition) -> Int? {
    guard position.column > 0, let line = lines.range(ofLine: position.line) else { return nil }
    let offset = line.lowerBound + position.column - 1
    return line.contains(offset) ? offset : nil
  }

  /// The element must have no attributes and only plain text.
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

  /// The form is `<name …/>`.
  func emptyElement(_ name: String, at position: SourcePosition) -> Range<Int>? {
    guard let tag = tag(name, at: position), tag.isEmptyElement else { return nil }
    return tag.range
  }

  /// The value must have no references.
  func attribute(
    _ attribute: String, ofElement name: String, at position: SourcePosition
  ) -> Range<Int>? {
    guard let range = tag(name, at: position)?.valueRange(of: attribute),
      !bytes[range].contains(UInt8(ascii: "&"))
    else { return nil }
    return range
  }

  private func tag(_ name: String, at position: SourcePosition) -> XMLTagText? {
    guard let start = offset(of: position), let tag = XMLTagText(at: start, in: bytes),
      tag.name.elementsEqual(name.utf8)
    else { return nil }
    return tag
  }

  /// The line must have no other text.
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
