import Foundation
import Testing

@Suite("uti lookup, decode and encode")
struct LookUpCommandTests {
  @Test("lookup prints the result of UTType(filenameExtension:) first, then every other candidate")
  func lookup() throws {
    let run = try Command.run([
      "lookup", "--format", "jsonl", ".plist", ".abbrev_defs", "image/jpg",
    ])
    #expect(run.status == 0)
    let objects = try run.objects()
    #expect(objects.map { $0["query"] as? String } == [".plist", ".abbrev_defs", "image/jpg"])
    #expect((objects[0]["types"] as? [String])?.first == "com.apple.property-list")
    #expect((objects[1]["types"] as? [String]) == [])
    #expect(objects[1]["dynamic"] as? String == "dyn.ah62d4rv4ge80c2xcsmw1q15eqzxhg")
    #expect((objects[2]["types"] as? [String]) == ["public.jpeg"])
  }

  @Test("lookup prints data before packages, and finds packages alone on request")
  func packages() throws {
    let all = try Command.run(["lookup", "--format", "jsonl", ".app"]).objects()
    #expect((all[0]["types"] as? [String])?.first == "com.apple.application-file")
    let packages = try Command.run(
      ["lookup", "--format", "jsonl", "--conforming-to", "com.apple.package", ".rtfd"])
    #expect((try packages.objects()[0]["types"] as? [String]) == ["com.apple.rtfd"])
  }

  @Test("lookup reports an invalid tag, prints the rest and exits with 2")
  func invalid() throws {
    let run = try Command.run(["lookup", "--format", "jsonl", ".tar.gz", ".png"])
    #expect(run.status == 2)
    #expect(run.errors.contains("uti: .tar.gz: no type can have this tag"))
    let objects = try run.objects()
    #expect((objects[0]["types"] as? [String]) == [])
    #expect(objects[0]["dynamic"] is NSNull)
    #expect((objects[1]["types"] as? [String])?.first == "public.png")
  }

  @Test("decode shows tags and supertypes, encode computes the identifier again")
  func dynamic() throws {
    let identifier = "dyn.ah62d4rv4ge80c2xcsmw1q15eqzxhg"
    let decoded = try Command.run(["decode", "--format", "jsonl", identifier])
    #expect(
      decoded.output == """
        {"identifier":"\(identifier)","tags":{"public.filename-extension":["abbrev_defs"]},\
        "conformsTo":["public.data"],"reencoded":"\(identifier)"}

        """)
    let encoded = try Command.run(["encode", "--format", "tsv", ".abbrev_defs"])
    #expect(encoded.output == ".abbrev_defs\t\(identifier)\t?0=6:1=abbrev_defs\n")
    let bare = try Command.run(["encode", "--format", "tsv", "--no-supertype", ".rs"])
    #expect(bare.output == ".rs\tdyn.age81e62\t1=rs\n")
    let bad = try Command.run(["decode", "dyn.ah62d4rv4gu8y"])
    #expect(bad.status == 2)
    #expect(bad.errors.contains("truncated"))
  }
}
