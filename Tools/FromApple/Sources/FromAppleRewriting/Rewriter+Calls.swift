import SwiftSyntax

extension Rewriter {
  /// Rewrites an observer, or reports a call that needs Objective-C.
  func rewriteCall(_ node: FunctionCallExprSyntax) {
    let name = node.calledName
    let labels = node.arguments.map { $0.label?.text ?? "_" }
    switch name {
    case "addObserver" where labels.starts(with: ["_", "selector"]):
      handleSelectors(of: node)
      do throws(ObserverProblem) {
        try rewriteObserver(node)
      } catch {
        problem(node.nameToken, "addObserver: \(error.text)", remedy: error.remedy)
      }
    case "addObserver" where labels.dropFirst().first == "forKeyPath",
      "removeObserver" where labels.dropFirst().first == "forKeyPath":
      report(
        node, "\(name)(_:forKeyPath:) needs the Objective-C runtime",
        "observe with didSet, a closure or @Observable")
    case "removeObserver" where labels.first == "_" && isSelf(node.arguments.first?.expression):
      guard !isInDeinitializer(node) else { return }
      report(
        node, "removeObserver(self) does not end an observer with a closure",
        "keep the value of addObserver, and pass it to removeObserver")
    case "observe" where node.arguments.first?.expression.is(KeyPathExprSyntax.self) == true:
      report(
        node, "observe(_:) of a key path needs the Objective-C runtime",
        "observe with didSet, a closure or @Observable")
    case "publisher" where labels.first == "for":
      report(
        node, "publisher(for:) is a part of Combine that is absent",
        "use notifications(named:) or a closure")
    case "perform", "performSelector", "cancelPreviousPerformRequests":
      guard name != "perform" || hasSelector(node) else { return }
      let called = "\(name)(\(labels.map { "\($0):" }.joined()))"
      report(
        node, "\(called) needs the Objective-C runtime",
        "call the method, after a time in DispatchQueue.main.asyncAfter(deadline:)")
    case "scheduledTimer" where labels.contains("selector"),
      "Timer" where labels.contains("selector"):
      report(
        node, "a timer with a selector needs the Objective-C runtime",
        "use Timer.scheduledTimer(withTimeInterval:repeats:) with a closure")
    case "registerUndo" where labels.contains("selector"):
      report(
        node, "registerUndo(withTarget:selector:object:) needs the Objective-C runtime",
        "use registerUndo(withTarget:) with a closure")
    default: break
    }
  }

  private func report(_ node: FunctionCallExprSyntax, _ text: String, _ remedy: String) {
    handleSelectors(of: node)
    problem(node.nameToken, text, remedy: remedy)
  }

  /// Notes that the selectors among the arguments need no separate report.
  private func handleSelectors(of node: FunctionCallExprSyntax) {
    for argument in node.arguments { handledSelectors.insert(argument.expression.id) }
  }

  private func hasSelector(_ node: FunctionCallExprSyntax) -> Bool {
    guard let first = node.arguments.first?.expression else { return false }
    return first.as(MacroExpansionExprSyntax.self)?.macroName.text == "selector"
      || first.as(FunctionCallExprSyntax.self)?.calledName.hasSuffix("Selector") == true
      || node.arguments.contains { $0.label?.text == "afterDelay" }
  }

  func isSelf(_ expression: ExprSyntax?) -> Bool {
    expression?.trimmedDescription == "self"
  }

  private func isInDeinitializer(_ node: some SyntaxProtocol) -> Bool {
    sequence(first: Syntax(node), next: \.parent).contains { $0.is(DeinitializerDeclSyntax.self) }
  }
}

extension FunctionCallExprSyntax {
  /// The token with the name of the function.
  var nameToken: TokenSyntax {
    if let member = calledExpression.as(MemberAccessExprSyntax.self) {
      return member.declName.baseName
    }
    return calledExpression.lastToken(viewMode: .sourceAccurate) ?? leftParen ?? .identifier("")
  }

  var calledName: String { nameToken.text }
}
