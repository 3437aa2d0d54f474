import Testing

@testable import UTITypeDetection

/// The types that `Registry/languages` names.
struct LanguageTypeTests {
  @Test("Each language with a type has one that the base declares", arguments: SourceLanguage.all)
  func declared(language: SourceLanguage) throws {
    guard !language.typeNames.isEmpty else { return }
    let registry = try BaseDeclarations.detector.get().registry
    #expect(
      registry.firstType(named: language.typeNames) != nil,
      "\(language.name): \(language.typeNames)")
  }

  @Test("A language is recognised as one type, whatever database is there")
  func onePerLanguage() throws {
    let registry = try BaseDeclarations.detector.get().registry
    for language in SourceLanguage.all {
      let types = language.typeNames.compactMap { registry.firstType(named: [$0]) }
      guard let first = types.first else { continue }
      // The first name has to be declared by the base: another one might be by a database.
      #expect(
        language.typeNames.first.flatMap { registry.firstType(named: [$0]) } == first,
        "\(language.name): \(language.typeNames)")
    }
  }
}
