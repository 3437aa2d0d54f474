import Testing
import UTITypeDetection

@testable import UTICommandLineInterface
@testable import UTICommandOutput
@testable import UTICommands

@Suite("Reading command lines")
struct CommandLineTests {
  private static func request(_ words: [String]) throws -> Identify {
    try Identify(ParsedArguments(words, of: Identify.parameters))
  }

  private static func fault(_ words: [String], of command: any UTICommandLineInterface.Command.Type)
    -> UsageError?
  {
    do throws(UsageError) {
      _ = try command.init(ParsedArguments(words, of: command.parameters))
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "Options have any order and every spelling",
    arguments: [
      "-r0 --by name a b", "-r -0 --by=name a b", "a --recursive b --null --by name",
      "--by content a -0r b --by name", "-0 --by=name -r -- a b", "--by name -- a b -r0",
    ])
  func spellings(line: String) throws {
    let words = line.split(separator: " ").map(String.init)
    let isEnded = line.hasSuffix("-r0")
    var expected = Identify()
    expected.items.paths = isEnded ? ["a", "b", "-r0"] : ["a", "b"]
    expected.items.by = .name
    expected.items.isRecursive = !isEnded
    expected.endsWithNUL = !isEnded
    #expect(try Self.request(words) == expected)
  }

  @Test("Every option of identify sets its member and no other")
  func members() throws {
    let rows: [(words: [String], change: (inout Identify) -> Void)] = [
      (["--no-dereference"], { $0.items.followsLinks = false }),
      (["-b"], { $0.isBrief = true }), (["--mime-type"], { $0.showsMIMEType = true }),
      (["--mime-encoding"], { $0.showsEncoding = true }),
      (["--extension"], { $0.showsExtension = true }), (["-q"], { $0.isQuiet = true }),
      (["--print={path}"], { $0.layout = "{path}" }),
      (["--is", ".png"], { $0.question = ".png" }),
      (
        ["--is", ".png", "--at-least=sign"],
        {
          $0.question = ".png"
          $0.leastSupport = .sign
        }
      ),
      (["--conforming-to", "a", "--conforming-to=b"], { $0.items.supertypes = ["a", "b"] }),
      (["--not-conforming-to", "a=b"], { $0.items.excludedSupertypes = ["a=b"] }),
      (["--files-from", "-"], { $0.items.lineList = "-" }),
      (["--files0-from=l"], { $0.items.nulList = "l" }),
      (["--format", "tsv", "--format", "jsonl"], { $0.output.format = .jsonl }),
      (["--color=never"], { $0.output.color = .never }),
      (["--language==de"], { $0.output.language = "=de" }),
    ]
    for (words, change) in rows {
      var expected = Identify()
      expected.items.paths = ["a"]
      change(&expected)
      #expect(try Self.request(words + ["a"]) == expected, "\(words)")
    }
  }

  @Test("Values and arguments may have any characters, and a letter takes the rest of its word")
  func characters() throws {
    let paths = ["", " a b", "é", "\u{10FFE9}", "a\nb", "a=b", "=", "\u{301}-r", "e\u{301}", "-"]
    #expect(try Self.request(paths).items.paths == paths)
    for words in [["-ofile"], ["-o", "file"], ["-o=file"], ["--output", "file"]] {
      let said = try ParsedArguments(words + [".ts"], of: Export.parameters)
      let index = try #require(Export.parameters.firstIndex { $0.names.contains("-o") })
      #expect(said.values[index] == ["file"])
    }
  }

  @Test(
    "Errors are reported with a remedy",
    arguments: [
      ("--by", "--by needs a value", nil),
      ("--by=", "--by cannot be \"\"", "it is one of name, content, both"),
      (
        "--by -r", "--by needs a value, and -r looks like", "write --by=-r if that is what is meant"
      ),
      ("--by nmae", "--by cannot be \"nmae\"", "did you mean name?"),
      ("--by 1234567", "--by cannot be \"1234567\"", "it is one of name, content, both"),
      ("--null=yes", "--null takes no value", nil),
      ("--rec a", "unknown option --rec", nil),
      ("--recusrive a", "unknown option --recusrive", "did you mean --recursive?"),
      ("-rz a", "unknown option -rz", nil), ("-\u{301} a", "unknown option -\u{301}", nil),
      ("-\u{301}r a", "unknown option -\u{301}r", nil),
    ] as [(String, String, String?)])
  func faults(row: (line: String, message: String, remedy: String?)) throws {
    let words = row.line.split(separator: " ").map(String.init)
    let fault = try #require(Self.fault(words, of: Identify.self))
    #expect(fault.message.hasPrefix(row.message), "\(fault)")
    #expect(fault.remedy == row.remedy)
  }

  @Test(
    "An empty value is the same whether it is attached or separate",
    arguments: ["--print", "--by", "--is", "--format", "--files-from"])
  func emptyValue(option: String) {
    let attached = Self.fault([option + "=", "a"], of: Identify.self)
    #expect(attached == Self.fault([option, "", "a"], of: Identify.self))
    #expect((attached != nil) == ["--print", "--by", "--format"].contains(option))
  }

  @Test("Arguments are missing or too many")
  func argumentCount() {
    #expect(Self.fault([], of: Conforms.self)?.message == "<type|path> is missing")
    #expect(Self.fault(["a"], of: Conforms.self)?.message == "<supertype> is missing")
    #expect(
      Self.fault(["a", "b", "c"], of: Conforms.self)?.message == "c is one argument too many")
    #expect(Self.fault(["d"], of: Compile.self)?.message == "--output <file> is missing")
    #expect(Self.fault(["a", "b"], of: Conforms.self) == nil)
  }

  @Test("Help and the version are available anywhere before the end of options")
  func commonOptions() throws {
    for (words, option) in [
      (["--help"], "--help"), (["a", "-rh"], "-h"), (["--version", "--by"], nil),
      (["--version", "--help"], "--version"), (["--", "--help"], nil), (["a"], nil),
    ] as [([String], String?)] {
      let said = try? ParsedArguments(words, of: Identify.parameters)
      #expect(said?.commonOption?.rawValue == option, "\(words)")
    }
  }

  @Test("Each command declares distinct names, and describes each")
  func declarations() {
    for command in UniformTypesCommand.commands {
      let parameters = command.parameters
      let names = parameters.flatMap(\.names)
      #expect(Set(names).count == names.count, "\(command.name)")
      for parameter in parameters {
        #expect(parameter.names.allSatisfy { $0.hasPrefix("-") })
        #expect(!["--help", "-h", "--version"].contains(parameter.title))
        #expect(parameter.help.last == ".", "\(command.name) \(parameter.title)")
        #expect(parameter.takesValue != parameter.valueName.isEmpty)
      }
      // What takes any number leaves nothing to those after it.
      let arities = parameters.filter(\.isPositional).map(\.arity)
      #expect(!arities.dropLast().contains(.many), "\(command.name)")
    }
    let commands = UniformTypesCommand.commands.map { $0.name }
    let shown = UniformTypesCommand.groups.flatMap { $0.commands.map { $0.name } }
    #expect(shown == commands.filter { !["versions", "decode", "encode"].contains($0) })
    #expect(Set(commands).count == commands.count)
  }

  @Test("The first page of help fits a terminal of 40 lines and 80 columns")
  func firstPage() throws {
    let lines = try Command.run([]).output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.count <= 80 })
    // Commands that are in no list are named below.
    for name in ["versions", "encode", "decode"] {
      #expect(lines.suffix(4).contains { $0.contains("uti \(name)") }, "\(name)")
    }
  }

  @Test("A former command has the result of the words that replace it")
  func formerCommands() throws {
    let former = try Command.run(["open-with", "text/plain", "--format", "jsonl"])
    let present = try Command.run(["apps", "--default", "text/plain", "--format", "jsonl"])
    #expect(former.output == present.output && former.status == present.status)
    #expect(try Command.run(["help", "open-with"]).output == Command.run(["help", "apps"]).output)
    #expect(try Command.run(["apps", "--none", "--default"]).status == 64)
  }

  @Test(
    "Completions are offered at every position of a command line",
    arguments: [
      (["ide"], ["identify"], .files), (["--v"], ["--version"], .none),
      (["help", "form"], ["formats"], .none),
      (["identify", "--by", ""], ["name", "content", "both"], .none),
      (["identify", "--by=c"], ["--by=content"], .none),
      (["identify", "--not"], ["--not-conforming-to"], .none),
      (["identify", "--registry", ""], [], .files), (["site", ""], [], .directories),
      (["identify", "-r", ""], [], .files), (["photo.jpg", "--mime-t"], ["--mime-type"], .none),
      (
        ["conforms", "photo.jpg", "public.jp"],
        ["public.jpeg", "public.jpeg-2000", "public.jpeg-xl"], .none
      ),
      (["identify", "--print", "path,ty"], ["path,type"], .none),
      (["identify", "--print=pa"], ["--print=path"], .none),
      (["uninstall", ""], [], .files), (["default", "text/plain", "nosuch"], [], .none),
      (["diff", "a", "b", ""], [], .none), (["convert", "--to", "x"], ["xml"], .none),
    ] as [([String], [String], Completion.Files)])
  func completions(row: (words: [String], found: [String], files: Completion.Files)) {
    let answer = CompletionRequest(row.words, shell: "zsh", of: UniformTypesCommand.program).answer
    #expect(answer.words.map(\.word) == row.found)
    #expect(answer.files == row.files)
  }

  @Test("bash gets the part of a word that it does not split")
  func splitWords() {
    let request = CompletionRequest(
      ["identify", "--by", "=", "c"], shell: "bash", of: UniformTypesCommand.program)
    #expect(request.lines == ["none", "content"])
    let empty = CompletionRequest(
      ["identify", "--color", "="], shell: "bash", of: UniformTypesCommand.program)
    #expect(empty.lines == ["none", "auto", "always", "never"])
  }
}
