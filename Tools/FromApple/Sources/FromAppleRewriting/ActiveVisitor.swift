import SwiftSyntax

/// A type or an extension around a node.
struct EnclosingType {
  /// The name without the types around it.
  var name: String
  /// The names of the types around it, and the name.
  var path: String
  var node: Syntax
  var inheritance: InheritanceClauseSyntax?
  var isExtension: Bool
}

/// A visitor of the code that Linux can compile, which knows the types around a node.
class ActiveVisitor: SyntaxVisitor {
  private(set) var enclosingTypes: [EnclosingType] = []
  /// The clauses of `#if` around the node.
  private(set) var clauses: [SyntaxIdentifier] = []

  func didEnterType(_ type: EnclosingType) {}
  func didLeaveType(_ type: EnclosingType) {}

  override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
    for clause in PlatformCondition.possibleClauses(node) {
      clauses.append(clause.id)
      if let elements = clause.elements { walk(elements) }
      clauses.removeLast()
    }
    return .skipChildren
  }

  private func enter(
    _ node: some DeclSyntaxProtocol, _ name: String, _ inheritance: InheritanceClauseSyntax?,
    isExtension: Bool = false
  ) -> SyntaxVisitorContinueKind {
    let path = (enclosingTypes.last.map { [$0.path] } ?? []) + [name]
    let last = name.split(separator: "<").first?.split(separator: ".").last ?? ""
    let type = EnclosingType(
      name: String(last), path: path.joined(separator: "."), node: Syntax(node),
      inheritance: inheritance, isExtension: isExtension)
    enclosingTypes.append(type)
    didEnterType(type)
    return .visitChildren
  }

  private func leave() {
    didLeaveType(enclosingTypes.removeLast())
  }

  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text, node.inheritanceClause)
  }
  override func visitPost(_ node: ActorDeclSyntax) { leave() }

  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text, node.inheritanceClause)
  }
  override func visitPost(_ node: ClassDeclSyntax) { leave() }

  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text, node.inheritanceClause)
  }
  override func visitPost(_ node: EnumDeclSyntax) { leave() }

  override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(
      node, node.extendedType.trimmedDescription, node.inheritanceClause, isExtension: true)
  }
  override func visitPost(_ node: ExtensionDeclSyntax) { leave() }

  override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text, node.inheritanceClause)
  }
  override func visitPost(_ node: ProtocolDeclSyntax) { leave() }

  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
    enter(node, node.name.text, node.inheritanceClause)
  }
  override func visitPost(_ node: StructDeclSyntax) { leave() }
}

extension TypeSyntax {
  /// The name without the types around it and without generic arguments.
  var lastName: String {
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.lastName }
    if let member = self.as(MemberTypeSyntax.self) { return member.name.text }
    if let identifier = self.as(IdentifierTypeSyntax.self) { return identifier.name.text }
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.lastName }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType.lastName
    }
    return trimmedDescription
  }
}

extension FunctionDeclSyntax {
  /// True if the function is a member of a type.
  var isMember: Bool { parent?.is(MemberBlockItemSyntax.self) == true }
}
