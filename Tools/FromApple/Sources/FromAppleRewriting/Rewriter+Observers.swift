import SwiftSyntax

/// The reason that an observer keeps its selector.
struct ObserverProblem: Error {
  var text: String
  var remedy: String
}

/// The method that a selector names.
private struct Target {
  var name: String
  /// The type in which the method is searched.
  var type: String?
  /// The labels of the arguments, or nil if the selector does not have them.
  var labels: [String?]?
}

extension Rewriter {
  /// Rewrites `addObserver(_:selector:name:object:)` as the form with a closure, which keeps its layout.
  func rewriteObserver(_ call: FunctionCallExprSyntax) throws(ObserverProblem) {
    let arguments = Array(call.arguments)
    guard arguments.map({ $0.label?.text }) == [nil, "selector", "name", "object"],
      call.trailingClosure == nil, let leftParenthesis = call.leftParen,
      let rightParenthesis = call.rightParen, let nameLabel = arguments[2].label
    else {
      throw ObserverProblem(
        text: "the arguments are not those of a notification center",
        remedy: "write the call with a closure")
    }
    guard let statement = call.parent?.as(CodeBlockItemSyntax.self) else {
      throw ObserverProblem(
        text: "the call is a part of an expression", remedy: "make it a statement")
    }

    let target = try target(of: arguments[1].expression)
    let (capture, receiver) = try observer(arguments[0].expression)
    let body = try body(receiver: receiver, target: target)

    // The observer and the selector go, and comments stay.
    let removed =
      leftParenthesis.endPositionBeforeTrailingTrivia.utf8Offset..<nameLabel.contentRange.lowerBound
    let comments = comments(of: leftParenthesis, before: nameLabel)
    let lineBreak = file.newline + file.indentation(nameLabel.contentRange.lowerBound)
    edits.replace(
      removed,
      with: comments.isEmpty
        ? leftParenthesis.trailingTrivia.description + arguments[0].leadingTrivia.description
        : comments.map { lineBreak + $0 }.joined() + lineBreak)
    edits.replace(nameLabel.contentRange, with: "forName")

    let object = arguments[3]
    let startsLine = object.leadingTrivia.contains { $0.isNewline }
    let separator =
      startsLine ? file.newline + file.indentation(object.contentRange.lowerBound) : " "
    let end = object.contentRange.upperBound
    let hasComma = object.trailingComma != nil
    edits.insert("\(hasComma ? "" : ",")\(separator)queue: .main\(hasComma ? "," : "")", at: end)

    let start = statement.contentRange.lowerBound
    edits.insert("_ = ", at: start)
    let closing = rightParenthesis.contentRange
    let indentation = file.indentation(leftParenthesis.contentRange.lowerBound)
    let closes = hasLineBreak(before: arguments[0]) && !file.isFirstInLine(closing.lowerBound)
    if closes {
      edits.insert(file.newline + indentation, at: closing.lowerBound)
    }
    var width = file.string(file.lineStart(closing.upperBound)..<closing.upperBound).count
    if closes {
      width = indentation.count + 1
    } else if file.lineStart(start) == file.lineStart(closing.upperBound) {
      width += "_ = for, queue: .main".count - removed.count
    }
    edits.insert(
      closure(capture, body, indentation, end: closing.upperBound, width: width),
      at: closing.upperBound)
    change(
      call.nameToken.contentRange.lowerBound,
      "addObserver with the selector \(target.name) has a closure")
  }

  private func hasLineBreak(before argument: LabeledExprSyntax) -> Bool {
    argument.leadingTrivia.contains { $0.isNewline }
      || argument.previousToken(viewMode: .sourceAccurate)?.trailingTrivia
        .contains { $0.isNewline } == true
  }

  /// The comments from the first token to the last one.
  private func comments(of first: TokenSyntax, before last: TokenSyntax) -> [String] {
    var pieces = Array(first.trailingTrivia)
    var token = first.nextToken(viewMode: .sourceAccurate)
    while let next = token, next.id != last.id {
      pieces += next.leadingTrivia.pieces + next.trailingTrivia.pieces
      token = next.nextToken(viewMode: .sourceAccurate)
    }
    pieces += last.leadingTrivia.pieces
    return pieces.filter { !$0.isWhitespace }.map { Trivia(pieces: [$0]).description }
  }

  /// The text of a closure after a line of some width, in this line if it has at most 100 columns.
  private func closure(
    _ capture: String, _ body: (parameter: String, statement: String), _ indentation: String,
    end: Int, width: Int
  ) -> String {
    let words = [capture, body.parameter].filter { !$0.isEmpty }
    let head = words.isEmpty ? " {" : " { \(words.joined(separator: " ")) in"
    let single = "\(head) \(body.statement) }"
    if width + single.count <= 100 || !file.isLineBreak(file.skipSpaces(end)) { return single }
    return [head, "\(indentation)\(file.indentationUnit)\(body.statement)", "\(indentation)}"]
      .joined(separator: file.newline)
  }

  // MARK: The method

  private func target(of selector: ExprSyntax) throws(ObserverProblem) -> Target {
    if let macro = selector.as(MacroExpansionExprSyntax.self), macro.macroName.text == "selector",
      macro.arguments.count == 1, let argument = macro.arguments.first, argument.label == nil,
      let target = target(named: argument.expression)
    {
      return target
    }
    if let call = selector.as(FunctionCallExprSyntax.self), call.calledName == "Selector",
      let text = call.arguments.first?.expression.withoutParentheses.trimmedDescription
    {
      let name = text.dropFirst().dropLast().prefix { $0 != ":" }
      let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } && !name.isEmpty
      let type = enclosingTypes.last?.name
      if isPlain, text == "\"\(name)\"" {
        return Target(name: String(name), type: type, labels: [])
      } else if isPlain, text == "\"\(name):\"" {
        return Target(name: String(name), type: type, labels: [nil])
      }
    }
    throw ObserverProblem(
      text: "the selector \(selector.trimmedDescription) does not name a method here",
      remedy: "write #selector with the method in the call, or a closure")
  }

  /// The method that an expression such as `Type.name(_:)` or `name as () -> Void` names.
  private func target(named expression: ExprSyntax) -> Target? {
    let expression = expression.withoutParentheses
    if let sequence = expression.as(SequenceExprSyntax.self) {
      let elements = Array(sequence.elements)
      guard elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self),
        var target = target(named: elements[0])
      else { return nil }
      // The last function of a curried type such as (Type) -> () -> Void counts.
      var type = elements[2].as(TypeExprSyntax.self)?.type.as(FunctionTypeSyntax.self)
      while let next = type?.returnClause.type.as(FunctionTypeSyntax.self) { type = next }
      if target.labels == nil, let parameters = type?.parameters {
        target.labels = parameters.map { _ in nil }
      }
      return target
    }
    var reference = expression.as(DeclReferenceExprSyntax.self)
    var type = enclosingTypes.last?.name
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base {
      reference = member.declName
      let name = base.trimmedDescription
      if !["self", "Self"].contains(name) {
        let last = String(name.split(separator: ".").last ?? "")
        type = last.first?.isUppercase == true ? last : nil
      }
    }
    guard let reference else { return nil }
    let labels = reference.argumentNames?.arguments.map { argument -> String? in
      argument.name.text == "_" ? nil : argument.name.text
    }
    return Target(name: reference.baseName.text, type: type, labels: labels)
  }

  // MARK: The closure

  /// The capture of an observer, and the receiver of the call.
  private func observer(
    _ expression: ExprSyntax
  ) throws(ObserverProblem) -> (capture: String, receiver: String) {
    var expression = expression.withoutParentheses
    if let sequence = expression.as(SequenceExprSyntax.self),
      sequence.elements.dropFirst().first?.is(UnresolvedAsExprSyntax.self) == true,
      let first = sequence.elements.first
    {
      expression = first
    }
    while let unwrapped = expression.as(ForceUnwrapExprSyntax.self)?.expression {
      expression = unwrapped
    }
    let text = expression.trimmedDescription
    if text == "self" {
      return isInTypeMember(expression) ? ("", "self.") : ("[weak self]", "self?.")
    }
    if text == "Self" { return ("", "Self.") }
    if let member = expression.as(MemberAccessExprSyntax.self), let base = member.base,
      member.declName.baseName.text == "self"
    {
      return ("", "\(base.trimmedDescription).")
    }
    if expression.tokens(viewMode: .sourceAccurate).contains(where: \.isDollarIdentifier) {
      throw ObserverProblem(
        text: "the observer \(text) has no name", remedy: "name the parameter of the closure")
    }
    var name = "observer"
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      name = reference.baseName.text
    } else if let member = expression.as(MemberAccessExprSyntax.self),
      case .identifier(let last) = member.declName.baseName.tokenKind
    {
      name = last
    }
    return ("[weak \(name) = \(text)]", "\(name)?.")
  }

  /// True in a static member, where `self` is a type.
  private func isInTypeMember(_ node: some SyntaxProtocol) -> Bool {
    for parent in sequence(first: Syntax(node), next: \.parent) {
      if parent.is(MemberBlockItemSyntax.self) { return false }
      guard let declared = parent.asProtocol((any WithModifiersSyntax).self),
        parent.parent?.is(MemberBlockItemSyntax.self) == true
      else { continue }
      return declared.modifiers.contains { ["static", "class"].contains($0.name.text) }
    }
    return false
  }

  /// The parameter and the statement of the closure.
  private func body(
    receiver: String, target: Target
  ) throws(ObserverProblem) -> (parameter: String, statement: String) {
    let name = target.name
    var candidates = index.methods(name, in: target.type)
    if let labels = target.labels {
      // The labels of a type in `as` are not known.
      let exact = candidates.filter { $0.method.labels == labels }
      candidates =
        exact.isEmpty ? candidates.filter { $0.method.labels.count == labels.count } : exact
    } else if candidates.isEmpty {
      throw ObserverProblem(
        text: "\(name) is not declared in these files, so its parameters are not known",
        remedy:
          "pass its file too, or write #selector(\(name)(_:)) or #selector(\(name) as () -> Void)")
    }
    let method = candidates.first?.method
    let actor = candidates.first?.actor ?? index.actor(of: method, in: target.type)
    let labels = method?.labels ?? target.labels ?? []
    guard labels.count < 2,
      candidates.allSatisfy({ $0.method.isCalled(like: method) && $0.actor == actor })
    else {
      throw ObserverProblem(
        text: candidates.count > 1
          ? "\(name) is the name of several methods" : "\(name) takes several arguments",
        remedy: "write a closure that calls the method")
    }
    if method?.isAsynchronous == true {
      throw ObserverProblem(
        text: "\(name) is asynchronous", remedy: "write a closure with a Task that calls it")
    }
    guard actor == nil || actor == "MainActor" else {
      throw ObserverProblem(
        text: "\(name) is isolated to \(actor ?? "")", remedy: "write a closure with a Task")
    }

    let notification = actor == nil ? "$0" : "notification"
    var argument = ""
    if let label = labels.first {
      let type = method?.parameterTypes.first
      let value = try value(notification, as: type, of: name)
      argument = label.map { "\($0): \(value)" } ?? value
    }
    let result = method?.returnsValue == true ? "_ = " : ""
    var statement = "\(result)\(receiver)\(name)(\(argument))"
    if actor != nil { statement = "MainActor.assumeIsolated { \(statement) }" }
    return (labels.isEmpty ? "_" : actor == nil ? "" : notification, statement)
  }

  /// The notification as an argument of the type.
  private func value(
    _ notification: String, as type: String?, of name: String
  ) throws(ObserverProblem) -> String {
    var type = type ?? "Notification"
    while let last = type.last, "?!".contains(last) { type.removeLast() }
    switch type {
    case "Notification", "Foundation.Notification", "Any": return notification
    case "NSNotification":
      let members = ["name", "object", "userInfo"].map { "\($0): \(notification).\($0)" }
      return "NSNotification(\(members.joined(separator: ", ")))"
    default:
      throw ObserverProblem(
        text: "\(name) takes a \(type), not a notification",
        remedy: "write a closure that calls the method")
    }
  }
}

extension ExprSyntax {
  var withoutParentheses: ExprSyntax {
    guard let tuple = self.as(TupleExprSyntax.self), tuple.elements.count == 1,
      let only = tuple.elements.first, only.label == nil
    else { return self }
    return only.expression.withoutParentheses
  }
}

extension TokenSyntax {
  /// True for a parameter such as `$0`.
  fileprivate var isDollarIdentifier: Bool {
    if case .dollarIdentifier = tokenKind { true } else { false }
  }
}
