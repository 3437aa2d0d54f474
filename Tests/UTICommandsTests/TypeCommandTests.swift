import Foundation
import TestSupport
import Testing

@Suite("uti info, tree, conforms, list and search")
struct TypeCommandTests {
  @Test("conforms returns its result as the exit status")
  func conforms() throws {
    let yes = try Command.run(["conforms", "public.png", "public.image"])
    #expect(yes.status == 0)
    #expect(yes.output == "yes\n")
    let no = try Command.run(["conforms", ".png", "public.text"])
    #expect(no.status == 1)
    #expect(no.output == "no\n")
    let unknown = try Command.run(["conforms", "public.pngg", "public.text"])
    #expect(unknown.status == 66)
    #expect(unknown.errors.contains("did you mean public.png?"))
  }

  @Test("info names the declaration with file and line, in all formats")
  func info() throws {
    let run = try Command.run(["info", "--format", "jsonl", "image/png"])
    let object = try #require(try run.objects().first)
    #expect(object["type"] as? String == "public.png")
    let declaration = try #require((object["declarations"] as? [[String: Any]])?.first)
    #expect((declaration["file"] as? String)?.hasPrefix("Registry/types/") == true)
    #expect((declaration["line"] as? Int ?? 0) > 1)
    #expect(declaration["active"] as? Bool == true)
    let text = try Command.run(["info", "public.png"])
    #expect(text.output.hasPrefix("public.png\n"))
    #expect(text.output.contains("conforms to"))
    let missing = try Command.run(["info", "public.png", "com.example.nobody"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("com.example.nobody"))
  }

  @Test("info names the active declaration of a type, and the rule")
  func precedence() throws {
    func list(_ key: String, _ bundle: String, _ types: String...) -> String {
      "<plist version=\"1.0\"><dict><key>CFBundleIdentifier</key><string>\(bundle)</string>"
        + "<key>\(key)</key><array>" + types.joined() + "</array></dict></plist>"
    }
    func type(_ identifier: String, version: Int? = nil) -> String {
      "<dict><key>UTTypeIdentifier</key><string>\(identifier)</string>"
        + (version.map { "<key>UTTypeVersion</key><integer>\($0)</integer>" } ?? "") + "</dict>"
    }
    try withTemporaryDirectory { directory in
      let exported = "UTExportedTypeDeclarations"
      for (name, text) in [
        ("a", list(exported, "org.owner", type("org.owner.note", version: 2))),
        ("b", list(exported, "org.other", type("org.owner.note", version: 9), type("public.png"))),
        ("c", list(exported, "org.owner", type("org.owner.note", version: 1))),
        ("d", list("UTImportedTypeDeclarations", "org.else", type("org.owner.note"))),
        ("e", list(exported, "org.owner", type("org.owner.twin"), type("org.owner.twin"))),
        ("f", list(exported, "org.owner", type("org.owner.twin"))),
      ] {
        try text.write(
          to: directory.appendingPathComponent("\(name).plist"), atomically: true, encoding: .utf8)
      }
      func reasons(_ type: String) throws -> [String] {
        let run = try Command.run(["info", "--registry", directory.path, "--format", "jsonl", type])
        let object = try #require(try run.objects().first)
        return try #require(object["declarations"] as? [[String: Any]]).map {
          let file = ($0["file"] as? String)?.split(separator: "/").last ?? ""
          return "\(file) \($0["rank"] ?? "") \($0["inactiveBy"] as? String ?? "active")"
        }
      }
      #expect(
        try reasons("org.owner.note") == [
          "a.plist exportedByOwner active", "c.plist exportedByOwner version",
          "b.plist exportedByOthers rank", "d.plist importedByOthers rank",
        ])
      #expect(
        try reasons("org.owner.twin") == [
          "f.plist exportedByOwner active", "e.plist exportedByOwner source",
          "e.plist exportedByOwner source",
        ])
      #expect(try reasons("public.png").map { $0.hasSuffix("rank") } == [false, true])
      let text = try Command.run(["info", "--registry", directory.path, "public.png"])
      #expect(text.output.contains("(exported by the base, active)"))
      #expect(
        text.output.contains(
          "inactive: a type exported by the base comes before one exported by others)"))
    }
  }

  @Test(
    "info describes a type in the requested language, then in wider ones, then without a language",
    arguments: [
      ("pt_BR", "imagem do Brasil"), ("pt-BR", "imagem do Brasil"), ("pt_PT", "imagem"),
      ("pt_BR.UTF-8", "imagem do Brasil"), ("sr@latin", "slika"), ("sr", "slika (sr)"),
      ("de_AT@euro", "Bild"), ("fr", "picture"), ("C", "picture"), ("en_GB", "colour picture"),
    ])
  func language(row: (language: String, description: String)) throws {
    try withTemporaryDirectory { directory in
      try """
      <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="image/x-words">
          <comment>picture</comment><comment xml:lang="en_GB">colour picture</comment>
          <comment xml:lang="pt">imagem</comment><comment xml:lang="pt_BR">imagem do Brasil</comment>
          <comment xml:lang="sr@latin">slika</comment><comment xml:lang="sr">slika (sr)</comment>
          <comment xml:lang="de">Bild</comment>
        </mime-type>
        <mime-type type="image/png"><comment xml:lang="de">PNG-Bild</comment></mime-type>
      </mime-info>
      """.write(
        to: directory.appendingPathComponent("a.xml"), atomically: true, encoding: .utf8)
      func description(_ type: String, _ arguments: [String], _ more: [String: String] = [:]) throws
        -> String?
      {
        let run = try Command.run(
          ["info", "--registry", directory.path, "--format", "jsonl", type] + arguments,
          environment: Command.bare.merging(more) { $1 })
        return try #require(try run.objects().first)["description"] as? String
      }
      let asked = try description("image/x-words", ["--language", row.language])
      #expect(asked == row.description)
      let preferred = row.language.replacingOccurrences(of: "-", with: "_")
      #expect(try description("image/x-words", [], ["LC_ALL": preferred]) == row.description)
      // The owner's description is in English; another language has the package's.
      #expect(try description("public.png", ["--language", "de_CH"]) == "PNG-Bild")
      #expect(try description("public.png", ["--language", "fr"]) == "PNG image")
      let list = ["LANGUAGE": "fr:de", "LANG": "fr_FR.UTF-8"]
      #expect(try description("public.png", [], list) == "PNG-Bild")
    }
  }

  @Test("tree draws every supertype once")
  func tree() throws {
    let run = try Command.run(["tree", "public.png", "--format", "tsv"])
    #expect(run.lines.first == "0\tpublic.png")
    #expect(run.lines.contains("1\tpublic.image"))
    let down = try Command.run(["tree", "public.image", "--down", "--format", "tsv"])
    #expect(down.lines.contains("1\tpublic.png"))
    let drawing = try Command.run(["tree", "public.png"])
    #expect(drawing.output.contains("└─ "))
    #expect(try Command.run(["tree", "--up", "--down", "public.png"]).status == 64)
  }

  @Test("list is sorted and search finds words in descriptions and tags")
  func listAndSearch() throws {
    let list = try Command.run(["list", "--format", "tsv"])
    let identifiers = list.lines.map { $0.prefix { $0 != "\t" } }
    #expect(identifiers == identifiers.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(identifiers.count > 1_000)
    let images = try Command.run(["list", "--format", "tsv", "--conforming-to", "public.image"])
    #expect(images.lines.count < list.lines.count)
    let search = try Command.run(["search", "--format", "jsonl", "PNG"])
    #expect(try search.objects().contains { $0["type"] as? String == "public.png" })
    #expect(try Command.run(["search", "zzzzzz-nothing"]).status == 1)
  }

  @Test("json is one object with the version of its schema")
  func json() throws {
    let run = try Command.run(["lookup", "--format", "json", ".png"])
    let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect(object?["version"] as? Int == 1)
    #expect((object?["results"] as? [Any])?.count == 1)
  }
}
