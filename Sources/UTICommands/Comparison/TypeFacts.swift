internal import DeclarationTools
import TypeDeclarations
import UTITypeGraph

/// The effective statements of a registry about each type, as lists of texts to compare.
///
/// Of several declarations of a type, only the active one is effective.
struct TypeFacts {
  /// Each a name and its values in order.
  private(set) var types: [TypeIdentifier: [TypeFact]] = [:]

  init(_ image: RegistryImage) {
    var mimeTypes: [TypeIndex: [MIMETypeDeclaration]] = [:]
    for type in image.declarationFiles().flatMap(\.mimeTypes) {
      guard let index = image.type(mimeName: type.name.canonical) else { continue }
      mimeTypes[index, default: []].append(type)
    }
    for index in image.typeIndices where image.isDescribed(index, in: .merged) {
      var facts: [TypeFact] = []
      if let active = image.declarations(of: index).first(where: \.isActive) {
        facts += TypeFact.facts(of: active.declaration)
      }
      facts += TypeFact.facts(of: mimeTypes[index] ?? [])
      types[image.identifier(of: index)] = facts.filter { !$0.values.isEmpty }
    }
  }
}

/// The values of one kind of statement about a type.
struct TypeFact: Hashable {
  let name: String
  let values: [String]

  init(_ name: String, _ values: [String]) {
    self.name = name
    self.values = values
  }

  init(_ name: String, _ value: String?) {
    self.init(name, value.map { [$0] } ?? [])
  }

  /// The statements of a property list.
  static func facts(of type: TypeDeclaration) -> [TypeFact] {
    [
      TypeFact("declared", type.isExported ? "exported" : "imported"),
      TypeFact("description", type.description),
      TypeFact("conformsTo", type.conformsTo.map(\.value.rawValue)),
    ]
      + TagGroup.groups(of: type.tags.map(\.value))
      .sorted { $0.tagClass.rawValue < $1.tagClass.rawValue }
      .map { TypeFact($0.tagClass.rawValue, $0.values) }
      + [
        TypeFact("version", type.version), TypeFact("referenceURL", type.referenceURL),
        TypeFact("isWildcard", type.isWildcard ? "true" : nil),
        TypeFact("iconFiles", type.iconFiles),
      ]
  }

  /// The order is of precedence.
  static func facts(of types: [MIMETypeDeclaration]) -> [TypeFact] {
    func texts(_ list: (MIMETypeDeclaration) -> [LocalizedText]) -> [String] {
      types.flatMap(list).map { $0.language.isEmpty ? $0.text : "\($0.language): \($0.text)" }
    }
    return [
      TypeFact("mimeName", Array(types.map(\.name.spelling).prefix(1))),
      TypeFact("aliases", types.flatMap(\.aliases).map(\.value.spelling)),
      TypeFact("superclasses", types.flatMap(\.superclasses).map(\.value.spelling)),
      TypeFact("comments", texts(\.comments)), TypeFact("acronyms", texts(\.acronyms)),
      TypeFact("expandedAcronyms", texts(\.expandedAcronyms)),
      TypeFact("icon", types.compactMap(\.icon).last),
      TypeFact("genericIcon", types.compactMap(\.genericIcon).last),
      TypeFact("globs", types.flatMap(\.globs).map(text)),
      TypeFact("magic", types.flatMap(\.magic).map { text($0) }),
      TypeFact("treeMagic", types.flatMap(\.treeMagic).map { text($0) }),
      TypeFact(
        "rootElements",
        types.flatMap(\.rootElements).map { "{\($0.namespace)}\($0.localName)" }),
      TypeFact("foreignElements", types.flatMap(\.foreignElements).map(\.value)),
    ]
  }

  private static func text(_ glob: GlobDeclaration) -> String {
    glob.pattern + (glob.weight == GlobDeclaration.defaultWeight ? "" : " weight \(glob.weight)")
      + (glob.isCaseSensitive ? " case-sensitive" : "")
  }

  private static func text<Match: WritableMatch>(_ rule: MatchRule<Match>) -> String {
    func text(_ match: Match) -> String {
      let own = match.attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
      let inner = match.children.map(text).joined(separator: " | ")
      return match.children.isEmpty ? own : "\(own) & (\(inner))"
    }
    return "priority \(rule.priority): " + rule.matches.map(text).joined(separator: " | ")
  }
}
