/// The types of Open Packaging Convention files (ECMA-376 part 2, section 7.2.3: content types).
enum OfficeOpenXML {
  /// The main part in `[Content_Types].xml`, or the part's name, decides; nil for another archive.
  static func clue(_ archive: ZipArchive) -> ContainerClue? {
    guard let entry = archive.entry(named: "[Content_Types].xml") else {
      // The list may be beyond the limits.
      return archive.entry(named: "_rels/.rels") == nil ? nil : partClue(archive)
    }
    for stated in contentTypes(archive.start(of: entry, count: .max)) {
      if let mimeName = documentType(ofMainPart: stated) {
        return ContainerClue(
          mimeName, seen: "the type \(stated) in the entry [Content_Types].xml", at: entry.offset,
          refutes: variants(of: mimeName) + refuted(by: mimeName))
      }
    }
    return partClue(archive)
  }

  /// The names that all programs give to main parts.
  private static let parts: [(name: String, mimeName: String)] = [
    (
      "word/document.xml",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    ),
    ("xl/workbook.xml", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xl/workbook.bin", "application/vnd.ms-excel.sheet.binary.macroEnabled.12"),
    (
      "ppt/presentation.xml",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation"
    ),
    ("theme/theme/themeManager.xml", "application/vnd.ms-officetheme"),
  ]

  /// The list of types can be longer than the limits when a document has thousands of parts.
  private static func partClue(_ archive: ZipArchive) -> ContainerClue? {
    parts.first { archive.entry(named: $0.name) != nil }.map { part in
      ContainerClue(
        part.mimeName, seen: "the entry \(part.name)", variants: variants(of: part.mimeName),
        refutes: refuted(by: part.mimeName))
    }
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

  /// Mostly the document's type with `.main+xml`; `macroEnabled.main+xml` is `macroEnabled.12`.
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

  static var documents: [String] { families.flatMap { $0 } + [binaryWorkbook] }

  /// Variants have the parts of the plain document, and are written under each other's names.
  private static func variants(of mimeName: String) -> [String] {
    families.first { $0.contains(mimeName) } ?? []
  }

  /// Only a binary workbook has no XML in its main part.
  private static func refuted(by mimeName: String) -> [String] {
    variants(of: mimeName).contains(workbook) ? [binaryWorkbook] : []
  }

  private static let workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
  private static let binaryWorkbook = "application/vnd.ms-excel.sheet.binary.macroEnabled.12"

  private static let families: [[String]] = [
    [
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.template",
      "application/vnd.ms-word.document.macroEnabled.12",
      "application/vnd.ms-word.template.macroEnabled.12",
    ],
    [
      workbook,
      "application/vnd.openxmlformats-officedocument.spreadsheetml.template",
      "application/vnd.ms-excel.sheet.macroEnabled.12",
      "application/vnd.ms-excel.template.macroEnabled.12",
      "application/vnd.ms-excel.addin.macroEnabled.12",
    ],
    [
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.openxmlformats-officedocument.presentationml.slide",
      "application/vnd.openxmlformats-officedocument.presentationml.slideshow",
      "application/vnd.openxmlformats-officedocument.presentationml.template",
      "application/vnd.ms-powerpoint.addin.macroEnabled.12",
      "application/vnd.ms-powerpoint.presentation.macroEnabled.12",
      "application/vnd.ms-powerpoint.slide.macroEnabled.12",
      "application/vnd.ms-powerpoint.slideshow.macroEnabled.12",
      "application/vnd.ms-powerpoint.template.macroEnabled.12",
    ],
    [
      "application/vnd.ms-visio.drawing.main+xml",
      "application/vnd.ms-visio.drawing.macroEnabled.main+xml",
      "application/vnd.ms-visio.stencil.main+xml",
      "application/vnd.ms-visio.stencil.macroEnabled.main+xml",
      "application/vnd.ms-visio.template.main+xml",
      "application/vnd.ms-visio.template.macroEnabled.main+xml",
    ],
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
