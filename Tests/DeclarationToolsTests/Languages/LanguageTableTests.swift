import Testing

@testable import UTIDeclarationTools
@testable import UTITypeDetection

/// The form in which features are written, and what it is compiled to.
struct LanguageTableTests {
  /// A table that lives as long as the tests.
  private func withTable<Result>(
    of text: String, _ body: (LanguageTable) throws -> Result
  ) throws -> Result {
    var reader = LanguageTableReader()
    try reader.read(text, file: "test")
    let table = LanguageTableWriter(reader).table()
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: table.count, alignment: 8)
    defer { memory.deallocate() }
    memory.copyBytes(from: table)
    return try body(LanguageTable(UnsafeRawPointer(try #require(memory.baseAddress))))
  }

  private func met(_ text: String, _ table: LanguageTable) -> [String] {
    Array(text.utf8).withUnsafeBytes { bytes in
      var lexer = LanguageLexer(bytes, codeByteCount: 1024, table: table)
      lexer.run()
      return lexer.matcher.features.map { table.text($0.feature) }
    }
  }

  @Test(
    "A feature matches at its tokens",
    arguments: [
      ("^ fn x (", "fn main() {\n", true), ("^ fn x (", "  fn main() {\n", true),
      ("^0 fn x (", "  fn main() {\n", false), ("^t rm x", "\trm file\n", true),
      ("^ fn x (", "a fn main() {\n", false), ("; $", "a; // b\n", false), ("; $", "a;\n", true),
      ("~end if", "END IF\n", true), ("end if", "END IF\n", false), ("X =", "Name = 1\n", true),
      ("X =", "name = 1\n", false), ("^ package x ;", "package a.b.c;\n", true),
      ("^ package x ;", "package a b;\n", false), ("= 0", "a = 12.5\n", true),
      ("x 0-0-0", "on 2026-03-01\n", true), ("x 0:0:0", "at 10:00:01,5\n", true),
      ("= \"\"", "a = \"b c\"\n", true), ("= ''", "a = 'b c'\n", true),
      ("<= 0'b", "a <= 8'hFF\n", true), ("^ @x x", "@a b\n", true), (":= x", "a := b\n", true),
      ("^^ ^ x", "a\nb\n", true), ("b $ ^ c", "a b\n\nc\n", true), ("x", "// word\n", false),
      ("x", "/* word */ 1\n", false), ("x", "\"\"\" word \"\"\"\n", false),
      ("ends;:many", "a;\nb;\nc;\nd;\n", true), ("ends;:none", "a\nb\nc\nd\n", true),
      ("columns,:many", "1,2\n3,4\n5,6\n7,8\n", true),
      ("columns,:many", "1,2\n3,4,5\n5,6\n7,8\n", false), ("& 'x", "&'a str\n", true),
      ("table:many", "a_1,b\n1,c\n", true), ("table:many", "name;age\r\nann;3\r\n", true),
      ("table:many", "a,b\nc,d\n", false), ("table:many", "a,b\n1,2,3\n", false),
      ("table:many", "1,2\n3,4\n", false), ("table:many", "Dear all,\n1,2\n", false),
      ("table:many", "See b, c\n1,2\n", false),
      ("#include <", "# include <a>\n", true), ("call-a", "call-a b\n", true),
    ])
  func features(feature: String, text: String, isMet: Bool) throws {
    try withTable(of: "Test\n  10 \(feature)\n") { table in
      #expect(!met(text, table).isEmpty == isMet)
    }
  }

  @Test("A long line is not read to its end")
  func longLine() throws {
    try withTable(of: "Test\n  10 x\n  10 end\n") { table in
      for (count, features) in [(300, ["x", "end"]), (3_000, ["x"])] {
        let text = String(repeating: "a b ", count: count) + "end\n"
        #expect(met(text, table) == features)
      }
    }
  }

  @Test(
    "Errors are reported with their position",
    arguments: [
      ("  10 a\n", "test:1: a language must precede this line"),
      ("A\n  ten a\n", "test:2: ten is neither"), ("A\n  0 a\n", "test:2: 0 is neither"),
      ("A\n  64 a\n", "test:2: 64 is neither"), ("A\nA\n", "test:2: duplicate name A"),
      ("A\n  like b\n", "test:2: there is no style b above"),
      ("A\n  use b\n", "test:2: invalid use b"), ("A\n  10\n", "test:2: missing value after"),
    ])
  func failures(text: String, message: String) {
    var reader = LanguageTableReader()
    do {
      try reader.read(text, file: "test")
      Issue.record("read: \(text)")
    } catch {
      #expect(error.description.hasPrefix(message), "\(error.description)")
    }
  }

  @Test("A language takes over a style and may change its weights")
  func styles() throws {
    let text =
      "style s\n  10 a b  c\n\nOne\n  like s\n  20 c\n\nTwo\n  type text/two\n  kin k\n  like s\n"
    try withTable(of: text) { table in
      #expect(table.languageCount == 2)
      #expect(table.name(ofLanguage: 1) == "Two")
      #expect(table.typeNames(ofLanguage: 1) == ["text/two"])
      let state = try #require(table.state(of: LanguageFeature("c")))
      #expect(table.weights(state).map { table.weight($0).amount } == [20, 10])
    }
  }

  @Test("The embedded table is small, and its languages can be looked up")
  func embedded() throws {
    let table = LanguageTable.embedded
    #expect(table.languageCount > 100)
    let languages = SourceLanguage.all
    #expect(Set(languages.map(\.name)).count == languages.count)
    for name in ["C", "Swift", "Prose"] { #expect(SourceLanguage.named(name)?.name == name) }
    #expect(SourceLanguage.named("Swift")?.typeNames.first == "public.swift-source")
    #expect(SourceLanguage.named("Prose")?.use == .prose)
    #expect(SourceLanguage.named("C")?.family == SourceLanguage.named("C++")?.family)
  }
}

extension LanguageTable {
  /// Returns the state in which a feature ends; nil if the table has no such feature.
  fileprivate func state(of feature: LanguageFeature) -> State? {
    var state: State?
    for part in feature.parts {
      let token = number(of: part, isAnyCase: feature.isAnyCase)
      let next = state.map { follower(followers($0), token) } ?? root(token)
      guard token != 0, next != 0 else { return nil }
      state = next
    }
    return state
  }

  private func number(of part: LanguageFeature.Part, isAnyCase: Bool) -> UInt16 {
    switch part {
    case .kind(let kind): return kind.rawValue
    case .text(let text):
      var hash = LanguageHash()
      for byte in text.utf8 { hash.add(byte) }
      var token = LanguageToken()
      find(hash, &token)
      return isAnyCase && token.anyCase != 0 ? token.anyCase : token.exact
    }
  }
}
