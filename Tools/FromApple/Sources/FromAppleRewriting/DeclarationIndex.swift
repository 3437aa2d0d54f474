import SwiftSyntax

/// The types and methods that files declare.
public struct DeclarationIndex: Sendable {
  struct Method: Equatable, Sendable {
    var labels: [String?]
    var parameterTypes: [String]
    var returnsValue: Bool
    var isAsynchronous: Bool
    /// The global actor that the method names, or `nonisolated`.
    var isolation: String?

    /// True if a call of the other method would be a call of this one.
    func isCalled(like other: Self?) -> Bool {
      labels == other?.labels && parameterTypes == other?.parameterTypes
        && returnsValue == other?.returnsValue && isAsynchronous == other?.isAsynchronous
    }
  }

  struct Declared: Sendable {
    var methods: [String: [Method]] = [:]
    var inherited: [String] = []
    /// The global actor of the class.
    var isolation: String?
  }

  /// The classes of `UniformDocuments` that are isolated to the main actor.
  private static let ofMainActor: Set<String> = ["NSDocument", "NSDocumentController"]

  /// By the last name of the type.
  private(set) var types: [String: Declared] = [:]

  /// Reads the declarations of files, of which invalid ones have none.
  public init(_ files: some Sequence<SourceFile>) {
    for file in files where !file.tree.hasError {
      let collector = Collector(viewMode: .sourceAccurate)
      collector.walk(file.tree)
      for (name, declared) in collector.types {
        types[name, default: Declared()].merge(declared)
      }
    }
  }

  /// The types of the name: the type itself, then what it inherits from, as far as it is declared.
  private func chain(_ name: String) -> [Declared] {
    var (found, waiting, seen): ([Declared], [String], Set<String>) = ([], [name], [])
    while let next = waiting.first {
      waiting.removeFirst()
      guard seen.insert(next).inserted, let type = types[next] else { continue }
      found.append(type)
      waiting += type.inherited
    }
    return found
  }

  /// The methods with the name in a type, or the next of its supertypes that has one, with their global actors.
  ///
  /// Without a type, the methods of all types.
  func methods(_ name: String, in type: String?) -> [(method: Method, actor: String?)] {
    guard let type else {
      return types.sorted { $0.key < $1.key }.flatMap { type in
        (type.value.methods[name] ?? []).map { ($0, actor(of: $0, in: type.key)) }
      }
    }
    let found = chain(type).lazy.compactMap { $0.methods[name] }.first ?? []
    return found.map { ($0, actor(of: $0, in: type)) }
  }

  /// The global actor of a method of the type, or of a method that is not declared.
  func actor(of method: Method?, in type: String?) -> String? {
    if let isolation = method?.isolation { return isolation == "nonisolated" ? nil : isolation }
    let types = type.map(chain) ?? []
    if types.contains(where: { !Self.ofMainActor.isDisjoint(with: $0.inherited) }) {
      return "MainActor"
    }
    return types.lazy.compactMap(\.isolation).first
  }
}

extension DeclarationIndex.Declared {
  fileprivate mutating func merge(_ other: Self) {
    methods.merge(other.methods) { $0 + $1 }
    inherited += other.inherited
    isolation = isolation ?? other.isolation
  }
}

/// The global actor among attributes and modifiers, or `nonisolated`.
private func isolation(_ node: some SyntaxProtocol) -> String? {
  let modifiers = node.asProtocol((any WithModifiersSyntax).self)?.modifiers ?? []
  if modifiers.contains(where: { $0.name.text == "nonisolated" }) { return "nonisolated" }
  let attributes = node.asProtocol((any WithAttributesSyntax).self)?.attributes ?? []
  let names = attributes.compactMap {
    $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription
  }
  return names.first { $0.hasSuffix("Actor") }
}

private final class Collector: ActiveVisitor {
  var types: [String: DeclarationIndex.Declared] = [:]

  override func didEnterType(_ type: EnclosingType) {
    types[type.name, default: .init()].inherited +=
      type.inheritance?.inheritedTypes.map { $0.type.lastName } ?? []
    guard let actor = isolation(type.node) else { return }
    if type.isExtension {
      extensionActor = actor
    } else {
      types[type.name]?.isolation = actor
    }
  }

  override func didLeaveType(_ type: EnclosingType) {
    if type.isExtension { extensionActor = nil }
  }

  private var extensionActor: String?

  override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
    // Extensions of either name have members of both.
    let (name, other) = (node.name.text, node.initializer.value.lastName)
    types[name, default: .init()].inherited.append(other)
    types[other, default: .init()].inherited.append(name)
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    if let type = enclosingTypes.last, node.isMember {
      let parameters = node.signature.parameterClause.parameters
      let result = node.signature.returnClause?.type.trimmedDescription ?? "Void"
      let method = DeclarationIndex.Method(
        labels: parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.text },
        parameterTypes: parameters.map { $0.type.trimmedDescription },
        returnsValue: !["Void", "()"].contains(result)
          && !node.attributes.contains {
            $0.trimmedDescription == "@discardableResult"
          },
        isAsynchronous: node.signature.effectSpecifiers?.asyncSpecifier != nil,
        isolation: isolation(node) ?? extensionActor)
      types[type.name, default: .init()].methods[node.name.text, default: []].append(method)
    }
    return .visitChildren
  }
}
