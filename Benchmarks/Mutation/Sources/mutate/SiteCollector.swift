import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Collects the sites of a source: comparisons, conditions, constants, selections and statements.
final class SiteCollector: SyntaxVisitor {
  private(set) var sites: [Site] = []

  /// The sites of a source in the order of their beginnings, outer ones first.
  static func sites(of source: String) -> [Site] {
    let tree = Parser.parse(source: source)
    // Operators of the package that are not known here leave their expressions as they are.
    let folded = OperatorTable.standardOperators.foldAll(tree) { _ in }
    let collector = SiteCollector(viewMode: .sourceAccurate)
    collector.walk(folded)
    return collector.sites.sorted {
      ($0.range.lowerBound, -$0.range.upperBound) < ($1.range.lowerBound, -$1.range.upperBound)
    }
  }

  private static let operators = [
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"],
    "==": ["!="], "!=": ["=="], "+": ["-"], "-": ["+"], "..<": ["..."], "&+": ["&-"],
    "&-": ["&+"], "&&": ["||"], "||": ["&&"],
  ]
  private static let opposites = ["min": "max", "max": "min", "first": "last", "last": "first"]

  private func range(of node: some SyntaxProtocol) -> Range<Int> {
    node.positionAfterSkippingLeadingTrivia
      .utf8Offset..<node.endPositionBeforeTrailingTrivia
      .utf8Offset
  }

  private func add(
    _ node: some SyntaxProtocol, _ alternatives: [String], form: Site.Form = .expression
  ) {
    sites.append(Site(range: range(of: node), form: form, alternatives: alternatives))
  }

  // MARK: - Expressions

  override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    guard let binary = node.operator.as(BinaryOperatorExprSyntax.self) else {
      return .visitChildren
    }
    let (left, right) = (node.leftOperand.trimmedDescription, node.rightOperand.trimmedDescription)
    let symbol = binary.operator.text
    var alternatives = (Self.operators[symbol] ?? []).map { "\(left) \($0) \(right)" }
    if symbol == "&&" || symbol == "||" { alternatives += [left, right] }
    if !alternatives.isEmpty { add(node, alternatives) }
    return .visitChildren
  }

  override func visit(_ node: PrefixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
    if node.operator.text == "!" { add(node, [node.expression.trimmedDescription]) }
    return .visitChildren
  }

  override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    let text = node.literal.text.filter { $0 != "_" }
    guard let value = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text) else {
      return .skipChildren
    }
    add(node, value == 0 ? ["1"] : ["\(value + 1)", "\(value - 1)"])
    return .skipChildren
  }

  override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
    add(node, [node.literal.text == "true" ? "false" : "true"])
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    let called = node.calledExpression
    let name =
      called.as(DeclReferenceExprSyntax.self)?.baseName
      ?? called.as(MemberAccessExprSyntax.self)?.declName.baseName
    if let name, let opposite = Self.opposites[name.text] {
      let text = node.trimmedDescription
      let start =
        name.positionAfterSkippingLeadingTrivia.utf8Offset
        - node.positionAfterSkippingLeadingTrivia.utf8Offset
      let bytes = Array(text.utf8)
      add(
        node,
        [
          String(decoding: bytes[..<start], as: UTF8.self) + opposite
            + String(decoding: bytes[(start + name.text.utf8.count)...], as: UTF8.self)
        ])
    }
    return .visitChildren
  }

  // MARK: - Conditions

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    guard case .expression(let expression) = node.condition else { return .visitChildren }
    // An endless loop has no result.
    let isLoop = node.parent?.parent?.is(WhileStmtSyntax.self) ?? false
    add(expression, isLoop ? ["false"] : ["true", "false"])
    return .visitChildren
  }

  // MARK: - Statements

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let list = node.parent?.as(CodeBlockItemListSyntax.self), list.count > 1,
      case .expr(var expression) = node.item
    else { return .visitChildren }
    if let attempt = expression.as(TryExprSyntax.self) { expression = attempt.expression }
    if let wait = expression.as(AwaitExprSyntax.self) { expression = wait.expression }
    let isCompound =
      expression.as(InfixOperatorExprSyntax.self)?.operator
      .as(BinaryOperatorExprSyntax.self).map { ["+=", "-=", "|="].contains($0.operator.text) }
      ?? false
    if expression.is(FunctionCallExprSyntax.self) || isCompound {
      add(node, [""], form: .statement)
    }
    return .visitChildren
  }

  // MARK: - Constants that are not expressions of a program

  override func visit(_: AttributeSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: EnumCaseElementSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: SwitchCaseItemSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: GenericArgumentClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
    if let elements = node.elements { walk(elements) }
    return .skipChildren
  }
}
