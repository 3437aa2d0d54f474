import Foundation
import TestSupport
import Testing

@testable import UTICommandLineInterface
@testable import UTICommands

@Suite("Messages of the command")
struct WordsTests {
  @Test(
    "A wrong command line gets one message, with a suggestion if one is near",
    arguments: [
      ("identfy x", "uti: identfy: neither a command nor an item; did you mean identify?"),
      (".png", "uti: .png: a type, and no command or item; did you mean uti info .png?"),
      (
        "image/png",
        "uti: image/png: a type, and no command or item; did you mean uti info image/png?"
      ),
      ("--format json lookup .png", "uti: options follow the command; write uti lookup --format"),
      ("help idetnify", "uti: help: idetnify: no command and no topic; did you mean identify?"),
      (
        "help identify lint", "uti: help: lint: one command at a time has its help shown; write uti"
      ),
      ("help formats x", "uti: help: formats: x: not understood; it takes only --format json"),
      ("help exit-codes x", "uti: help: exit-codes: x: not understood; it takes no arguments"),
      ("help manual lint x", "uti: help: manual: x: not understood; it takes one command"),
      ("identify --breif x", "uti: identify: unknown option --breif; did you mean --brief?"),
      (
        "identify --zzzzzzzz", "uti: identify: unknown option --zzzzzzzz; uti help identify has the"
      ),
      ("identify -bz x", "uti: identify: unknown option -bz; uti help identify has the options"),
      ("identify", "uti: identify: name a path, or - for standard input; uti help identify has"),
      (
        "identify --by taste x",
        "uti: identify: --by cannot be \"taste\"; it is one of name, content, both"
      ),
      (
        "lookup public.png",
        "uti: lookup: public.png is not a tag; write .ext, media/type or class=value"
      ),
      ("conforms .a", "uti: conforms: <supertype> is missing; uti help conforms"),
      ("--nosuch", "uti: unknown option --nosuch; uti --help has the options"),
    ])
  func usage(row: (line: String, message: String)) throws {
    let run = try Command.run(row.line.split(separator: " ").map(String.init))
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix(row.message), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(run.output.isEmpty)
  }

  @Test(
    "An unknown type gets the nearest one as a suggestion",
    arguments: [
      ("public.pgn", "did you mean public.png?"),
      ("public.jpg", "did you mean public.jpeg?"), ("x y", "not an identifier"),
      ("ext=png", nil), ("exten=png", "did you mean ext"), (".a.b", "an extension holds no period"),
    ] as [(String, String?)])
  func types(row: (type: String, hint: String?)) throws {
    let run = try Command.run(["info", row.type])
    #expect(run.status == (row.hint == nil ? 0 : 2))
    #expect(row.hint.map(run.errors.contains) ?? run.errors.isEmpty, "\(run.errors)")
    if row.hint != nil { #expect(run.errors.hasPrefix("uti: \(row.type): ")) }
  }

  @Test("A missing path is a path of identify, and so is any word after two hyphens")
  func missingPath() throws {
    let missing = try Command.run(["missing.jpg"])
    #expect(missing.status == 2)
    #expect(missing.errors.contains("No such file"))
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    try directory.write("-a.png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
    let script = "cd \"$1\" && \"$0\" -- -a.png"
    let output = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(output.hasPrefix("-a.png\tpublic.png"))
    let relation = try Command.run(["conforms", "missing.png", "public.image"])
    #expect(relation.status == 66)
    #expect(relation.errors.contains("no such item"))
  }

  @Test(
    "An empty path is visible in its message",
    arguments: [
      ["identify", ""], ["lint", ""], ["document", ""], ["diff", "", ""],
      ["identify", "--registry", "", "x.png"],
    ])
  func emptyPath(arguments: [String]) throws {
    let run = try Command.run(arguments)
    #expect(run.status != 0)
    #expect(run.errors.hasPrefix("uti: '': "), "\(run.errors)")
  }

  @Test("A pipe is no directory of declarations")
  func pipeOfDeclarations() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let pipe = directory.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let run = try Command.run(["info", "--registry", pipe, "public.png"])
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix("uti: \(pipe): neither a directory nor a file"), "\(run.errors)")
  }

  @Test(
    "A pipe is not opened, except as standard input",
    arguments: [["convert", "--to", "xml"], ["diff", "/"]])
  func pipeInPlaceOfFile(words: [String]) throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let pipe = directory.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    let run = try Command.run(words + [pipe])
    #expect(run.status != 0)
    #expect(run.errors.contains("\(pipe): not a regular file"), "\(run.errors)")
  }

  @Test("Endless standard input ends at the limit of a document", arguments: ["convert", "lint"])
  func endlessInput(command: String) throws {
    let words = command == "convert" ? "convert --to json" : "lint"
    let output = try Command.shell(
      "head -c 1G /dev/zero | tr '\\0' ' ' | \"$0\" \(words) - 2>&1; echo \"${PIPESTATUS[2]}\"")
    let text = String(decoding: output, as: UTF8.self)
    #expect(text.contains("the file has 67108865 bytes, more than 67108864"), "\(text)")
    #expect(text.hasSuffix("65\n"))
  }

  @Test("A file is no directory to compile, and the message has a remedy")
  func fileToCompile() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let file = try directory.write("a.xml", Array("<mime-info/>".utf8))
    let image = directory.path + "/a.registry"
    let run = try Command.run(["compile", file, "--output", image])
    #expect(run.status == 64)
    #expect(run.errors.contains("\(file): a file; directories are compiled"), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: image))
  }

  @Test("A path alone is identified, also one that looks like an option if written as a path")
  func pathAlone() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let path = try directory.write("-a.png", [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10])
    let run = try Command.run([path, "--print", "type"])
    #expect(run.output == "public.png\n")
    let script = "cd \"$1\" && \"$0\" identify -a.png 2>&1; \"$0\" ./-a.png --print type"
    let output = String(decoding: try Command.shell(script, directory.path), as: UTF8.self)
    #expect(output.hasPrefix("uti: identify: -a.png: an option by its hyphen; to name the item"))
    #expect(output.hasSuffix("write ./-a.png\npublic.png\n"))
  }

  @Test(
    "A word with a hyphen and an h prints help if all of its letters are options",
    arguments: [
      ("-dash.png", false), ("identify -zh", false), ("identify -dash.png", false),
      ("lookup -xh", false), ("-h", true), ("identify -rh", true), ("identify -h", true),
    ])
  func helpAmongLetters(_ line: String, _ isHelp: Bool) throws {
    let words = line.split(separator: " ").map { "'\($0)'" }.joined(separator: " ")
    let script = "\"$0\" \(words) 2>&1; echo \"status $?\""
    let output = String(decoding: try Command.shell(script), as: UTF8.self)
    let hasHelp = output.hasPrefix("OVERVIEW: ") || output.contains("\nUSAGE: uti COMMAND")
    #expect(hasHelp == isHelp, "\(output)")
    #expect(output.hasSuffix("status \(isHelp ? 0 : 64)\n"))
  }

  @Test("Every command has examples in its help that run unchanged")
  func examples() throws {
    let discussions = UniformTypesCommand.commands.map { $0.discussion }
    for help in discussions + [UniformTypesCommand.program.discussion] {
      let parts = help.components(separatedBy: "Examples:\n")
      #expect(parts.count == 2, "\(help)")
      for line in parts.dropFirst().joined().split(separator: "\n") {
        // The part of a pipe that is ours, without what the shell takes out.
        let calls = line.split { "|&<".contains($0) }
        let own = try #require(
          calls.map { call in
            let words = call.trimmingCharacters(in: .whitespaces)
            return words.hasPrefix("sudo ") ? String(words.dropFirst(5)) : words
          }.first { $0.hasPrefix("uti ") },
          "\(line)")
        let words = Self.words(own).dropFirst()
        let command = words.first.flatMap(UniformTypesCommand.program.command)
        #expect(throws: Never.self, "\(own)") {
          let rest = command == nil ? words : words.dropFirst()
          let command = command ?? Identify.self
          _ = try command.init(ParsedArguments(rest, of: command.parameters))
        }
      }
    }
  }

  /// The words of a line of a shell that quotes with apostrophes alone.
  private static func words(_ line: String) -> [String] {
    line.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
      index, part in
      index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
    }
  }

  @Test("A name and a declaration with such characters are escaped in every output")
  func escapedEverywhere() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let registry = directory.path + "/registry"
    try FileManager.default.createDirectory(atPath: registry, withIntermediateDirectories: true)
    try """
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="image/x-\u{202E}evil"><comment>turned \u{202E}round \u{9B}31m</comment>
      <glob pattern="*.evil"/></mime-type></mime-info>
    """.write(toFile: registry + "/a.xml", atomically: true, encoding: .utf8)
    let path = try directory.write("\u{202E}x\u{9B}\n.evil", Array("x".utf8))
    let calls: [[String]] = [
      ["identify", path], ["identify", "--color", "always", path], ["explain", path],
      ["document", path], ["info", ".evil"], ["tree", ".evil"], ["lookup", ".evil"],
      ["list", "--conforming-to", ".evil"], ["search", "turned"], ["why", path, "public.data"],
      ["identify", "--print", "{path}{description}", path], ["doctor"],
      ["identify", "--format", "json", path], ["identify", path + "missing"], ["info", path],
    ]
    for arguments in calls {
      let run = try Command.run(arguments + ["--registry", registry])
      for text in [run.output, run.errors] {
        #expect(!text.contains("\u{202E}"), "\(arguments)")
        #expect(!text.unicodeScalars.contains("\u{9B}"), "\(arguments)")
      }
    }
  }

  @Test("A message of several pages is cut in its middle")
  func longMessages() throws {
    let path = "/nonexistent/" + String(repeating: "a", count: 1_000_000)
    let run = try Command.run(
      ["identify", "--files0-from", "-", "--format", "jsonl"], input: Data(path.utf8))
    #expect(run.errors.utf8.count < 1_100)
    #expect(run.errors.hasPrefix("uti: /nonexistent/aaa"))
    #expect(run.errors.contains("File name too long"))
    let object = try #require(try run.objects().first)
    #expect(object["path"] as? String == path)
    #expect((object["error"] as? String)?.utf8.count ?? .max < 1_100)
  }

  @Test("search lists the probable type first")
  func ranking() throws {
    let rows: [(String, String)] = [
      ("jpeg", "public.jpeg"), ("png", "public.png"), ("pdf", "com.adobe.pdf"),
      ("swift", "public.swift-source"), ("json", "public.json"),
    ]
    for (word, type) in rows {
      let run = try Command.run(["search", "--format", "tsv", word])
      #expect(run.lines.first?.hasPrefix(type + "\t") == true, "\(word): \(run.lines.first ?? "")")
    }
    #expect(try Command.run(["search", ""]).status == 64)
    let tag = try Command.run(["search", ".jpg"])
    #expect(tag.status == 1)
    #expect(tag.errors.contains("uti lookup .jpg lists the types of the tag"))
  }
}
