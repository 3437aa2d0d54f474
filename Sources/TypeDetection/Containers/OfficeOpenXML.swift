/// The types of Office Open XML and other Open Packaging Convention files (ECMA-376 part 2,
/// section 7.2.3: the content types stream).
enum OfficeOpenXML {
  /// What a package's `[Content_Types].xml` states of its main part; nil when it has none.
  static func clue(_ archive: ZipArchive) -> ContainerClue? {
    guard let entry = archive.entry(named: "[Content_Types].xml") else { return nil }
    for stated in contentTypes(archive.start(of: entry)) {
      if let mimeName = documentType(ofMainPart: stated) {
        return ContainerClue(
          mimeName, seen: "[Content_Types].xml says \(stated)", at: entry.offset,
          variants: variants(of: mimeName))
      }
    }
    return nil
  }

  /// The values of all `ContentType` attributes, in order.
  private static func contentTypes(_ bytes: ArraySlice<UInt8>) -> [String] {
    var values: [String] = []
    var rest = bytes
    let attribute = Array("ContentType=".utf8)
    while let place = rest.firstIndex(of: attribute[0]) {
      rest = rest[place...]
      guard rest.starts(with: attribute) else {
        rest = rest.dropFirst()
        continue
      }
      rest = rest.dropFirst(attribute.count)
      guard let quote = rest.first else { break }
      let value = rest.dropFirst().prefix { $0 != quote }
      values.append(value.text)
      rest = rest.dropFirst(value.count + 1)
    }
    return values
  }

  /// The MIME type of the file whose main part has a content type.
  ///
  /// Most follow one rule: the main part's type is the document's with `.main+xml` behind it, and
  /// with macros `macroEnabled.main+xml` stands for `macroEnabled.12`.
  private static func documentType(ofMainPart contentType: String) -> String? {
    if let other = otherTypes[contentType] { return other }
    guard contentType.endsWithBytes(of: ".main+xml") else { return nil }
    if contentType.hasPrefix("application/vnd.ms-visio.") { return contentType }
    let stem = String(contentType.dropLast(".main+xml".count))
    if contentType.hasPrefix("application/vnd.openxmlformats-officedocument.") { return stem }
    for suffix in [".macroEnabledTemplate", ".macroEnabled"] where stem.endsWithBytes(of: suffix) {
      return stem.dropLast(suffix.count) + ".macroEnabled.12"
    }
    return nil
  }

  /// Templates, shows and files with macros have the parts of the plain document, and programs write
  /// them under each other's names.
  private static func variants(of mimeName: String) -> [String] {
    families.first { $0.contains(where: mimeName.hasPrefix) } ?? []
  }

  private static let families = [
    [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.", "application/vnd.ms-word.",
    ],
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.", "application/vnd.ms-excel."],
    [
      "application/vnd.openxmlformats-officedocument.presentationml.",
      "application/vnd.ms-powerpoint.",
    ],
    ["application/vnd.ms-visio."],
    ["application/vnd.ms-xpsdocument", "application/oxps"],
  ]

  private static let otherTypes = [
    "application/vnd.ms-excel.sheet.binary.macroEnabled.main":
      "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
    "application/vnd.ms-package.3dmanufacturing-3dmodel+xml": "model/3mf",
    "application/vnd.ms-package.xps-fixeddocumentsequence+xml": "application/vnd.ms-xpsdocument",
    "application/vnd.ms-package.oxps-fixeddocumentsequence+xml": "application/oxps",
    "application/vnd.ms-officetheme+xml": "application/vnd.ms-officetheme",
    "application/vnd.openxmlformats-officedocument.themeManager+xml":
      "application/vnd.ms-officetheme",
  ]
}
