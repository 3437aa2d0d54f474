internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Dictionaries of `CFBundleDocumentTypes`.
extension PropertyListDeclarationReader {
  private static let roles = [
    "Editor", "Viewer", "Shell", "QLGenerator", "MDImporter", "Importer", "None",
  ]
  private static let ranks = ["Owner", "Default", "Alternate", "None"]

  mutating func documentType(_ dictionary: PropertyListValue) -> DocumentTypeDeclaration? {
    reportUnknownKeys(in: dictionary, known: DocumentKey.known, prefixes: ["CFBundleType", "LS"])
    var result = DocumentTypeDeclaration(position: dictionary.position)
    result.name = nonEmptyText(dictionary, DocumentKey.name)
    result.role = word(dictionary, DocumentKey.role, among: Self.roles)
    result.handlerRank = word(dictionary, DocumentKey.rank, among: Self.ranks)
    // Programs list dynamic types to open files of undeclared types.
    result.contentTypes = identifiers(dictionary, DocumentKey.contentTypes, allowsDynamic: true)
    result.exportableTypes = identifiers(
      dictionary, DocumentKey.exportableTypes, allowsDynamic: true)
    result.tags = legacyTags(dictionary)
    result.isPackage = boolean(dictionary, DocumentKey.isPackage)
    result.isDefault = boolean(dictionary, DocumentKey.isDefault)
    result.documentClass = nonEmptyText(dictionary, DocumentKey.documentClass)
    result.userInterfaceDocumentClass =
      nonEmptyText(dictionary, DocumentKey.userInterfaceDocumentClass)
    result.iconFiles = iconFiles(dictionary, DocumentKey.icons)
    result.otherValues = otherValues(dictionary)
    return result
  }

  /// Kept as written and compared without case.
  private mutating func word(
    _ dictionary: PropertyListValue, _ key: String, among known: [String]
  ) -> String? {
    guard let field = text(dictionary, key) else { return nil }
    let text = trimming(field, of: key)
    guard !text.isEmpty else { return nil }
    if !known.contains(where: { CaseFolding.ascii($0) == CaseFolding.ascii(text) }) {
      report(
        .warning, "unknown-word", at: field.place,
        "\(key) is “\(text.prefix(100))”, which is unknown",
        remedy: "write one of \(known.joined(separator: ", "))")
    }
    return text
  }

  /// Extensions, MIME types and OSTypes are used only without content types (AppKit).
  private mutating func legacyTags(_ dictionary: PropertyListValue) -> [Located<Tag>] {
    let listsTypes =
      switch dictionary[DocumentKey.contentTypes]?.content {
      case .array(let values): !values.isEmpty
      case .string(let text): !text.isEmpty
      default: false
      }
    var result: [Located<Tag>] = []
    for (key, tagClass) in DocumentKey.tags {
      guard let value = dictionary[key] else { continue }
      if listsTypes {
        report(
          .note, "ignored-tags", at: value.place,
          "\(key) is ignored with \(DocumentKey.contentTypes)",
          remedy: "remove it unless old systems need it")
        continue
      }
      for field in texts(value, of: key) {
        if let tag = tag(field, tagClass, of: key) { result.append(tag) }
      }
    }
    return result
  }

  private func otherValues(_ dictionary: PropertyListValue) -> [String: String] {
    guard case .dictionary(let entries) = dictionary.content else { return [:] }
    var result: [String: String] = [:]
    for entry in entries where !DocumentKey.modelled.contains(entry.key) {
      switch entry.value.content {
      case .string(let text): result[entry.key] = variables.substitute(in: text)
      case .boolean(let value): result[entry.key] = value ? "true" : "false"
      case .integer(let number): result[entry.key] = String(number)
      default: break
      }
    }
    return result
  }
}
