import SwiftSyntax

/// Collects the edits of a file, and what remains, with an extension for each concern.
final class Rewriter: ActiveVisitor {
  let file: SourceFile
  let index: DeclarationIndex
  var edits = Edits()
  /// Changes and problems with the offsets of their places.
  private var changes: [(offset: Int, text: String)] = []
  private var problems: [(offset: Int, text: String, remedy: String)] = []

  var imports: [FoundImport] = []
  /// Blocks of `#if` with imports, none of them on Linux.
  var foreignImportBlocks: [(IfConfigDeclSyntax, hasOnlyImports: Bool)] = []
  /// A name of `UniformDocuments` in the code for Linux.
  var documentName: String?
  var products: Set<String> = []
  /// The classes with their clauses of `#if`, and the overrides in extensions.
  var classes: [String: (node: ClassDeclSyntax, clauses: [SyntaxIdentifier])] = [:]
  var extensionOverrides: [FoundOverride] = []
  var classesWithMoved: Set<SyntaxIdentifier> = []
  /// Selectors whose call has a report or an edit.
  var handledSelectors: Set<SyntaxIdentifier> = []
  /// The names that Linux lacks, by their group, with the offset of the first one.
  var absentNames: [Int: (offset: Int, names: [String])] = [:]
  var hasTypeKeys = false
  var typeKeyBodies: Set<SyntaxIdentifier> = []
  let replacesDynamically: Bool

  init(_ file: SourceFile, index: DeclarationIndex) {
    self.file = file
    self.index = index
    replacesDynamically = file.text.contains("@_dynamicReplacement")
    super.init(viewMode: .sourceAccurate)
  }

  func change(_ offset: Int, _ text: String) {
    changes.append((offset, text.inOneLine))
  }

  func problem(_ node: some SyntaxProtocol, _ text: String, remedy: String) {
    problem(node.contentRange.lowerBound, text, remedy: remedy)
  }

  func problem(_ offset: Int, _ text: String, remedy: String) {
    problems.append((offset, text.inOneLine, remedy.inOneLine))
  }

  func result() -> Rewriting {
    walk(file.tree)
    if hasTypeKeys { addImportOfTypes() }
    rewriteImports()
    moveOverrides()
    reportAbsentNames()
    var result = Rewriting(text: edits.apply(to: file), products: products)
    result.changes = changes.sorted { ($0.offset, $0.text) < ($1.offset, $1.text) }.map {
      Change(line: file.location($0.offset).line, text: $0.text)
    }
    result.problems = problems.sorted { ($0.offset, $0.text) < ($1.offset, $1.text) }.map {
      let (line, column) = file.location($0.offset)
      return Problem(line: line, column: column, text: $0.text, remedy: $0.remedy)
    }
    return result
  }

  // MARK: Nodes

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    noteImportBlock(node)
    return super.visit(node)
  }

  override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
    imports.append(FoundImport(node, clauses: clauses))
    return .skipChildren
  }

  override func visit(_ node: AttributeSyntax) -> SyntaxVisitorContinueKind {
    rewriteAttribute(node)
    return .visitChildren
  }

  override func visit(_ node: DeclModifierSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "dynamic", !replacesDynamically {
      removeWord(node, "dynamic")
    }
    return .skipChildren
  }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    rewriteProtocol(node)
    return super.visit(node)
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if node.name.text == "observeValue",
      node.signature.parameterClause.parameters.first?.firstName.text == "forKeyPath"
    {
      problem(
        node.name, "observeValue(forKeyPath:) needs the Objective-C runtime",
        remedy: "observe with didSet, a closure or @Observable")
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if handledSelectors.contains(node.id) { return .skipChildren }
    rewriteCall(node)
    return .visitChildren
  }

  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
    if handledSelectors.contains(node.id) { return .skipChildren }
    switch node.macroName.text {
    case "selector":
      problem(
        node, "#selector needs the Objective-C runtime", remedy: "pass a closure")
    case "keyPath":
      problem(
        node, "#keyPath needs the Objective-C runtime", remedy: "use a Swift key path, \\Type.name")
    default: break
    }
    return .visitChildren
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    noteName(node.name)
    return .visitChildren
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    // A member with such a name belongs to another type.
    if node.parent?.is(MemberAccessExprSyntax.self) != true
      || node.keyPathInParent == \MemberAccessExprSyntax.base
    {
      noteName(node.baseName)
    }
    return .visitChildren
  }

  override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
    rewriteTypeKey(node)
    return .visitChildren
  }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    let result = super.visit(node)
    if let path = enclosingTypes.last?.path, classes[path] == nil {
      classes[path] = (node, clauses)
    }
    return result
  }

  override func visit(_ node: MemberBlockItemSyntax) -> SyntaxVisitorContinueKind {
    noteOverride(node)
    return .visitChildren
  }
}

extension String {
  /// The words with one space between them, since each report is a line.
  fileprivate var inOneLine: String {
    split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
