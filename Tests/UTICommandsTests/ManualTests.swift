import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import UTICommands

@Suite("Manual pages and completions")
struct ManualTests {
  @Test("Every command has a page with its options, statuses and examples")
  func pages() throws {
    let whole = try CommandDescription(json: UniformTypesCommand._dumpHelp())
    #expect(whole.subcommands.map(\.name).contains("identify"))
    #expect(!whole.subcommands.map(\.name).contains("help"))
    for command in whole.subcommands {
      let page = ManualPage(command, below: whole).source
      for heading in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "EXAMPLES"] {
        #expect(page.contains("\n.SH \(heading)\n"), "\(command.name): \(heading)")
      }
      for name in command.arguments.flatMap(\.names) {
        let escaped = name.replacingOccurrences(of: "-", with: "\\-")
        #expect(page.contains("\\fB\(escaped)\\fR"), "\(command.name): \(name)")
      }
      #expect(page.contains("\nuti \(command.name) ") || page.contains("  uti \(command.name)"))
    }
    #expect(ManualPage(whole, below: nil).source.contains(".BR uti-identify (1)"))
    #expect(try Command.run(["help", "manual", "idntify"]).status == 64)
  }

  @Test(
    "groff and mandoc find nothing to complain about",
    arguments: [["groff", "-man", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "warning"]])
  func checkers(checker: [String]) throws {
    let whole = try CommandDescription(json: UniformTypesCommand._dumpHelp())
    var pages = [ManualPage(whole, below: nil).source]
    pages += whole.subcommands.map { ManualPage($0, below: whole).source }
    for page in pages {
      let directory = try TemporaryDirectory()
      defer { directory.remove() }
      let path = try directory.write("page.1", Array((page + "\n").utf8))
      // Where the checker is not installed there is nothing to see.
      let script =
        "command -v \(checker[0]) >/dev/null || exit 0; \(checker.joined(separator: " "))"
      let output = try Command.shell(script + " \"$1\" 2>&1", path)
      #expect(output.isEmpty, "\(String(decoding: output, as: UTF8.self))")
    }
  }

  @Test(
    "A word is completed by its form",
    arguments: [
      ("public.jp", "public.jpeg"), (".tar", ".tar"), ("image/pn", "image/png"), ("zzzzzz", nil),
    ] as [(String, String?)])
  func completions(row: (start: String, completion: String?)) {
    let found = TypeArgument.completions(of: row.start)
    #expect(found.allSatisfy { $0.hasPrefix(row.start) })
    #expect(row.completion.map(found.contains) ?? found.isEmpty)
  }

  @Test(
    "bash completes commands, options and types",
    arguments: [
      ("uti li", "list"), ("uti identify --conf", "--conforming-to"),
      ("uti info public.jp", "public.jpeg"), ("uti conforms image/pn", "image/png"),
    ])
  func bash(row: (line: String, completion: String)) throws {
    let script = """
      PATH=$(dirname "$0"):$PATH
      eval "$("$0" --generate-completion-script bash)"
      COMP_LINE="$1"; COMP_POINT=${#1}; COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _uti uti "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let output = String(decoding: try Command.shell(script, row.line), as: UTF8.self)
    #expect(output.split(separator: "\n").contains(Substring(row.completion)), "\(output)")
  }
}
