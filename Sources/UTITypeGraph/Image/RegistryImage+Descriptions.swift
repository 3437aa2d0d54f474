extension RegistryImage {
  /// The default language of descriptions in property lists.
  private static let developmentLanguage = "en"

  /// Returns the description of a type in the first language that has one.
  ///
  /// Within a language the owner's description comes first, then shared-mime-info's, then an
  /// imported one; the base is the owner of all types it declares. If no language has a
  /// description, English is used, and then the text without a language.
  ///
  /// - Parameter languages: languages in the form of POSIX locales (`pt_BR`, `pt`), best first.
  /// - Complexity: O(*n* · *m*) in the numbers of languages and of translations.
  package func description(of type: TypeIndex, languages: [String]) -> String? {
    let declared = declaredDescription(of: type)
    let comments = commentRange(of: type)
    for language in languages + [Self.developmentLanguage, ""] {
      let isDeclared = language == Self.developmentLanguage
      if isDeclared, let declared, declared.isOwner { return declared.text }
      if let text = comment(in: comments, language: language) { return text }
      if isDeclared, let declared { return declared.text }
    }
    return nil
  }

  private func declaredDescription(of type: TypeIndex) -> (text: String, isOwner: Bool)? {
    let active = Int(types[type.offset, TypeField.firstDeclaration])
    guard types[type.offset, TypeField.declarationCount] > 0,
      declarations[active, DeclarationField.description] != 0
    else { return nil }
    let text = strings.string(at: declarations[active, DeclarationField.description])
    return (text, declarationFlags(active).contains(.exported) || isBase(type))
  }

  private func commentRange(of type: TypeIndex) -> Range<Int> {
    let index = types[type.offset, TypeField.mimeTypePlusOne]
    guard index != 0 else { return 0..<0 }
    return records(
      of: statements, first: mimeTypes[Int(index) - 1, MIMETypeField.firstStatement],
      count: mimeTypes[Int(index) - 1, MIMETypeField.statementCount],
      usual: Self.usualStatementCount)
  }

  private func comment(in range: Range<Int>, language: String) -> String? {
    let size = language.utf8.count
    for record in range
    where statements[record, StatementField.kind] == StatementKind.comment.rawValue {
      let other = strings.utf8(at: statements[record, StatementField.first])
      if other.count == size, other.elementsEqual(language.utf8) {
        return strings.string(at: statements[record, StatementField.second])
      }
    }
    return nil
  }
}
