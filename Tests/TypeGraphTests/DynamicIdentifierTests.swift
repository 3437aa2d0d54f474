import TestSupport
import Testing
import UTITypeGraph

@Suite("Dynamic identifiers")
struct DynamicIdentifierTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let identifier: String
    let text: String
    var testDescription: String { "\(identifier) is \(text.debugDescription)" }
  }

  /// Identifiers seen on Macs, with their decoded text.
  static let observed = [
    Row(identifier: "dyn.age8u", text: "1="),
    Row(identifier: "dyn.age81e62", text: "1=rs"),
    Row(identifier: "dyn.agk8y8uwnku", text: "2=OBJD"),
    Row(identifier: "dyn.agk86rexuqu2u", text: "2=ƒpd1"),
    Row(identifier: "dyn.agq80c6durvy0g2pyrf106p5rsa4a", text: "3=application/mp4"),
    Row(identifier: "dyn.ah62d4qmxhk2x43xmrvwu", text: "?0=13:1=file"),
    Row(identifier: "dyn.ah62d4rv4ge8wy", text: "?0=6:1=*"),
    Row(identifier: "dyn.ah62d4rv4ge80c2xcsmw1q15eqzxhg", text: "?0=6:1=abbrev_defs"),
  ]

  @Test("decode to the original text and encode to the same identifier", arguments: observed)
  func roundTrip(_ row: Row) throws {
    let identifier = try #require(TypeIdentifier(row.identifier))
    let decoded = try #require(DynamicIdentifier(identifier))
    #expect(decoded.description == row.text)
    #expect(decoded.identifier.rawValue == row.identifier)
  }

  @Test(
    "are rejected when truncated, outside the alphabet or without tags",
    arguments: [
      "dyn.ah62d4qmxhk4d425try1g44pdsm11g55gsu1e82xnqzv", "dyn.ah62d4rv4ge81k3xxsvu1k3",
      "dyn.ah62d4rv4gu8y", "dyn.ah62d46rv4ge81a3dhq", "dyn.a", "dyn.b", "dyn.aiiii", "dyn.",
      "public.png",
    ])
  func invalid(_ text: String) throws {
    let identifier = try #require(TypeIdentifier(text))
    #expect(DynamicIdentifier(identifier) == nil)
  }

  @Test("escape characters that would end a value, and restore them")
  func escaping() throws {
    for value in ["a:b", "a=b", "a\\b", "a,b", "\\", ":=,\\"] {
      let made = DynamicIdentifier(
        tags: [Tag(tagClass: .pasteboardType, value: value)], conformsTo: [.data])
      let decoded = try #require(DynamicIdentifier(made.identifier))
      #expect(decoded.tags == made.tags)
      #expect(decoded.conformsTo == [.data])
    }
  }

  @Test("write frequent supertypes as codes and others in full")
  func supertypeCodes() {
    let tag = Tag(tagClass: .filenameExtension, value: "x")
    let rows = [
      ("public.data", "?0=6:1=x"), ("public.text", "?0=7:1=x"), ("com.apple.package", "?0=10:1=x"),
      ("public.content", "?0=13:1=x"), ("public.playlist", "?0=public.playlist:1=x"),
    ]
    for (supertype, text) in rows {
      let made = DynamicIdentifier(tags: [tag], conformsTo: [TypeIdentifier(canonical: supertype)])
      #expect(made.description == text)
    }
  }

  @Test("hold extensions in lower case and OSTypes of exactly four characters")
  func normalization() {
    func text(_ tagClass: TagClass, _ value: String) -> String {
      DynamicIdentifier(tags: [Tag(tagClass: tagClass, value: value)]).description
    }
    #expect(text(.filenameExtension, "MOV") == "1=mov")
    #expect(text(.osType, "AISVG") == "2=AISV")
    #expect(text(.osType, "SVG ") == "2=SVG ")
    #expect(text(.osType, "*") == "2=*\\\0\\\0\\\0")
    #expect(text(.mimeType, "text/X-frob") == "3=text/X-frob")
  }

  @Test("survive random bytes instead of an identifier")
  func noise() {
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("abcdefghkmnpqrstuvwxyz0123456789ijlo-.")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0..<24, using: &generator)
      let tail = (0..<length).map { _ in alphabet.randomElement(using: &generator) ?? "a" }
      guard let identifier = TypeIdentifier("dyn.a" + String(tail)),
        let decoded = DynamicIdentifier(identifier)
      else { continue }
      #expect(decoded.identifier == identifier)
    }
  }
}
