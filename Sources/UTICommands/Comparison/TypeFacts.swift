internal import UTIDeclarationTools
import UTITypeDeclarations
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

struct TypeDifference {
  enum Change: String {
    case added, removed, changed
  }

  let type: TypeIdentifier
  let change: Change
  /// None for a type that only one of the two has.
  let fields: [FieldDifference]
}

/// The difference between the values of one kind of statement.
struct FieldDifference {
  let name: String
  let removed: [String]
  let added: [String]
  /// The new order, when only the order has changed.
  let reordered: [String]

  init(name: String, before: [String], after: [String]) {
    self.name = name
    removed = Self.missing(in: after, from: before)
    added = Self.missing(in: before, from: after)
    reordered = removed.isEmpty && added.isEmpty ? after : []
  }

  /// A value is repeated as often as the other list lacks it.
  private static func missing(in other: [String], from list: [String]) -> [String] {
    var rest = other.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    return list.filter { value in
      guard let count = rest[value], count > 0 else { return true }
      rest[value] = count - 1
      return false
    }
  }
}

extension TypeFacts {
  /// Sorted by identifier.
  func differences(to later: TypeFacts) -> [TypeDifference] {
    Set(types.keys).union(later.types.keys).sorted().compactMap { type in
      switch (types[type], later.types[type]) {
      case (nil, _): return TypeDifference(type: type, change: .added, fields: [])
      case (_, nil): return TypeDifference(type: type, change: .removed, fields: [])
      case (let before?, let after?):
        let fields = Self.differences(before, after)
        return fields.isEmpty ? nil : TypeDifference(type: type, change: .changed, fields: fields)
      }
    }
  }

  /// The order is the later registry's, removed statements last.
  static func differences(_ before: [TypeFact], _ after: [TypeFact]) -> [FieldDifference] {
    func values(_ facts: [TypeFact]) -> [String: [String]] {
      Dictionary(facts.map { ($0.name, $0.values) }, uniquingKeysWith: +)
    }
    let (old, new) = (values(before), values(after))
    let names = after.map(\.name) + before.map(\.name).filter { new[$0] == nil }
    return names.compactMap { name in
      let (before, after) = (old[name] ?? [], new[name] ?? [])
      return before == after ? nil : FieldDifference(name: name, before: before, after: after)
    }
  }
}
