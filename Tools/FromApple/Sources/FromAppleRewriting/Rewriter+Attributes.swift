import SwiftSyntax

extension Rewriter {
  /// Removes a word, and says so.
  func removeWord(_ node: some SyntaxProtocol, _ text: String) {
    edits.remove(node.contentRange)
    change(node.contentRange.lowerBound, "\(text) is removed")
  }

  func rewriteAttribute(_ node: AttributeSyntax) {
    let name = node.attributeName.trimmedDescription
    switch name {
    case "objc":
      if !isInOptionalProtocol(node) { removeWord(node, node.trimmedDescription) }
    case "objcMembers", "IBDesignable", "IBInspectable", "GKInspectable":
      removeWord(node, "@\(name)")
    case "IBAction", "IBOutlet":
      if let view = viewOfAttribute(node) {
        problem(
          node, "@\(name) with \(view), which is not declared in these files",
          remedy: "remove the declaration, or change the type; there are no views")
      } else {
        removeWord(node, "@\(name)")
      }
    case "NSManaged":
      problem(
        node, "@NSManaged needs Core Data",
        remedy: "see \"Core Data\" in Documentation/ComingFromApple.md")
    case "NSApplicationMain", "UIApplicationMain":
      problem(
        node, "@\(name) starts an application of Apple's platforms",
        remedy: "write a main type, as Documentation/Tour.md shows")
    default: break
    }
  }

  /// The first type in the declaration of an action or outlet that neither the files nor Swift have.
  private func viewOfAttribute(_ node: AttributeSyntax) -> String? {
    var types: [TypeSyntax] = []
    if let function = node.parent?.parent?.as(FunctionDeclSyntax.self) {
      types = function.signature.parameterClause.parameters.map(\.type)
    } else if let variable = node.parent?.parent?.as(VariableDeclSyntax.self) {
      types = variable.bindings.compactMap { $0.typeAnnotation?.type }
    }
    let known = ["Any", "AnyObject", "NSObject"]
    return types.map(\.lastName).first { !known.contains($0) && index.types[$0] == nil }
  }

  /// True if the attribute belongs to a protocol with optional requirements, or to one of them.
  private func isInOptionalProtocol(_ node: AttributeSyntax) -> Bool {
    if let declared = node.parent?.parent?.as(ProtocolDeclSyntax.self) {
      return declared.hasOptionalRequirements
    }
    return enclosingTypes.last?.node.as(ProtocolDeclSyntax.self)?.hasOptionalRequirements == true
  }

  /// A protocol that loses `@objc` stays one of classes.
  func rewriteProtocol(_ node: ProtocolDeclSyntax) {
    if node.hasOptionalRequirements {
      problem(
        node.name, "\(node.name.text) has optional requirements, which need Objective-C",
        remedy: "give them a default implementation in an extension, and remove @objc and optional")
      return
    }
    let isObjectiveC = node.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "objc"
    }
    guard isObjectiveC else { return }
    let inherited = node.inheritanceClause?.inheritedTypes.map { $0.type.lastName } ?? []
    guard !inherited.contains(where: { ["AnyObject", "NSObjectProtocol", "class"].contains($0) })
    else { return }
    if let first = node.inheritanceClause?.inheritedTypes.first {
      edits.insert("AnyObject, ", at: first.contentRange.lowerBound)
    } else {
      edits.insert(": AnyObject", at: node.name.contentRange.upperBound)
    }
    change(node.name.contentRange.lowerBound, "the protocol \(node.name.text) is for classes")
  }
}

extension ProtocolDeclSyntax {
  var hasOptionalRequirements: Bool {
    memberBlock.members.contains {
      $0.decl.asProtocol((any WithModifiersSyntax).self)?.modifiers
        .contains { $0.name.text == "optional" } == true
    }
  }
}
