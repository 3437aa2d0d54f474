import Foundation
import Testing

@Suite("uti info, tree, conforms, list and search")
struct TypeCommandTests {
  @Test("conforms answers with its exit status")
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
