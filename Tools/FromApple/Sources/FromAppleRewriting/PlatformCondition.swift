import SwiftSyntax

/// Conditions of `#if`, as far as the platform decides them.
enum PlatformCondition {
  /// True or false on Linux, or nil if the build decides.
  static func value(_ condition: ExprSyntax?) -> Bool? {
    guard let condition else { return true }
    if let sequence = condition.as(SequenceExprSyntax.self) {
      return value(of: Array(sequence.elements)[...])
    }
    if let infix = condition.as(InfixOperatorExprSyntax.self) {
      return value(of: [infix.leftOperand, infix.operator, infix.rightOperand])
    }
    if let negation = condition.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
      return value(negation.expression).map { !$0 }
    }
    if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1 {
      return value(tuple.elements.first?.expression)
    }
    if let literal = condition.as(BooleanLiteralExprSyntax.self) {
      return literal.literal.text == "true"
    }
    guard let call = condition.as(FunctionCallExprSyntax.self),
      let argument = call.arguments.first?.expression.trimmedDescription
    else { return nil }
    switch call.calledExpression.trimmedDescription {
    case "os": return argument == "Linux"
    case "canImport":
      if AppleModules.replacements[argument] != nil || AppleModules.absent.contains(argument) {
        return false
      }
      return AppleModules.products[argument] != nil || argument == "Foundation" ? true : nil
    case "targetEnvironment": return false
    case "_runtime": return argument == "_Native"
    default: return nil
    }
  }

  /// The value of terms with `||` and `&&` between them; `&&` binds more tightly.
  private static func value(of terms: ArraySlice<ExprSyntax>) -> Bool? {
    for (name, decisive) in [("||", true), ("&&", false)] {
      guard let index = terms.firstIndex(where: { $0.trimmedDescription == name }) else { continue }
      let left = value(of: terms[..<index])
      let right = value(of: terms[(index + 1)...])
      if left == decisive || right == decisive { return decisive }
      return left == nil || right == nil ? nil : !decisive
    }
    return terms.count == 1 ? value(terms.first) : nil
  }

  /// The clauses that Linux can compile.
  static func possibleClauses(_ block: IfConfigDeclSyntax) -> [IfConfigClauseSyntax] {
    var possible: [IfConfigClauseSyntax] = []
    for clause in block.clauses {
      let value = value(clause.condition)
      if value != false { possible.append(clause) }
      if value == true { break }
    }
    return possible
  }
}
