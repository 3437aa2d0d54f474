import SwiftSyntax

/// `typeIdentifierKey` of URLs, which Foundation on Linux never sets, becomes `contentTypeKey`.
extension Rewriter {
  func rewriteTypeKey(_ node: MemberAccessExprSyntax) {
    let name = node.declName.baseName
    let base = node.base?.trimmedDescription
    guard ["typeIdentifierKey", "contentTypeKey"].contains(name.text),
      base == nil || base == "URLResourceKey"
    else { return }
    if isSubscriptOfAllValues(node) {
      problem(
        node, "allValues has no \(name.text) on Linux", remedy: "use the property contentType")
      return
    }
    if isArgumentOfGetResourceValue(node) {
      problem(
        node, "getResourceValue(_:forKey:) has no \(name.text) on Linux",
        remedy: "use resourceValues(forKeys:) with the property contentType")
      return
    }
    guard name.text == "typeIdentifierKey" else { return }
    hasTypeKeys = true
    edits.replace(name.contentRange, with: "contentTypeKey")
    change(name.contentRange.lowerBound, "typeIdentifierKey becomes contentTypeKey")
    if let body = bodyWithValues(node), typeKeyBodies.insert(body.id).inserted {
      let values = ValueFinder(viewMode: .sourceAccurate)
      values.walk(body)
      for value in values.found { rewriteValue(value) }
    }
  }

  private func isSubscriptOfAllValues(_ node: MemberAccessExprSyntax) -> Bool {
    let call = node.parent?.parent?.parent?.as(SubscriptCallExprSyntax.self)
    return call?.calledExpression.trimmedDescription.hasSuffix("allValues") == true
  }

  private func isArgumentOfGetResourceValue(_ node: MemberAccessExprSyntax) -> Bool {
    let call = node.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)
    return call?.calledName == "getResourceValue"
  }

  /// The body of the member or function around the key.
  private func bodyWithValues(_ node: some SyntaxProtocol) -> Syntax? {
    let parents = sequence(first: Syntax(node), next: \.parent)
    return parents.first {
      $0.is(CodeBlockSyntax.self) && $0.parent?.is(FunctionDeclSyntax.self) == true
    }
      ?? parents.first { $0.is(MemberBlockItemSyntax.self) }
      ?? parents.first { $0.is(CodeBlockItemSyntax.self) }
  }

  /// `values.typeIdentifier` becomes `values.contentType?.identifier`.
  private func rewriteValue(_ node: MemberAccessExprSyntax) {
    var mark = "?"
    if let chain = node.parent?.as(OptionalChainingExprSyntax.self) {
      edits.replace(chain.questionMark.contentRange, with: "")
    } else if let unwrapped = node.parent?.as(ForceUnwrapExprSyntax.self) {
      mark = "!"
      edits.replace(unwrapped.exclamationMark.contentRange, with: "")
    }
    let name = node.declName.contentRange
    edits.replace(name, with: "contentType\(mark).identifier")
    change(name.lowerBound, "typeIdentifier becomes contentType\(mark).identifier")
  }

  /// `contentType` needs an import.
  func addImportOfTypes() {
    let names = ["UniformTypeIdentifiers", "UniformDocuments"]
    let covered = imports.contains { found in
      found.clauses.isEmpty && found.kind.isEmpty
        && names.contains(AppleModules.replacements[found.module] ?? found.module)
    }
    guard !covered, let last = imports.last(where: { $0.clauses.isEmpty }) else { return }
    let offset = last.node.contentRange.lowerBound
    let indentation = file.indentation(offset)
    edits.insert(
      "\(indentation)import UniformTypeIdentifiers\(file.newline)", at: file.lineEnd(offset))
    products.insert("UniformTypeIdentifiers")
    change(offset, "import UniformTypeIdentifiers is added")
  }
}

private final class ValueFinder: SyntaxVisitor {
  var found: [MemberAccessExprSyntax] = []

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    if node.declName.baseName.text == "typeIdentifier", node.base != nil,
      node.parent?.is(FunctionCallExprSyntax.self) != true
    {
      found.append(node)
    }
    return .visitChildren
  }
}
