internal import UTIPlatform
package import UTITypeGraph
internal import UTIXMLFormats

/// Corrects findings of lint rules if that is safe, with minimal changes of the text.
///
/// A change is safe when it preserves the meaning of the file, or removes a statement without
/// effect: blanks around a value, the dot before an extension, insignificant capitals, repeated
/// statements. Each finding is located in the text again, and one at an unexpected text is left
/// unchanged.
package struct DeclarationFixer {
  /// The rules whose findings can be corrected.
  package static let fixableRules: Set<String> = [
    "duplicate-alias", "duplicate-glob", "duplicate-tag", "extension-with-capitals",
    "extension-with-dot", "glob-with-capitals", "surrounding-blanks",
  ]

  private let text: MarkupText

  /// Makes a fixer of a file.
  ///
  /// - Parameter bytes: the content; UTF-8.
  package init(_ bytes: [UInt8]) {
    text = MarkupText(bytes)
  }

  /// Corrects all findings that can be corrected in one pass.
  ///
  /// Correcting one statement may lead to another finding about it, which a second pass corrects.
  ///
  /// - Parameter findings: the findings about the content.
  /// - Returns: the new content and the changes, in the order of the places; nil when there is
  ///   nothing to change.
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

  /// Returns the change of the text of a `string` or `key` element.
  private func edit(
    at position: SourcePosition, _ change: (String) -> Substring?
  ) -> TextEdit? {
    guard
      let element = text.element("string", at: position) ?? text.element("key", at: position)
    else { return nil }
    let old = text[element.content]
    guard let new = change(old), !new.isEmpty, new != old else { return nil }
    return TextEdit(range: element.content, replacement: String(new))
  }
}

/// A correction.
package struct LintFix: Hashable, Sendable {
  /// The finding, with its original place.
  package let finding: DeclarationDiagnostic
  /// The old text.
  package let old: String
  /// The new text; empty when the statement was removed.
  package let new: String
}

extension LintFix: CustomStringConvertible {
  /// The change in the form `file:line:column: fixed: change [rule]`.
  package var description: String {
    let old = self.old.trimmingBlanks.prefix(100)
    let what = new.isEmpty ? "removed “\(old)”" : "“\(old)” is now “\(new.prefix(100))”"
    return "\(finding.position.text(in: finding.file)): fixed: \(what) [\(finding.rule)]"
  }
}

/// The replacement of a range of bytes.
private struct TextEdit {
  let range: Range<Int>
  let replacement: String
}

extension [UInt8] {
  fileprivate mutating func replaceSubrange(_ range: Range<Int>, with text: String) {
    replaceSubrange(range, with: Array(text.utf8))
  }
}
