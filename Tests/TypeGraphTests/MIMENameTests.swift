import TestSupport
import Testing
import UTITypeGraph

@Suite("MIME names")
struct MIMENameTests {
  static let derived: [(String, String)] = [
    ("image/svg+xml", "mime.image.svg.plus.xml"),
    ("text/x-c++src", "mime.text.x-c.plus.plus.src"),
    ("application/vnd.emusic-emusic_package", "mime.application.vnd.emusic-emusic.us.package"),
    ("application/vnd.oasis.opendocument.text", "mime.application.vnd.oasis.opendocument.text"),
    ("x-content/audio-cdda", "mime.x-content.audio-cdda"),
    ("x-scheme-handler/https", "mime.x-scheme-handler.https"),
    ("inode/directory", "mime.inode.directory"),
    ("Image/PNG", "mime.image.png"),
    // Segments that could not be read back are written in hexadecimal.
    ("a/plus", "mime.-.612f706c7573"), ("a/us", "mime.-.612f7573"),
    ("a/b..c", "mime.-.612f622e2e63"), ("a/b!c", "mime.-.612f622163"),
    ("a/.b", "mime.-.612f2e62"), ("a/b.", "mime.-.612f622e"),
    ("a+b/c", "mime.-.612b622f63"),
  ]

  @Test("have the derived identifiers of the table", arguments: derived)
  func derivedIdentifier(name: String, identifier: String) throws {
    let name = try #require(MIMEName(name))
    #expect(name.derivedIdentifier.rawValue == identifier)
    #expect(MIMEName(derivedFrom: name.derivedIdentifier) == name)
  }

  @Test(
    "are not read from identifiers that no name produces",
    arguments: [
      "public.png", "mime.", "mime.image", "mime.-.6", "mime.-.zz", "mime.-.696d6167652f706e67",
      "mime..png", "mime.image.", "mime.-.6z",
    ])
  func notDerived(_ text: String) throws {
    let identifier = try #require(TypeIdentifier(text))
    #expect(MIMEName(derivedFrom: identifier) == nil)
  }

  @Test("convert 200,000 random names to as many identifiers and back")
  func injective() throws {
    var generator = SeededGenerator(seed: 2026)
    let characters = Array("abcxyz019--++__...!#$&^plusus")
    var names: Set<String> = []
    var identifiers: Set<String> = []
    while names.count < 200_000 {
      func half() -> String {
        let length = Int.random(in: 1...9, using: &generator)
        return String((0..<length).map { _ in characters.randomElement(using: &generator) ?? "a" })
      }
      let text = half() + "/" + half()
      guard let name = MIMEName(text), names.insert(name.canonical).inserted else { continue }
      let identifier = name.derivedIdentifier
      try #require(TypeIdentifier(identifier.rawValue) != nil)
      try #require(identifiers.insert(identifier.rawValue).inserted, "collision at \(text)")
      try #require(MIMEName(derivedFrom: identifier) == name)
    }
  }

  @Test(
    "are rejected without exactly two halves of allowed characters",
    arguments: [
      "", "text", "/", "text/", "/plain", "a/b/c", "a b/c", "text/plain;charset=utf-8", "é/x",
    ])
  func invalid(_ text: String) {
    #expect(MIMEName(text) == nil)
  }

  @Test("compare without case and keep their spelling")
  func comparison() throws {
    let upper = try #require(MIMEName("audio/AMR"))
    let lower = try #require(MIMEName("audio/amr"))
    #expect(upper == lower)
    #expect(upper.spelling == "audio/AMR")
  }
}
