import Testing

@testable import UTICommandLineInterface

@Suite struct Invocations {
  private static func read(_ words: [String]) throws(UsageError) -> Invocation {
    try Invocation(words, of: sampleProgram)
  }

  private static func text(_ words: String...) throws -> String? {
    guard case .text(let text) = try read(words) else { return nil }
    return text
  }

  private static func error(_ words: [String]) -> String? {
    do throws(UsageError) {
      _ = try read(words)
      return nil
    } catch {
      return [error.message, error.remedy].compactMap(\.self).joined(separator: "; ")
    }
  }

  @Test func `The first word selects the command, else the default command gets all words`() throws
  {
    guard case .command(let copy) = try Self.read(["copy", "-t", "d", "a"]) else {
      Issue.record("no command")
      return
    }
    #expect((copy as? Copy)?.target == "d")
    for (words, folder) in [(["/a"], "/a"), (["--", "x"], "x"), (["a/"], "a/"), (["list"], nil)]
      as [([String], String?)]
    {
      guard case .command(let list) = try Self.read(words) else {
        Issue.record("no command: \(words)")
        return
      }
      #expect((list as? List)?.folder == folder)
    }
  }

  @Test(
    arguments: [
      (["cpy"], "cpy: neither a command nor an item; did you mean copy?"),
      (["zzzzzzzz"], "zzzzzzzz: neither a command nor an item; tool --help lists the commands"),
      ([""], "an empty word: neither a command nor an item; tool --help lists the commands"),
      (["move", "a"], "move: no longer a command; use copy"),
      (["--hepl"], "unknown option --hepl; did you mean --help?"),
      (["--zzzzzz", "copy"], "unknown option --zzzzzz; tool --help has the options"),
      (["copy", "a"], "copy: --target <folder> is missing; tool help copy has the options"),
      (["--", "copy"], nil),
      (["help", "cpoy"], "help: cpoy: no command and no topic; did you mean copy?"),
      (["help", "pahts"], "help: pahts: no command and no topic; did you mean paths?"),
      (
        ["help", "copy", "list"],
        "help: list: one command at a time has its help shown; write tool help copy"
      ),
      (["help", "paths", "x", "y"], "help: paths: x y: not understood; it takes no arguments"),
      (["help", "manual", "a", "b"], "help: manual: b: not understood; it takes one command"),
      (["help", "manual", "lits"], "help: manual: lits: no command; did you mean list?"),
      (
        ["--generate-completion-script", "csh"],
        "--generate-completion-script knows no csh; it is one of bash, zsh, fish"
      ),
      (
        ["--generate-completion-script"],
        "--generate-completion-script needs a shell; it is one of bash, zsh, fish"
      ),
    ] as [([String], String?)])
  func `A wrong command line has one message with a remedy`(words: [String], message: String?) {
    #expect(Self.error(words) == message)
  }

  @Test func `Help, the version and topics are texts`() throws {
    let all = try #require(try Self.text())
    #expect(try Self.text("--help") == all && Self.text("-h") == all && Self.text("help") == all)
    #expect(try Self.text("help", "--anything") == all)
    #expect(try Self.text("--version") == "1.2" && Self.text("copy", "--version") == "1.2")
    #expect(try Self.text("help", "paths") == "Paths.")
    let help = try #require(try Self.text("help", "copy"))
    #expect(try Self.text("copy", "--help") == help)
    let short = try #require(try Self.text("copy", "-h"))
    #expect(short.hasSuffix("See 'tool help copy' for all details and examples."))
    // The first sentence about an option, and no examples.
    #expect(short.contains("Print nothing.") && !short.contains("Errors are printed"))
    #expect(help.contains("Errors are printed") && !short.contains("Examples:"))
    #expect(all.contains("\nUSAGE: tool <subcommand>\n\nWork:\n  copy  Copy files.\nLook:\n"))
    #expect(all.hasSuffix("\n\nSee the manual."))
    #expect(try Self.text("help", "duplicate") == help && Self.text("duplicate", "-h") == short)
  }

  @Test func `Each shell has a completion script`() throws {
    for (shell, mark) in [
      ("bash", "complete -F _uti uti"), ("zsh", "compdef _uti uti"), ("fish", "complete -c uti"),
    ] {
      #expect(try Self.text("--generate-completion-script", shell)?.contains(mark) == true)
    }
    #expect(try Self.text("--complete", "zsh", "li") == "files\nlist\tList files.")
  }
}

@Suite struct HelpTexts {
  private let text = HelpText(program: sampleProgram, width: 60).text(of: Copy.self)

  @Test func `Lines are as wide as requested, and indented lines stay as they are`() {
    for line in text.split(separator: "\n") { #expect(line.count <= 60, "\(line)") }
    #expect(text.contains("\n  an indented line   stays as it is\n"))
    #expect(
      text.contains("The files are copied one after another, and the copies have\nthe names"))
    let narrow = HelpText(program: sampleProgram, width: 1).text(of: List.self)
    #expect(narrow.hasPrefix("OVERVIEW:\nList\nfiles."))
  }

  @Test func `The usage has required options and arguments, and others in brackets`() {
    #expect(
      text.contains("USAGE: tool copy --target <folder> [<options>] <source>\n[<others> ...]"))
    #expect(text.contains("  -q, --quiet             Print nothing."))
    #expect(text.contains("  --pace <pace>           The pace. (values: slow, normal,"))
    #expect(text.contains("default: normal)"))
    // A name without room for its meaning has a line for itself.
    #expect(text.contains("\n  -t, --target <folder>   Where to."))
    #expect(text.contains("\n  -h, --help              Show help information,"))
  }
}

@Suite struct ManualPages {
  @Test func `A page has the sections of man, made from the help`() {
    let page = ManualPage(Copy.self, of: sampleProgram).source
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
    #expect(
      sections == [
        ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS", ".SH EXIT STATUS",
        ".SH EXAMPLES", ".SH FILES", ".SH SEE ALSO",
      ])
    #expect(page.contains(".TH \"TOOL-COPY\" 1 \"2026-01-02\" \"tool 1.2\" \"User commands\""))
    #expect(page.contains("tool-copy \\- Copy files\n"))
    #expect(page.contains("\\fB\\-t\\fR, \\fB\\-\\-target\\fR \\fIfolder\\fR"))
    #expect(page.contains("One of slow, normal, quick. Default: normal."))
    #expect(page.contains(".TP\n.B 0\nif all was copied\n.TP\n.B 2\notherwise."))
    #expect(page.contains(".SH EXAMPLES\n.nf\n"))
    #expect(page.hasSuffix(".SH SEE ALSO\n.BR tool (1) ,\n.BR file (1)"))
  }

  @Test
  func
    `The page of the program lists its commands, and a page without statuses states the usual ones`()
  {
    let page = ManualPage(sampleProgram).source
    #expect(page.contains(".SH COMMANDS\n.TP\n.B copy\nCopy files.\n.TP\n.B list\n"))
    #expect(page.contains(".BR tool-copy (1) ,\n.BR tool-list (1) ,\n.BR file (1)"))
    let list = ManualPage(List.self, of: sampleProgram).source
    #expect(list.contains(".SH EXIT STATUS\n0 if every input has a result"))
    #expect(!list.contains(".SH EXAMPLES"))
    #expect(list.contains("[folder]"))
  }
}

@Suite struct Completions {
  private static func answer(_ words: String..., shell: String = "zsh") -> CompletionRequest.Answer
  {
    CompletionRequest(words, shell: shell, of: sampleProgram).answer
  }

  @Test(
    arguments: [
      ([""], ["copy", "list", "help"], .files), (["--"], ["--version", "--help"], .none),
      (["-"], ["--version", "--help"], .none), (["help", "p"], ["paths"], .none),
      (["help", "copy", ""], [], .none), (["copy", "--re"], ["--recursive"], .none),
      (["copy", "--pace", ""], ["slow", "normal", "quick"], .none),
      (["copy", "--pace=q"], ["--pace=quick"], .none), (["copy", "--quiet=x"], [], .none),
      (["copy", "-t", ""], [], .directories), (["copy", "--skip", "t"], ["tmp", "tar"], .none),
      (["copy", "-t", "x", ""], [], .files), (["copy", "a", ""], [], .none),
      (["copy", "--", "-"], [], .files), (["list", "a", ""], [], .none),
      (["/a", "--h"], ["--help"], .none),
    ] as [([String], [String], Completion.Files)])
  func `Each position of a line has its completions`(
    words: [String], found: [String], files: Completion.Files
  ) {
    let answer = CompletionRequest(words, shell: "zsh", of: sampleProgram).answer
    #expect(answer.words.map(\.word) == found)
    #expect(answer.files == files)
  }

  @Test func `bash gets the part that it does not split off`() {
    let request = CompletionRequest(
      ["copy", "--pace", "=", "q"], shell: "bash", of: sampleProgram)
    #expect(request.lines == ["none", "quick"])
    let open = CompletionRequest(["copy", "--pace", "="], shell: "bash", of: sampleProgram)
    #expect(open.lines == ["none", "slow", "normal", "quick"])
    let other = CompletionRequest(["copy", "--pace=q"], shell: "fish", of: sampleProgram)
    #expect(other.lines == ["none", "--pace=quick"])
  }

  @Test func `The meaning of an option is its first sentence`() {
    let request = CompletionRequest(["copy", "--qu"], shell: "zsh", of: sampleProgram)
    #expect(request.lines == ["none", "--quiet\tPrint nothing"])
  }
}
