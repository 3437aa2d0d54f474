import TestSupport
import UTIPlatform
import UTITypeGraph

/// Declarations of every shape that a property list can hold, the same ones for a seed.
struct DeclarationGenerator {
  private var random: SeededGenerator
  private let place = SourcePosition(line: 1, column: 1)

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func file() -> DeclarationFile {
    let identifiers = (0..<Int.random(in: 1...8, using: &random)).compactMap { _ in identifier() }
    let bundle = chance(2) ? "com.example.bundle" : nil
    return DeclarationFile(
      source: DeclarationSource(
        path: "generated", format: .propertyList, layer: .program, bundleIdentifier: bundle),
      types: identifiers.map { type($0, among: identifiers) })
  }

  private mutating func chance(_ one: Int) -> Bool {
    Int.random(in: 0..<one, using: &random) == 0
  }

  private mutating func one(of texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func identifier() -> TypeIdentifier? {
    // Few words, so that types meet in names, tags and parents.
    let words = ["com", "example", "note", "é", "plus", "us", "x-1", "日本", "application"]
    let count = chance(20) ? 60 : Int.random(in: 1...4, using: &random)
    let text = (0..<count).map { _ in one(of: words) }.joined(separator: ".")
    return TypeIdentifier(chance(3) ? "mime.application.\(text)" : text)
  }

  private mutating func type(
    _ identifier: TypeIdentifier, among others: [TypeIdentifier]
  ) -> TypeDeclaration {
    let known = [
      "public.data", "public.text", "public.plain-text", "public.image", "com.example.unknown",
      "mime.application.zip", "mime.text.plain", "dyn.ah62d4rv4ge80e5pe",
    ].compactMap(TypeIdentifier.init)
    var type = TypeDeclaration(
      identifier: identifier, position: place, isExported: chance(2),
      description: chance(3) ? nil : one(of: ["Note", "a <b> & \"c\"", " blanks ", "日本", "x\ny"]),
      version: chance(3) ? one(of: ["1", "01", "1.5", "x"]) : nil,
      referenceURL: chance(4) ? "https://example.com/?a=1&b=<2>" : nil,
      iconFiles: chance(4) ? ["a.icns", "b \" c"] : [], isWildcard: chance(8))
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      if let parent = (known + others).randomElement(using: &random) {
        type.conformsTo.append(Located(parent, at: place))
      }
    }
    for _ in 0..<Int.random(in: 0...6, using: &random) { type.tags.append(tag()) }
    return type
  }

  private mutating func tag() -> Located<Tag> {
    let tag =
      switch Int.random(in: 0...4, using: &random) {
      case 0, 1:
        Tag(
          tagClass: .filenameExtension,
          value: one(of: ["note", "Note", "NOTE", "tar.gz", "c++", "a[b]", "*", "x?", "é", "a\\b"]))
      case 2, 3:
        Tag(
          tagClass: .mimeType,
          value: one(of: [
            "application/x-note", "application/X-Note", "text/plain;charset=utf-8", "image/*",
            "audio/mp4", "text/x-note", "application/com.example.note", "junk",
            "application/x-com.example.note",
          ]))
      default:
        Tag(
          tagClass: TagClass(rawValue: one(of: ["com.apple.ostype", "com.example.class"])),
          value: one(of: ["NOTE", " <& ", "a\tb\nc", "\r", "****"]))
      }
    return Located(tag, at: place)
  }
}
