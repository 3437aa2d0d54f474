import Foundation
import TestSupport
import Testing

@Suite("uti why, explain and doctor")
struct ReasonCommandTests {
  @Test("why names every step with its file and line")
  func why() throws {
    let run = try Command.run(["why", "public.png", "public.item", "--format", "jsonl"])
    #expect(run.status == 0)
    let object = try #require(try run.objects().first)
    let path = try #require(object["steps"] as? [[String: Any]])
    #expect(
      path.map { $0["supertype"] as? String } == ["public.image", "public.data", "public.item"])
    #expect(path.allSatisfy { $0["kind"] as? String == "declared" })
    #expect(path.allSatisfy { ($0["line"] as? Int ?? 0) > 1 })
    let text = try Command.run(["why", "public.png", "public.item"])
    #expect(text.lines.count == 4)
  }

  @Test("why names the nearest common supertypes without conformance")
  func whyNot() throws {
    let run = try Command.run(["why", "public.png", "public.plain-text", "--format", "jsonl"])
    #expect(run.status == 1)
    let object = try #require(try run.objects().first)
    #expect(object["nearestCommonSupertypes"] as? [String] == ["public.content", "public.data"])
    let apart = try Command.run(["why", "public.png", "public.directory"])
    #expect(apart.output.contains("both conform to public.item"))
    #expect(
      try Command.run(["why", "public.png", "public.png"]).output == "public.png is public.png\n")
  }

  @Test("why takes an extension for the type of a look-up")
  func whyOfExtension() throws {
    let run = try Command.run(["why", ".surely-not-declared", "public.data"])
    #expect(run.status == 0)
    #expect(try Command.run(["why", "", "public.data"]).errors.contains("an empty string"))
  }

  @Test("explain names the rule, the offset, the bytes and the declaration")
  func explain() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let file = directory.url.appendingPathComponent("picture")
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]).write(to: file)
    let run = try Command.run(["explain", "--format", "jsonl", file.path])
    let object = try #require(try run.objects().first)
    #expect(object["type"] as? String == "public.png")
    let evidence = try #require((object["evidence"] as? [[String: Any]])?.first)
    #expect(evidence["offset"] as? Int == 0)
    #expect((evidence["bytes"] as? String)?.hasPrefix("89504e47") == true)
    #expect((evidence["file"] as? String)?.hasPrefix("Registry/detection/") == true)
    #expect(object["reads"] as? Int == 1)
    let text = try Command.run(["explain", file.path, "/nonexistent"])
    #expect(text.status == 2)
    #expect(text.output.contains("because of magic"))
    #expect(text.errors.contains("/nonexistent"))
  }

  @Test("doctor lists sources, cache and findings")
  func doctor() throws {
    let bare = try Command.run(["doctor", "--format", "jsonl"])
    #expect(bare.status == 0)
    let object = try #require(try bare.objects().first)
    #expect((object["sources"] as? [[String: Any]])?.isEmpty == false)
    #expect((object["findings"] as? [Any])?.isEmpty == true)
    #expect((object["cacheState"] as? String)?.hasPrefix("not needed") == true)
    let bad = try Command.run(["doctor", "--registry", Command.fixture("hostile")])
    #expect(bad.status == 1)
    #expect(bad.output.contains("conformance-cycle"))
  }
}

@Suite("uti explain for extensions that no type has")
struct UndeclaredExtensionTests {
  @Test(
    "explain names an extension that no type has",
    arguments: [
      ("notes.zzq", "zzq"), ("a.b.zzq", "zzq"), ("notes.txt", nil), ("notes", nil),
      (".zzq", nil), ("notes.", nil), ("CMakeLists.txt", nil), ("libx.so.1", nil),
    ])
  func undeclared(_ name: String, _ expected: String?) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = try directory.write(name, Array("plain words\n".utf8))
    let run = try Command.run(["explain", path])
    #expect(
      run.lines.contains("  no type has the extension .\(expected ?? "")") == (expected != nil))
    let object = try #require(
      try Command.run(["explain", "--format", "jsonl", path]).objects().first)
    #expect(object["undeclaredExtension"] as? String == expected)
  }
}
