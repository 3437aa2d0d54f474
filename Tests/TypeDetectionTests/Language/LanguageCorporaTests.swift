import Foundation
import TestSupport
import Testing

@testable import UTITypeDetection

/// The analysis over real files in the most used languages and formats.
struct LanguageCorporaTests {
  /// The labels that count: what the analysis has to know.
  private static let labels: Set<String> = [
    "C", "C++", "Objective-C", "Java", "C#", "Go", "Rust", "Swift", "Kotlin", "Scala", "Groovy",
    "Dart", "Python", "Ruby", "PHP", "Perl", "Prolog", "Lua", "R", "Julia", "MATLAB",
    "Wolfram Language", "Haskell", "OCaml", "F#", "Standard ML", "Erlang", "Elixir", "Clojure",
    "Common Lisp", "Emacs Lisp", "Scheme", "JavaScript", "TypeScript", "TSX", "Shell", "PowerShell",
    "Batchfile", "Awk", "SQL", "PLpgSQL", "TSQL", "HTML", "XML", "CSS", "SCSS", "JSON", "YAML",
    "TOML", "INI", "CSV", "TSV", "TeX", "Markdown", "reStructuredText", "AsciiDoc", "Diff",
    "Makefile", "CMake", "Dockerfile", "GLSL", "HLSL", "Verilog", "SystemVerilog", "VHDL",
    "Rocq Prover", "V", "Pascal", "Ada", "Fortran", "Fortran Free Form", "COBOL", "Assembly",
    "Visual Basic .NET", "Visual Basic 6.0", "VBScript", "VBA", "Apex", "D", "DTrace", "Zig", "Nim",
    "Protocol Buffer", "HCL", "GraphQL", "Turing",
  ]

  @Test("Seven of ten are recognised, and few are wrong", .requires(.corpora))
  func figures() throws {
    let directory = try #require(Corpora.directory) + "/truth/files/"
    var exact = 0
    var wrong = 0
    var total = 0
    for row in try Corpora.rows("truth/labels.tsv") {
      guard let path = row["path"], path.hasPrefix("linguist/"), let label = row["label"],
        Self.labels.contains(label),
        let data = FileManager.default.contents(atPath: directory + path)
      else { continue }
      let accepted = Set((row["accepted"] ?? "").split(separator: " ").map(String.init))
      let near = Set((row["near"] ?? "").split(separator: " ").map(String.init))
      total += 1
      let sure = Array(data.prefix(16384)).withUnsafeBytes { LanguageAnalysis($0).sure }
      guard let sure else { continue }
      let names = Set(sure.typeNames)
      if sure.name == label || !names.isDisjoint(with: accepted) {
        exact += 1
      } else if names.isDisjoint(with: near) {
        wrong += 1
      }
    }
    print("languages by content alone: \(exact) of \(total) exact, \(wrong) wrong")
    #expect(total > 100)
    #expect(exact * 10 >= total * 7)
    #expect(wrong * 100 <= total * 3)
  }
}
