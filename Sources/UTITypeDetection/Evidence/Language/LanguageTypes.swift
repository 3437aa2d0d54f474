internal import UTITypeGraph

/// The types of a registry for the languages of the table.
///
/// A language has a few names, and each is looked up in the registry. A detector does so once, at
/// its first analysis of a text.
final class LanguageTypes: Sendable {
  /// The types of each language that have one of its names, the best first.
  private let types: [ShortList<TypeIndex>]
  /// The languages of each type, in the order of the table.
  private let languages: [TypeIndex: [SourceLanguage]]

  init(in registry: DetectionRegistry) {
    let types = SourceLanguage.all.map { language in
      var types = ShortList<TypeIndex>()
      for name in language.typeNames {
        if let type = registry.firstType(named: [name]), !types.contains(where: { $0 == type }) {
          types.append(type)
        }
      }
      return types
    }
    self.types = types
    languages = SourceLanguage.all.reduce(into: [:]) { languages, language in
      for type in types[language.index] { languages[type, default: []].append(language) }
    }
  }

  /// Returns the type of a language; nil when the registry has none.
  func type(of language: SourceLanguage) -> TypeIndex? { types[language.index].first }

  /// Returns the languages with the name of a type.
  func languages(of type: TypeIndex) -> [SourceLanguage] { languages[type] ?? [] }

  /// Returns a Boolean value that indicates whether two types have a language in common, such as a
  /// header and a source file.
  func areOfOneLanguage(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    let languages = languages(of: type)
    return self.languages(of: other).contains { languages.contains($0) }
  }

  /// Returns a Boolean value that indicates whether a type has a known language.
  func isKnown(_ type: TypeIndex) -> Bool { languages[type] != nil }
}
