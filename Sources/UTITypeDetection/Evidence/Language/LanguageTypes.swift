internal import UTITypeGraph

/// The types of a registry for the languages of the table, looked up once for each detector.
final class LanguageTypes: Sendable {
  /// The types of each language that have one of its names, the best first.
  private let types: [ShortList<TypeIndex>]
  /// Ordered by type; the languages of a type are as in the table.
  private let languages: [(type: TypeIndex, language: SourceLanguage)]

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
    var languages: [(type: TypeIndex, language: SourceLanguage)] = []
    for language in SourceLanguage.all {
      for type in types[language.index] { languages.append((type, language)) }
    }
    languages.sort { ($0.type.rawValue, $0.language.index) < ($1.type.rawValue, $1.language.index) }
    self.languages = languages
  }

  func type(of language: SourceLanguage) -> TypeIndex? { types[language.index].first }

  func languages(of type: TypeIndex) -> [SourceLanguage] {
    var low = 0
    var high = languages.count
    while low < high {
      let middle = (low + high) / 2
      if languages[middle].type.rawValue < type.rawValue { low = middle + 1 } else { high = middle }
    }
    var found: [SourceLanguage] = []
    while low < languages.count, languages[low].type == type {
      found.append(languages[low].language)
      low += 1
    }
    return found
  }

  /// Such as a header and a source file.
  func areOfOneLanguage(_ type: TypeIndex, _ other: TypeIndex) -> Bool {
    let languages = languages(of: type)
    return self.languages(of: other).contains { languages.contains($0) }
  }

  func isKnown(_ type: TypeIndex) -> Bool { !languages(of: type).isEmpty }
}
