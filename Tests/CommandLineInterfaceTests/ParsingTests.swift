import Testing

@testable import UTICommandLineInterface

@Suite struct ParsedCommands {
  private static func copy(_ line: String) throws(UsageError) -> Copy {
    try copy(line.split(separator: " ").map(String.init))
  }

  private static func copy(_ words: [String]) throws(UsageError) -> Copy {
    try Copy(ParsedArguments(words, of: Copy.parameters))
  }

  private static func error(_ line: String) -> UsageError? {
    do throws(UsageError) {
      _ = try copy(line)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    arguments: [
      "-rq --pace slow -t d a b", "a -t d b -r --pace=slow --quiet",
      "--target=d -qr --pace=slow a b",
      "-rqtd --pace slow a b", "-rqt=d --pace slow -- a b", "-r -q -t x --target d --pace slow a b",
      "-rr --pace=quick --pace slow -t d a -q b",
    ])
  func `Options have any order and spelling, and the last value counts`(line: String) throws {
    var expected = Copy()
    expected.isRecursive = true
    expected.loudness.isQuiet = true
    expected.pace = .slow
    expected.target = "d"
    expected.source = "a"
    expected.others = ["b"]
    #expect(try Self.copy(line) == expected)
  }

  @Test func `Members without an option keep their defaults`() throws {
    var expected = Copy()
    expected.target = "d"
    expected.source = "a"
    #expect(try Self.copy("-t d a") == expected)
    expected.follows = false
    expected.count = -3
    expected.patterns = ["x", "y"]
    #expect(try Self.copy("--no-follow --count=-3 --skip x --skip=y -t d a") == expected)
  }

  @Test func `Words after two hyphens are arguments, and a hyphen alone always is`() throws {
    let command = try Self.copy("-t d - -- -r --help")
    #expect(command.source == "-" && command.others == ["-r", "--help"] && !command.isRecursive)
    #expect(try Self.copy(["-t", "", "a=b", "", "\u{301}-r"]).others == ["", "\u{301}-r"])
  }

  @Test(
    arguments: [
      ("-t d", "<source> is missing", nil), ("a", "--target <folder> is missing", nil),
      ("a -t", "-t needs a value", nil), ("--target", "--target needs a value", nil),
      (
        "-t -r a", "-t needs a value, and -r looks like an option",
        "write -t=-r if that is what is meant"
      ),
      ("-t d --pace=slwo a", "--pace cannot be \"slwo\"", "did you mean slow?"),
      (
        "-t d --pace=12345678 a", "--pace cannot be \"12345678\"",
        "it is one of slow, normal, quick"
      ),
      ("-t d --count=many a", "--count cannot be \"many\"", nil),
      ("-t d --recursive=yes a", "--recursive takes no value", nil),
      ("--help=yes", "--help takes no value", nil), ("-t d -x a", "unknown option -x", nil),
      ("-t d -rx a", "unknown option -rx", nil),
      ("-t d --recusrive a", "unknown option --recusrive", "did you mean --recursive?"),
      ("-t d --zzzzzzzz a", "unknown option --zzzzzzzz", nil),
      ("-t d -q --loud a", "--quiet and --loud exclude each other", nil),
      ("-t d a a", "the same file twice", nil),
      ("-t d --pace=a --count=b a", "--pace cannot be \"a\"", "it is one of slow, normal, quick"),
    ] as [(String, String, String?)])
  func `An error names the option, and a remedy if there is one`(
    line: String, message: String, remedy: String?
  ) throws {
    let error = try #require(Self.error(line))
    #expect(error.message == message)
    #expect(error.remedy == remedy)
  }

  @Test func `One argument too many is an error`() throws {
    let error = #expect(throws: UsageError.self) {
      try ParsedArguments(["a", "b"], of: List.parameters)
    }
    #expect(error?.message == "b is one argument too many")
    #expect(try List(ParsedArguments([], of: List.parameters)).folder == nil)
  }

  @Test func `Help and the version need no other parameter, and the first counts`() throws {
    for (line, option) in [
      ("--help", "--help"), ("-rh", "-h"), ("-h --help", "-h"),
      ("a b --version --help", "--version"),
      ("--help --version", "--help"),
    ] {
      let said = try ParsedArguments(
        line.split(separator: " ").map(String.init), of: Copy.parameters)
      #expect(said.commonOption?.rawValue == option)
    }
    // An h among letters that are not options is no request for help.
    #expect(Self.error("-zh")?.message == "unknown option -zh")
  }

  @Test func `An option by its hyphen that is an item is named with its path`() {
    let error = ParsedArguments.unknownOption("-a", in: "/", known: [])
    #expect(error.remedy == "to name the item write .//")
    #expect(!ParsedArguments.isOption("-") && ParsedArguments.isOption("-a"))
    #expect(!ParsedArguments.isOption("") && ParsedArguments.isOption("--"))
  }

  @Test func `Parameters are declared in order, with their titles, choices and defaults`() throws {
    let parameters = Copy.parameters
    #expect(
      parameters.map(\.title) == [
        "--quiet", "--loud", "--recursive", "--no-follow", "--pace", "--target", "--count",
        "--skip",
        "<source>", "<others>",
      ])
    let pace = try #require(parameters.first { $0.title == "--pace" })
    #expect(pace.choices == ["slow", "normal", "quick"] && pace.defaultValue == "normal")
    let target = try #require(parameters.first { $0.title == "--target" })
    #expect(target.isRequired && target.defaultValue == nil && target.takesValue)
    #expect(parameters.filter(\.isPositional).map(\.isRequired) == [true, false])
  }
}
