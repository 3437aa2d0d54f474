import Foundation
import TestSupport
import Testing

@Suite("uti lookup, decode and encode")
struct LookUpCommandTests {
  @Test("lookup prints the type of such names first, then every other candidate")
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

  @Test(
    "An extension may be named without its dot if no identifier has its name",
    arguments: [["lookup"], ["info"], ["tree"], ["default"], ["conforms", "public.jpeg"]])
  func bareExtensions(command: [String]) throws {
    let bare = try Command.run(command + ["jpg"])
    let dotted = try Command.run(command + [".jpg"])
    #expect(
      bare.status == dotted.status && bare.errors == dotted.errors.replacing(".jpg", with: "jpg"))
    #expect(bare.output == dotted.output.replacing(".jpg\t", with: "jpg\t"))
    // A tag without a type has a dynamic one; a word without a type is a mistake.
    let status = try Command.run(command + ["unheardof"]).status
    #expect((status == 0) == (command == ["lookup"]))
  }

  @Test(
    "Parameters of a MIME type are ignored",
    arguments: [["lookup"], ["info"], ["conforms", "public.html"]],
    ["; charset=utf-8", ";charset=\"utf-8\"", " ; q=0.5", ";"])
  func parameters(command: [String], parameters: String) throws {
    let bare = try Command.run(command + ["text/html"])
    let full = try Command.run(command + ["text/html" + parameters])
    #expect(full.status == 0 && bare.status == 0)
    #expect(full.output.replacing("text/html" + parameters, with: "text/html") == bare.output)
  }

  @Test("lookup prints data before packages, and finds packages alone on request")
  func packages() throws {
    let all = try Command.run(["lookup", "--format", "jsonl", ".app"]).objects()
    let types = try #require(all[0]["types"] as? [String])
    let file = try #require(types.firstIndex(of: "com.apple.application-file"))
    let bundle = try #require(types.firstIndex(of: "com.apple.application-bundle"))
    #expect(file < bundle)
    let packages = try Command.run(
      ["lookup", "--format", "jsonl", "--conforming-to", "com.apple.package", ".rtfd"])
    #expect((try packages.objects()[0]["types"] as? [String]) == ["com.apple.rtfd"])
  }

  @Test("--built-in ignores installed declarations, and --registry adds to it")
  func builtIn() throws {
    try withTemporaryDirectory { directory in
      let mark = """
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
        <mime-type type="application/x-mark"><glob pattern="*.mark"/></mime-type></mime-info>
        """
      let packages = directory.appending(path: "mime/packages")
      try FileManager.default.createDirectory(at: packages, withIntermediateDirectories: true)
      try mark.write(to: packages.appending(path: "mark.xml"), atomically: true, encoding: .utf8)
      let environment = Command.bare.merging(["XDG_DATA_HOME": directory.path]) { $1 }
      func found(_ options: [String]) throws -> [String]? {
        try Command.run(
          ["lookup", "--format", "jsonl"] + options + [".mark"], environment: environment
        ).objects()[0]["types"] as? [String]
      }
      #expect(try found([]) == ["mime.application.x-mark"])
      #expect(try found(["--built-in"]) == [])
      #expect(
        try found(["--built-in", "--registry", packages.path]) == ["mime.application.x-mark"])
    }
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

/// The commands that answer a question about a name.
@Suite("uti lookup, info, identify and document about one name")
struct NameCommandTests {
  private static let environments = [
    Command.bare,
    Command.bare.merging(["XDG_DATA_DIRS": "/usr/share:/usr/local/share"]) { $1 },
  ]

  @Test("give one type for every extension", arguments: environments)
  func agreement(environment: [String: String]) throws {
    func objects(_ arguments: [String]) throws -> [[String: Any]] {
      try Command.run(arguments, environment: environment).objects()
    }
    let known = try objects(["list", "--format", "jsonl"])
      .compactMap { $0["filenameExtension"] as? String }.filter { !$0.contains("/") }
    let extensions = Set(known.map { $0.lowercased() }).sorted()
    #expect(extensions.count > 1_000)
    let tags = extensions.map { "." + $0 }
    let names = extensions.map { "name." + $0 }
    let looked = try objects(["lookup", "--format", "jsonl", "--"] + tags).map {
      ($0["types"] as? [String])?.first ?? $0["dynamic"] as? String
    }
    let shown = try objects(["info", "--format", "jsonl", "--"] + tags)
    let identified = try objects(["identify", "--by", "name", "--format", "jsonl", "--"] + names)
    let opened = try objects(["document", "--by", "name", "--format", "jsonl", "--"] + names)
    #expect(looked.count == extensions.count)
    #expect(shown.map { $0["type"] as? String } == looked)
    #expect(identified.map { $0["type"] as? String } == looked)
    #expect(opened.map { $0["type"] as? String } == looked)
  }

  @Test("follow a declaration that was added")
  func added() throws {
    try withTemporaryDirectory { directory in
      try """
      <plist version="1.0"><dict><key>CFBundleIdentifier</key><string>org.example</string>
      <key>UTExportedTypeDeclarations</key><array><dict>
      <key>UTTypeIdentifier</key><string>org.example.other-markdown</string>
      <key>UTTypeDescription</key><string>Other</string>
      <key>UTTypeConformsTo</key><array><string>public.plain-text</string></array>
      <key>UTTypeTagSpecification</key><dict><key>public.filename-extension</key>
      <array><string>md</string></array></dict></dict></array></dict></plist>
      """.write(
        to: directory.appendingPathComponent("a.plist"), atomically: true, encoding: .utf8)
      let added = ["--format", "jsonl", "--registry", directory.path]
      let other = "org.example.other-markdown"
      let looked = try Command.run(["lookup", ".md"] + added).objects()
      #expect((looked[0]["types"] as? [String])?.first == other)
      for arguments in [
        ["info", ".md"], ["identify", "--by", "name", "n.md"],
        ["document", "--by", "name", "n.md"],
      ] {
        #expect(try Command.run(arguments + added).objects().first?["type"] as? String == other)
      }
      let found = try Command.run(
        ["lint", "--format", "jsonl", directory.appendingPathComponent("a.plist").path]
      ).objects().first { $0["rule"] as? String == "contested-extension" }
      #expect((found?["message"] as? String)?.contains("whose files become \(other)") == true)
    }
  }
}
