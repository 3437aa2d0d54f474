import Testing
import UTIDataFormats

@Suite("Key files")
struct KeyFileTests {
  private static let file = KeyFile(
    Array(
      """
      \u{FEFF}stray=1
      [Desktop Entry]\r
      # a comment
      Name = Notes \r
        Exec=notes %U
      Name=Editor
      no equals sign
      =no key
      [Other Group]
      a.b=[x]
      [Desktop Entry]
      Icon=
      """.utf8))

  @Test("have groups and keys, of which the last value counts, with their lines")
  func entries() {
    let file = Self.file
    #expect(file.firstGroup == "Desktop Entry")
    let entries = file.entries(of: "Desktop Entry")
    #expect(entries.map(\.key) == ["Name", "Exec", "Icon"])
    #expect(entries.map(\.value) == ["Editor", "notes %U", ""])
    #expect(entries.map(\.line) == [6, 5, 12])
    #expect(file.entry("a.b", of: "Other Group")?.value == "[x]")
    #expect(file.entries(of: "Missing").isEmpty)
    #expect(file.entry("stray", of: "") == nil)
  }

  @Test("resolve escapes in texts and lists")
  func values() {
    #expect(KeyFile.text(#"a\sb\nc\td\re\\f\q"#) == "a b\nc\td\re\\f\\q")
    #expect(KeyFile.list("a;b;") == ["a", "b"])
    #expect(KeyFile.list(#"a\;b;c\s;;"#) == ["a;b", "c "])
    #expect(KeyFile.list("") == [])
  }

  @Test("have lines whose ranges cover every byte behind a byte order mark")
  func lines() {
    let bytes = Array("\u{FEFF}[a]\r\nk=v\n\nlast".utf8)
    let lines = KeyFileLine.lines(of: bytes)
    #expect(lines.map(\.number) == [1, 2, 3, 4])
    #expect(
      lines.map { String(decoding: bytes[$0.range], as: UTF8.self) } == ["[a]", "k=v", "", "last"])
    #expect(lines.first?.fullRange.lowerBound == 3)
    #expect(lines.last?.fullRange.upperBound == bytes.count)
    for (line, next) in zip(lines, lines.dropFirst()) {
      #expect(line.fullRange.upperBound == next.fullRange.lowerBound)
    }
    #expect(
      lines.map { $0.content(of: bytes) } == [
        .group("a"), .entry(key: "k", value: "v"), .other, .other,
      ])
  }

  @Test("accept bytes that are not UTF-8")
  func invalidText() {
    let file = KeyFile(Array("[g]\nk=".utf8) + [0xE9] + Array("\n".utf8))
    #expect(file.entry("k", of: "g")?.value == "\u{FFFD}")
  }
}
