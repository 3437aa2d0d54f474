import Foundation
import TestSupport
import Testing

@testable import UTICommandLineInterface
@testable import UTICommands

@Suite("Manual pages and completions")
struct ManualTests {
  @Test("Every command has a page with its options, statuses and examples")
  func pages() throws {
    for command in UniformTypesCommand.commands {
      let page = ManualPage(command, of: UniformTypesCommand.program).source
      for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES"] {
        #expect(page.contains("\n.SH \(heading)\n"), "\(command.name): \(heading)")
      }
      for parameter in command.parameters {
        for name in parameter.names {
          let escaped = name.replacingOccurrences(of: "-", with: "\\-")
          #expect(
            page.contains("\\fB\(escaped)\\fR") != parameter.isHidden, "\(command.name): \(name)")
        }
      }
      let call = "uti \(command.name)".replacingOccurrences(of: "-", with: "\\-")
      #expect(page.contains("\n\(call) ") || page.contains("  \(call)"))
    }
    #expect(ManualPage(UniformTypesCommand.program).source.contains(".BR uti-identify (1)"))
    #expect(try Command.run(["help", "manual", "idntify"]).status == 64)
  }

  @Test(
    "groff and mandoc find no errors",
    arguments: [["groff", "-man", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "warning"]])
  func checkers(checker: [String]) throws {
    guard Requirement.programs(checker[0]).isMet(for: "manual pages by \(checker[0])") else {
      return
    }
    let pages =
      [ManualPage(UniformTypesCommand.program).source]
      + UniformTypesCommand.commands.map { ManualPage($0, of: UniformTypesCommand.program).source }
    for page in pages {
      let directory = try TemporaryDirectory()
      defer { directory.remove() }
      let path = try directory.write("page.1", Array((page + "\n").utf8))
      let script = checker.joined(separator: " ")
      let output = try Command.shell(script + " \"$1\" 2>&1", path)
      #expect(output.isEmpty, "\(String(decoding: output, as: UTF8.self))")
    }
  }

  @Test(
    "A word is completed by its form",
    arguments: [
      ("public.jp", "public.jpeg"), (".tar", ".tar"), ("image/pn", "image/png"), ("zzzzzz", nil),
    ] as [(String, String?)])
  func completions(row: (start: String, completion: String?)) throws {
    // A process of its own: one that parses declarations is restricted until it ends.
    let run = try Command.run(["--complete", "bash", "info", row.start])
    let found = run.lines.dropFirst()
    #expect(run.status == 0 && found.allSatisfy { $0.hasPrefix(row.start) })
    #expect(row.completion.map(found.contains) ?? found.isEmpty)
  }

  @Test(
    "Shells complete commands, options, values and types",
    arguments: [
      ("uti li", "list"), ("uti identify --conf", "--conforming-to"),
      ("uti identify --format=j", "jsonl"), ("uti info public.jp", "public.jpeg"),
      ("uti conforms image/pn", "image/png"), ("uti lint --rul", "--rules"),
    ], ["bash", "zsh", "fish"])
  func shells(row: (line: String, completion: String), shell: String) throws {
    guard Requirement.programs(shell).isMet(for: "completion in \(shell)") else { return }
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let script = try directory.write("complete", Array(try #require(Self.scripts[shell]).utf8))
    // Without a locale, fish finds no program in a folder whose name is not ASCII.
    let command = """
      home=$(dirname "$1") && ln -s -- "$0" "$home/uti" &&
        HOME=$home PATH=$home:$PATH \(shell) "$1" "$2" 2>&1
      """
    let output = String(decoding: try Command.shell(command, script, row.line), as: UTF8.self)
    #expect(output.contains(row.completion), "\(output)")
  }

  /// Programs of the shells that print what completes the line that they are given.
  private static let scripts = [
    "bash": #"""
    eval "$(uti --generate-completion-script bash)"
    # As readline splits it.
    line=${1//=/ = }
    COMP_WORDS=($line); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _uti uti "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
    printf '%s\n' "${COMPREPLY[@]}"
    """#,
    // What zsh's completion system is asked for is printed.
    "zsh": #"""
    compdef() { }
    _describe() { print -rl -- "${(@P)@[-1]}" }
    _files() { }
    eval "$(uti --generate-completion-script zsh)"
    words=(${=1}); CURRENT=$#words
    _uti
    """#,
    "fish": #"""
    uti --generate-completion-script fish | source
    complete -C "$argv[1]"
    """#,
  ]
}
