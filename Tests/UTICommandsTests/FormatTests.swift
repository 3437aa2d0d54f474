import Foundation
import TestSupport
import Testing

@testable import UTICommands

@Suite("The forms of output")
struct FormatTests {
  private let directory: TemporaryDirectory

  init() throws {
    directory = try TemporaryDirectory()
  }

  /// An environment in which the place is the directory of the user's data.
  private var environment: [String: String] {
    Command.bare.merging([
      "XDG_DATA_HOME": directory.path + "/share", "XDG_STATE_HOME": directory.path + "/state",
    ]) { $1 }
  }

  private func version(of document: String) throws -> String {
    let run = try Command.run(
      ["versions", "--format", "jsonl", document], environment: environment)
    return try #require(try run.objects().first?["versionIdentifier"] as? String)
  }

  /// A call of each command with the name that its answers have in the schema.
  private func calls() throws -> [(command: String, arguments: [String])] {
    let image = try directory.write("a.png", Array("GIF89a\u{1}\0\u{1}\0".utf8))
    let text = try directory.write("b.txt", Array("hello\n".utf8))
    let missing = directory.path + "/missing"
    let registry = Command.fixture("registry")
    // A separate place for what changes the machine, and an application.
    let place = ["--prefix", directory.path, "--no-database"]
    _ = try Command.run(["install", "--registry", registry] + place)
    let application = "[Desktop Entry]\nType=Application\nName=A\nMimeType=text/x-example;\n"
    try directory.write("share/applications/a.desktop", Array(application.utf8))
    let document = try directory.write("d/c.txt", Array("ours".utf8))
    try directory.write("d/c (conflicted).txt", Array("theirs".utf8))
    return [
      ("identify", ["identify", image, text, missing, "/dev/null", directory.path]),
      ("identify", ["identify", "-r", directory.path]),
      ("identify --print", ["identify", "--print", "type,mime,supertypes,extensions", image]),
      ("identify --is", ["identify", "--is", "public.image", image]),
      ("explain", ["explain", image, text, missing]),
      ("document", ["document", "--registry", registry, text, missing]),
      ("info", ["info", "public.png", ".swift", "image/svg+xml", ".nosuchtype", "public.nosuch"]),
      ("tree", ["tree", "public.png"]), ("tree", ["tree", "--down", "public.image"]),
      ("conforms", ["conforms", "public.png", "public.data"]),
      ("conforms", ["conforms", text, ".c"]),
      ("why", ["why", "public.png", "public.data"]), ("why", ["why", text, "public.image"]),
      ("lookup", ["lookup", ".ts", "image/png", ".nosuchtype", "ostype=PNGf", ".a.b"]),
      ("list", ["list", "--conforming-to", "public.image"]), ("search", ["search", "archive"]),
      ("decode", ["decode", "dyn.ah62d4rv4ge80c2xcsmw1q15eqzxhg", "dyn.bad"]),
      ("encode", ["encode", ".xyz", "ostype=ABCD"]),
      (
        "lint",
        ["lint", Command.fixture("hostile/hostile.plist"), Command.fixture("hostile/cut.plist")]
      ),
      ("lint --rules", ["lint", "--rules"]),
      ("diff", ["diff", registry, Command.fixture("hostile/hostile.plist")]),
      ("doctor", ["doctor", "--registry", Command.fixture("hostile")]),
      ("install", ["install", "--dry-run", "--registry", registry] + place),
      (
        "install",
        ["install", "--dry-run", "--prefix", directory.path + "/a", "--registry", registry]
      ),
      ("uninstall", ["uninstall", "--dry-run", "example"] + place),
      ("apps", ["apps", "text/x-example"]), ("apps", ["apps", "--default", "text/x-example"]),
      ("default", ["default", "text/x-example"]), ("versions", ["versions", document]),
      ("versions --restore", ["versions", document, "--restore", try version(of: document)]),
      ("versions --resolve", ["versions", document, "--resolve", try version(of: document)]),
    ]
  }

  @Test("Every record of every command matches the schema, in JSON and in JSON lines")
  func schema() throws {
    let schema = try Command.run(["help", "formats", "--format", "json"])
    let check = try RecordSchemaCheck(Data(schema.output.utf8))
    for (command, arguments) in try calls() {
      let lines = try Command.run(arguments + ["--format", "jsonl"], environment: environment)
      #expect(lines.status <= 66, "\(lines.errors)")
      let objects = try lines.objects()
      #expect(!objects.isEmpty, "\(arguments): \(lines.errors)")
      for object in objects {
        let faults = check.faults(of: object, command: command)
        #expect(faults.isEmpty, "\(arguments): \(faults)")
      }
      let whole = try Command.run(arguments + ["--format", "json"], environment: environment)
      let document = try JSONSerialization.jsonObject(with: Data(whole.output.utf8))
      #expect(check.faults(ofDocument: document).isEmpty, "\(arguments)")
      let results = (document as? [String: Any])?["results"] as? [Any]
      #expect(results?.count == objects.count)
    }
  }

  @Test("The schema rejects records that do not match")
  func refusals() throws {
    let schema = try Command.run(["help", "formats", "--format=json"])
    let check = try RecordSchemaCheck(Data(schema.output.utf8))
    #expect(
      check.faults(of: ["query": "x", "types": [1], "dynamic": "y"], command: "lookup") != [])
    #expect(check.faults(of: ["query": "x", "types": ["y"]], command: "lookup") != [])
    let surplus: [String: Any] = ["query": "x", "types": ["y"], "dynamic": NSNull(), "more": 1]
    #expect(check.faults(of: surplus, command: "lookup") != [])
    #expect(check.faults(of: surplus, command: "nosuch") != [])
    let right: [String: Any] = ["query": "x", "types": ["y"], "dynamic": NSNull()]
    #expect(check.faults(of: right, command: "lookup") == [])
  }

  @Test("A key is listed once, and every key of a command is among them")
  func keys() {
    let names = RecordKey.all.map(\.name)
    #expect(Set(names).count == names.count)
    for format in RecordFormat.all {
      let unknown = (format.keys + format.optionalKeys).filter { !names.contains($0) }
      #expect(unknown.isEmpty, "\(format.command): \(unknown)")
    }
    let used = Set(RecordFormat.all.flatMap { $0.keys + $0.optionalKeys })
    #expect(Set(names).subtracting(used).isEmpty)
  }

  @Test("Tables have the columns that are documented")
  func columns() throws {
    for (command, arguments) in try calls() where command != "identify --print" {
      let format = try #require(RecordFormat.all.first { $0.command == command })
      let run = try Command.run(arguments + ["--format", "tsv"], environment: environment)
      for line in run.lines where command != "diff" || !line.hasPrefix("removed") {
        let count = line.split(separator: "\t", omittingEmptySubsequences: false).count
        let isShortDifference = command == "diff" && count == 2
        #expect(count == format.columns.count || isShortDifference, "\(command): \(line)")
      }
    }
  }

  @Test("uti help formats names every field, every command and every key")
  func topic() throws {
    let run = try Command.run(["help", "formats"])
    #expect(run.status == 0)
    var names = ItemField.allCases.map(\.rawValue)
    names += RecordFormat.all.map(\.command)
    names += RecordKey.all.map(\.name)
    for name in names {
      #expect(run.lines.contains { $0.hasPrefix("  \(name) ") || $0 == "  \(name)" }, "\(name)")
    }
    #expect(run.lines.allSatisfy { $0.count <= 100 })
    let statuses = try Command.run(["help", "exit-codes"])
    let numbers = statuses.lines.map { String($0.prefix { $0 != "\t" }) }
    #expect(numbers == ["0", "1", "2", "64", "65", "66", "69", "74"])
  }
}
