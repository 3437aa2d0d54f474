internal import TypeGraph

/// The types of a registry that the languages of the table are.
///
/// A language has a few names, and each is looked up in the registry: a detector does so once, when a
/// text is first asked for its language.
final class LanguageTypes: Sendable {
  /// The types of each language that go by one of its names, the best first.
  private let types: [ShortList<TypeIndex>]
  private let known: Set<TypeIndex>

  init(of detector: TypeDetector) {
    types = SourceLanguage.all.map { language in
      var types = ShortList<TypeIndex>()
      for name in language.typeNames {
        if let type = detector.firstType(named: [name]), !types.contains(where: { $0 == type }) {
          types.append(type)
        }
      }
      return types
    }
    known = Set(types.joined())
  }

  /// The type of a language; nil where the registry has none.
  func type(of language: SourceLanguage) -> TypeIndex? { types[language.index].first }

  /// Whether a type goes by one of the names of a language.
  func isType(_ type: TypeIndex, of language: SourceLanguage) -> Bool {
    types[language.index].contains { $0 == type }
  }

  /// Whether a type is that of any language.
  func isKnown(_ type: TypeIndex) -> Bool { known.contains(type) }
}
