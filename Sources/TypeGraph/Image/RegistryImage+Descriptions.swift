extension RegistryImage {
  /// The description of a type in the first language that has one.
  ///
  /// The languages that have no description of their own fall back to English and to the text
  /// without a language.
  ///
  /// - Parameter languages: languages in the form of POSIX locales (`pt_BR`, `pt`), best first.
  package func description(of type: TypeIndex, languages: [String]) -> String? {
    let record = type.offset
    let range = descriptions.range(
      first: types[record, TypeField.firstDescription],
      count: types[record, TypeField.descriptionCount])
    for language in languages + ["en", ""] {
      for entry in range
      where strings.utf8(at: descriptions[entry, DescriptionField.language])
        .elementsEqual(language.utf8)
      {
        return strings.string(at: descriptions[entry, DescriptionField.text])
      }
    }
    return nil
  }
}
