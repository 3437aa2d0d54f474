/// A language or format of text that ``LanguageAnalysis`` knows.
package struct SourceLanguage: Hashable {
  let index: Int

  /// The use of a language.
  package enum Use: UInt8, CaseIterable {
    /// Programs: only their comments and strings have prose.
    case code
    /// Text with marks in it, which is prose for the most part.
    case markup
    /// Tables, settings and logs.
    case data
    /// Texts in natural language, known so that they are not detected as another language.
    case prose

    /// The word in Registry/languages.
    package var word: String {
      switch self {
      case .code: "code"
      case .markup: "markup"
      case .data: "data"
      case .prose: "prose"
      }
    }
  }

  var name: String { LanguageTable.embedded.name(ofLanguage: index) }
  /// The best first; none if the language is known only to distinguish it from others.
  var typeNames: [String] { LanguageTable.embedded.typeNames(ofLanguage: index) }
  var use: Use { LanguageTable.embedded.use(ofLanguage: index) }
  /// The first of the languages that are kin: one and its dialects.
  var family: Int { LanguageTable.embedded.family(ofLanguage: index) }

  /// The order is the table's.
  static var all: [SourceLanguage] {
    (0..<LanguageTable.embedded.languageCount).map(SourceLanguage.init)
  }

  static func named(_ name: String) -> SourceLanguage? { all.first { $0.name == name } }
}
