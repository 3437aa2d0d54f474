import Testing
import UTITypeGraph

@Suite("Type identifiers")
struct TypeIdentifierTests {
  @Test(
    "are valid with letters, digits, hyphens, periods and all above U+007F",
    arguments: [
      "public.png", "com.apple.iWork.Keynote.key", "a", "7-zip.x", "org.例え.型", "x\u{200B}y",
    ])
  func valid(_ text: String) {
    #expect(TypeIdentifier(text) != nil)
  }

  @Test(
    "are invalid otherwise",
    arguments: [
      "", "dev.kaya/note", "a_b", "a:b", "a*b", "a b", "org.vim.pch++-file", " public.png",
    ])
  func invalid(_ text: String) {
    #expect(TypeIdentifier(text) == nil)
  }

  @Test("that differ in their bytes are two, however alike they look")
  func bytes() throws {
    let names = ["org.caf\u{E9}", "org.cafe\u{301}"]
    #expect(Set(names.compactMap { TypeIdentifier($0) }).count == 2)
    let image = try Sample.image(
      Sample.plist(
        "a.plist", Sample.type(names[0], description: "one"),
        Sample.type(names[1], description: "two")))
    let descriptions = try names.map {
      image.description(of: try image.find($0), languages: [])
    }
    #expect(descriptions == ["one", "two"])
  }

  @Test("print in lower case, for ASCII only")
  func lowerCase() {
    #expect(TypeIdentifier("com.apple.iWork.Keynote")?.rawValue == "com.apple.iwork.keynote")
    #expect(TypeIdentifier("com.ÉCOLE")?.rawValue == "com.École")
  }
}
