/// The types of Open Packaging Convention files (ECMA-376 part 2, section 7.2.3: content types).
enum OfficeOpenXML {
  /// The main part in `[Content_Types].xml`, or the part's name, decides; nil for another archive.
  static func clue(_ archive: ZipArchive) -> ContainerClue? {
    let name = "[Content_Types].xml"
    var list = archive.entry(named: name)
    if list == nil {
      guard archive.entry(named: "_rels/.rels") != nil else { return nil }
      // Names of parts have no case (section 6.2.2), and the list may be beyond the limits.
      list = archive.entries.first { $0.name.lowercased() == name.lowercased() }
    }
    guard let list else { return partClue(archive) }
    let types = contentTypes(archive.start(of: list, count: .max))
    func clue(_ mimeName: String, _ stated: String) -> ContainerClue {
      ContainerClue(
        mimeName, seen: "the type \(stated) in the entry \(name)", at: list.offset,
        refutes: variants(of: mimeName) + refuted(by: mimeName))
    }
    for stated in types {
      if let mimeName = documentType(ofMainPart: stated) { return clue(mimeName, stated) }
    }
    return partClue(archive) ?? types.first { $0 == slidePart }.map { clue(slide, $0) }
  }

  /// The names that all programs give to main parts, and the types without and with macros.
  private static let parts: [(name: String, mimeName: String, withMacros: String)] = [
    (
      "word/document.xml",
      "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
      "application/vnd.ms-word.document.macroEnabled.12"
    ),
    ("xl/workbook.xml", workbook, "application/vnd.ms-excel.sheet.macroEnabled.12"),
    ("xl/workbook.bin", binaryWorkbook, binaryWorkbook),
    (
      "ppt/presentation.xml",
      "application/vnd.openxmlformats-officedocument.presentationml.presentation",
      "application/vnd.ms-powerpoint.presentation.macroEnabled.12"
    ),
    ("theme/theme/themeManager.xml", theme, theme),
  ]

  /// The list of types can be longer than the limits when a document has thousands of parts.
  ///
  /// Only a document with macros has a part for them (MS-OFFMACRO2, section 2.2.1).
  private static func partClue(_ archive: ZipArchive) -> ContainerClue? {
    guard let part = parts.first(where: { archive.entry(named: $0.name) != nil }) else {
      return nil
    }
    let family = variants(of: part.mimeName)
    let hasMacros = archive.hasEntry(endingIn: "/vbaProject.bin")
    let isPermitted = { (name: String) in !hasMacros || name.endsWithBytes(of: ".macroEnabled.12") }
    return ContainerClue(
      hasMacros ? part.withMacros : part.mimeName,
      seen: "the entry \(part.name)" + (hasMacros ? " and a part for macros" : ""),
      variants: family.filter(isPermitted),
      refutes: refuted(by: part.mimeName) + family.filter { !isPermitted($0) },
      isOpen: true)
  }

  /// The values of all `ContentType` attributes in small letters, in order.
  ///
  /// Media types have no case. The list may be in UTF-16, and types have no other characters.
  private static func contentTypes(_ bytes: ArraySlice<UInt8>) -> [String] {
    var values: [String] = []
    var rest = bytes.prefix(4).contains(0) ? bytes.filter { $0 != 0 }[...] : bytes
    let attribute = Array("ContentType".utf8)
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
    while let place = rest.firstIndex(of: attribute[0]) {
      rest = rest[place...].dropFirst()
      guard rest.starts(with: attribute.dropFirst()) else { continue }
      rest = rest.dropFirst(attribute.count - 1).drop(while: isBlank)
      guard rest.first == UInt8(ascii: "=") else { continue }
      rest = rest.dropFirst().drop(while: isBlank)
      guard let quote = rest.first else { break }
      let value = rest.dropFirst().prefix { $0 != quote }
      values.append(replacingReferences(in: value.text).lowercased())
      rest = rest.dropFirst(value.count + 1)
    }
    return values
  }

  /// Characters replace their numbers (XML 1.0, section 4.1).
  private static func replacingReferences(in value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "&")) else { return value }
    let parts = value.split(separator: "&" as Character, omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(String(parts.first ?? "")) { text, part in
      let digits = part.prefix { $0 != ";" }.dropFirst()
      let number =
        digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      guard part.first == "#", let character = number.flatMap(Unicode.Scalar.init) else {
        return text + "&" + part
      }
      return text + String(character) + part.dropFirst(digits.count + 2)
    }
  }

  /// Mostly the document's type with `.main+xml`; `macroEnabled.main+xml` is `macroEnabled.12`.
  ///
  /// The type of the part is in small letters.
  private static func documentType(ofMainPart contentType: String) -> String? {
    mainType(of: contentType).map { name in documents.first { $0.lowercased() == name } ?? name }
  }

  private static func mainType(of contentType: String) -> String? {
    if let other = otherTypes[contentType] { return other }
    guard contentType.endsWithBytes(of: ".main+xml") else { return nil }
    if contentType.hasPrefix("application/vnd.ms-visio.") { return contentType }
    let stem = String(contentType.dropLast(".main+xml".count))
    if contentType.hasPrefix("application/vnd.openxmlformats-officedocument.") { return stem }
    for suffix in [".macroenabledtemplate", ".macroenabled"] where stem.endsWithBytes(of: suffix) {
      return stem.dropLast(suffix.count) + ".macroenabled.12"
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

  private static let theme = "application/vnd.ms-officetheme"
  private static let slide =
    "application/vnd.openxmlformats-officedocument.presentationml.slide"
  private static let slidePart = slide + "+xml"

  /// In small letters.
  private static let otherTypes = [
    "application/vnd.ms-excel.sheet.binary.macroenabled.main": binaryWorkbook,
    "application/vnd.ms-package.3dmanufacturing-3dmodel+xml": "model/3mf",
    "application/vnd.ms-package.xps-fixeddocumentsequence+xml": "application/vnd.ms-xpsdocument",
    "application/vnd.ms-package.oxps-fixeddocumentsequence+xml": "application/oxps",
    "application/vnd.ms-officetheme+xml": theme,
    "application/vnd.openxmlformats-officedocument.thememanager+xml": theme,
  ]
}
