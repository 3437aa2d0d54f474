import SwiftSyntax

/// An override in an extension.
struct FoundOverride {
  let item: MemberBlockItemSyntax
  let type: EnclosingType
  let clauses: [SyntaxIdentifier]
}

extension Rewriter {
  func noteOverride(_ item: MemberBlockItemSyntax) {
    guard let type = enclosingTypes.last, type.isExtension,
      let declared = item.decl.asProtocol((any WithModifiersSyntax).self),
      declared.modifiers.contains(where: { $0.name.text == "override" })
    else { return }
    extensionOverrides.append(FoundOverride(item: item, type: type, clauses: clauses))
  }

  /// Moves overrides from extensions to the ends of their classes.
  func moveOverrides() {
    var moved: [SyntaxIdentifier: [MemberBlockItemSyntax]] = [:]
    for found in extensionOverrides {
      guard let node = found.type.node.as(ExtensionDeclSyntax.self) else { continue }
      let name = overrideName(found.item)
      if let obstacle = obstacle(found, in: node) {
        problem(
          found.item.decl,
          "\(name) overrides in an extension, which needs Objective-C: \(obstacle)",
          remedy: "move it into the class \(found.type.path)")
      } else if let target = classes[found.type.path] {
        move(found.item, of: node, to: target.node)
        moved[node.id, default: []].append(found.item)
        change(
          found.item.decl.contentRange.lowerBound,
          "\(name) is moved into the class \(found.type.path)")
      }
    }
    for found in extensionOverrides {
      guard let node = found.type.node.as(ExtensionDeclSyntax.self),
        let items = moved.removeValue(forKey: node.id)
      else { continue }
      deleteMoved(items, from: node)
    }
  }

  private func overrideName(_ item: MemberBlockItemSyntax) -> String {
    if let function = item.decl.as(FunctionDeclSyntax.self) { return function.name.text }
    if let variable = item.decl.as(VariableDeclSyntax.self) {
      return variable.bindings.first?.pattern.trimmedDescription ?? "the property"
    }
    return "the member"
  }

  private func obstacle(_ found: FoundOverride, in node: ExtensionDeclSyntax) -> String? {
    guard let target = classes[found.type.path] else { return "the class is not in this file" }
    if found.clauses != target.clauses { return "the class is not in the same #if" }
    if node.genericWhereClause != nil { return "the extension has a where clause" }
    let attributes = node.attributes.map(\.trimmedDescription).filter { !$0.hasPrefix("@objc") }
    let words = attributes + node.modifiers.map(\.trimmedDescription)
    if let word = words.first { return "the extension is \(word)" }
    if !isAloneInLines(found.item) { return "other code is in its lines" }
    return nil
  }

  // MARK: Text

  private func isAloneInLines(_ item: MemberBlockItemSyntax) -> Bool {
    file.isFirstInLine(item.contentRange.lowerBound)
      && item.trailingTrivia.allSatisfy { !$0.isNewline }
      && file.isLineBreak(item.endPosition.utf8Offset)
  }

  /// The lines of a member with the comments that no blank line separates from it.
  private func lines(_ item: MemberBlockItemSyntax) -> Range<Int> {
    var offset = item.contentRange.lowerBound
    var start = file.lineStart(offset)
    var breaks = 0
    for piece in item.leadingTrivia.reversed() {
      if piece.isNewline {
        // Two line breaks with spaces between them are a blank line.
        breaks += piece.lineBreaks
        if breaks > 1 { break }
      } else if !piece.isWhitespace {
        breaks = 0
        start = file.lineStart(offset - piece.sourceLength.utf8Length)
      }
      offset -= piece.sourceLength.utf8Length
    }
    return start..<file.lineEnd(item.endPosition.utf8Offset)
  }

  private func move(
    _ item: MemberBlockItemSyntax, of place: ExtensionDeclSyntax, to node: ClassDeclSyntax
  ) {
    let brace = node.memberBlock.rightBrace.contentRange.lowerBound
    // A nested class is further right than its extension.
    let (old, new) = (
      file.indentation(place.contentRange.lowerBound),
      file.indentation(node.contentRange.lowerBound)
    )
    let indentation = new.hasPrefix(old) ? String(new.dropFirst(old.count)) : ""
    let source = Edits.Part.lines(lines(item), indentation: indentation)
    if file.isFirstInLine(brace) {
      let isFirst = classesWithMoved.insert(node.id).inserted && node.memberBlock.members.isEmpty
      edits.insert([.text(isFirst ? "" : file.newline), source], at: file.lineStart(brace))
    } else {
      edits.insert(
        [.text(file.newline), source, .text(file.indentation(node.contentRange.lowerBound))],
        at: brace)
    }
  }

  /// Deletes moved members, and an extension that has become empty.
  private func deleteMoved(_ items: [MemberBlockItemSyntax], from node: ExtensionDeclSyntax) {
    let members = Array(node.memberBlock.members)
    let ranges = items.map(lines)
    let isEmpty =
      items.count == members.count && node.inheritanceClause == nil
      && !hasOtherComments(node, besides: ranges)
    if isEmpty, file.isFirstInLine(node.contentRange.lowerBound),
      file.isLineBreak(file.skipSpaces(node.contentRange.upperBound))
    {
      let start = file.lineStart(node.contentRange.lowerBound)
      let end = file.lineEnd(node.contentRange.upperBound)
      edits.deleteMoved(file.skipBlankLinesBackwards(start)..<end)
      change(node.contentRange.lowerBound, "the empty extension is removed")
      return
    }
    var end = file.lineEnd(node.memberBlock.leftBrace.contentRange.lowerBound)
    var isFirst = true
    for range in ranges {
      let start = max(file.skipBlankLinesBackwards(range.lowerBound), end)
      // After the brace that opens the extension, no blank line remains.
      isFirst = isFirst && start == end
      end = isFirst ? file.skipBlankLines(range.upperBound) : range.upperBound
      edits.deleteMoved(start..<end)
    }
  }

  /// True if comments would remain between the braces.
  private func hasOtherComments(
    _ node: ExtensionDeclSyntax, besides ranges: [Range<Int>]
  ) -> Bool {
    var offset = node.memberBlock.leftBrace.contentRange.upperBound
    for range in ranges + [node.memberBlock.rightBrace.contentRange.lowerBound..<file.bytes.count] {
      let between = file.bytes[offset..<max(offset, range.lowerBound)]
      if between.contains(where: { !" \t\r\n".utf8.contains($0) }) { return true }
      offset = range.upperBound
    }
    return false
  }
}

extension TriviaPiece {
  var lineBreaks: Int {
    switch self {
    case .newlines(let count), .carriageReturns(let count), .carriageReturnLineFeeds(let count):
      count
    default: 0
    }
  }
}
