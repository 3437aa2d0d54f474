import SwiftSyntax

/// An import, with the clauses of `#if` around it.
struct FoundImport {
  let node: ImportDeclSyntax
  let clauses: [SyntaxIdentifier]

  init(_ node: ImportDeclSyntax, clauses: [SyntaxIdentifier]) {
    self.node = node
    self.clauses = clauses
  }

  var module: String { node.path.first?.name.text ?? "" }
  /// The kind of a declaration that is imported alone, such as `class`.
  var kind: String { node.importKindSpecifier?.text ?? "" }
  var isOfModule: Bool { node.path.count == 1 }

  /// The statement without attributes and access level.
  var statement: String {
    ["import", kind, node.path.trimmedDescription].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The statement with another module.
  func statement(of module: String) -> String {
    guard !kind.isEmpty else { return "import \(module)" }
    let path = [module] + node.path.dropFirst().map(\.name.text)
    return "import \(kind) \(path.joined(separator: "."))"
  }

  /// Attributes and the access level.
  var prefix: [String] {
    node.attributes.map(\.trimmedDescription) + node.modifiers.map(\.trimmedDescription)
  }

  /// The import here, as far as duplicates are concerned.
  var target: String {
    let names = node.path.map(\.name.text)
    guard let module = AppleModules.replacements[module] else {
      return ([kind] + names).joined(separator: ".")
    }
    return ([kind, module] + (kind.isEmpty ? [] : names.dropFirst())).joined(separator: ".")
  }

  /// True if this import makes the other one, which follows it, redundant.
  func covers(_ other: Self) -> Bool {
    target == other.target && other.clauses.starts(with: clauses)
      && (other.prefix.isEmpty || other.prefix == prefix)
  }
}

extension Rewriter {
  func rewriteImports() {
    // Imports that are right have precedence over those that change.
    var kept = imports.filter { AppleModules.replacements[$0.module] == nil }
    for found in imports {
      let range = found.node.contentRange
      let name = found.module
      if let module = AppleModules.replacements[name] {
        products.insert(AppleModules.products[module] ?? module)
        if kept.contains(where: { $0.covers(found) }) {
          change(
            range.lowerBound, "\(found.statement) is removed, since \(module) is imported already")
          edits.remove(range.lowerBound..<endOfStatement(found.node))
          continue
        }
        kept.append(found)
        // Submodules such as UIKit.UIGestureRecognizerSubclass have no counterpart.
        let path = found.node.path
        let replaced = found.kind.isEmpty ? path.contentRange : path.first?.name.contentRange
        edits.replace(replaced ?? path.contentRange, with: module)
        change(range.lowerBound, "\(found.statement) becomes \(found.statement(of: module))")
      } else if AppleModules.absent.contains(name) {
        problem(
          range.lowerBound, "the module \(name) does not exist on Linux",
          remedy: "enclose its import and its uses in #if canImport(\(name)), or replace them")
      } else if let product = AppleModules.products[name] {
        products.insert(product)
        if found.kind.isEmpty, !found.isOfModule {
          edits.replace(found.node.path.contentRange, with: name)
          change(
            range.lowerBound, "\(found.statement) becomes \(found.statement(of: name))")
        }
      }
    }
    for (block, hasOnlyImports) in foreignImportBlocks {
      addLinuxClause(block, hasOnlyImports: hasOnlyImports)
    }
  }

  /// The offset after the import and its semicolon.
  private func endOfStatement(_ node: ImportDeclSyntax) -> Int {
    let item = node.parent?.as(CodeBlockItemSyntax.self)
    return item?.semicolon?.contentRange.upperBound ?? node.contentRange.upperBound
  }

  /// Notes a block of `#if` at the top level that imports modules of Apple and has nothing for Linux.
  func noteImportBlock(_ block: IfConfigDeclSyntax) {
    guard PlatformCondition.possibleClauses(block).isEmpty else { return }
    let items = block.clauses.flatMap { clause -> [CodeBlockItemSyntax] in
      if case .statements(let list)? = clause.elements { return Array(list) }
      return []
    }
    let modules = items.compactMap { $0.item.as(ImportDeclSyntax.self)?.path.first?.name.text }
    if modules.contains(where: { AppleModules.replacements[$0] != nil }) {
      foreignImportBlocks.append((block, hasOnlyImports: modules.count == items.count))
    }
  }

  /// Adds an import for Linux to the block, if the code of the file for Linux has names of documents.
  private func addLinuxClause(_ block: IfConfigDeclSyntax, hasOnlyImports: Bool) {
    let module = "UniformDocuments"
    guard !products.contains(module), let name = documentName else { return }
    let end = block.poundEndif.contentRange.lowerBound
    guard hasOnlyImports, file.isFirstInLine(end) else {
      problem(
        block, "the file uses \(name), and its #if with imports has other code and no #else",
        remedy: "add an #else that imports \(module)")
      return
    }
    products.insert(module)
    let first = block.clauses.first?.elements?.contentRange.lowerBound ?? end
    let indentation = file.indentation(end)
    edits.insert(
      "\(indentation)#else\(file.newline)\(file.indentation(first))import \(module)\(file.newline)",
      at: file.lineStart(end))
    change(end, "#else with import \(module) is added")
  }
}
