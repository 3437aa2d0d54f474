import TestSupport
import Testing

@testable import UTITypeDetection

/// The evidence for a language in a text without a name.
struct LanguageAnalysisTests {
  private func analysis<Result>(
    _ bytes: [UInt8], _ body: (LanguageAnalysis) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(LanguageAnalysis($0)) }
  }

  @Test("A few typical lines identify the language", arguments: LanguageSnippets.known.indices)
  func known(index: Int) {
    let (name, text) = LanguageSnippets.known[index]
    analysis(Array(text.utf8)) { analysis in
      let best = analysis.candidates.prefix(2).map { "\($0.language.name) \($0.weight)" }
      #expect(analysis.sure?.name == name, "\(best)")
    }
  }

  @Test("Prose is in no language", arguments: LanguageSnippets.prose)
  func prose(text: String) {
    analysis(Array(text.utf8)) { analysis in
      #expect(analysis.sure == nil, "\(analysis.sure?.name ?? "")")
    }
  }

  @Test("The features that decided are listed, the weightiest first")
  func reasons() throws {
    let text = "fn main() {\n  let mut total = 0;\n  println!(\"{}\", total);\n}\n"
    try analysis(Array(text.utf8)) { analysis in
      let rust = try #require(SourceLanguage.named("Rust"))
      let reasons = analysis.reasons(for: rust)
      #expect(reasons.contains("let mut x"))
      #expect(reasons.count <= 8)
      let cobol = try #require(SourceLanguage.named("COBOL"))
      #expect(analysis.reasons(for: cobol).isEmpty)
    }
  }

  @Test("Candidates are ordered by their weight")
  func order() {
    for (_, text) in LanguageSnippets.known {
      analysis(Array(text.utf8)) { analysis in
        let weights = analysis.candidates.map(\.weight)
        #expect(weights == weights.sorted(by: >))
        #expect(weights.allSatisfy { $0 != 0 })
      }
    }
  }

  @Test(
    "Among languages with the same extension the text identifies one",
    arguments: [
      ("Objective-C", ["MATLAB", "Mercury", "Wolfram", "MUMPS", "Limbo"]),
      ("MATLAB", ["Objective-C", "Mercury", "Wolfram"]), ("Mercury", ["Objective-C", "MATLAB"]),
      ("Wolfram", ["Objective-C", "MATLAB", "Mercury"]), ("C", ["C++", "Objective-C"]),
      ("C++", ["C", "Objective-C"]), ("Objective-C", ["C", "C++"]),
      ("Verilog", ["Rocq Prover", "V"]), ("Rocq Prover", ["Verilog", "V"]),
      ("V", ["Verilog", "Rocq Prover"]), ("Perl", ["Prolog", "Raku", "Turing"]),
      ("Prolog", ["Perl", "IDL of scientists", "QMake"]), ("F#", ["GLSL", "Forth"]),
      ("GLSL", ["F#", "Forth"]), ("LaTeX", ["Apex", "Visual Basic 6", "OpenEdge ABL"]),
      ("Apex", ["LaTeX", "Visual Basic 6", "ObjectScript"]), ("TypeScript", ["XML"]),
      ("R", ["Rebol", "Rez"]), ("Rust", ["XML"]), ("Common Lisp", ["OpenCL"]),
      ("Lua", ["Terra"]), ("PHP", ["Assembly", "C++", "Pascal"]), ("Pascal", ["Puppet", "PHP"]),
    ])
  func contested(name: String, others: [String]) throws {
    let text = try #require(LanguageSnippets.known.first { $0.name == name }).text
    let names = try ([name] + others).map { try #require(SourceLanguage.named($0)).name }
    analysis(Array(text.utf8)) { analysis in
      let claimants = analysis.candidates.filter { names.contains($0.language.name) }
      #expect(claimants.first?.language.name == name)
      #expect(
        claimants.first.map { $0.weight - (claimants.dropFirst().first?.weight ?? 0) >= 8 } ?? false
      )
    }
  }

  @Test("No language leads if the text has evidence for none")
  func undecided() {
    analysis(Array("It is a text.\n".utf8)) { analysis in
      #expect(
        !analysis.candidates.contains {
          ["Verilog", "V"].contains($0.language.name) && $0.weight > 0
        })
    }
  }

  @Test("Any bytes are read without harm, with equal results", arguments: 0..<200)
  func anyBytes(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var bytes = Array(LanguageSnippets.known[Int(seed) % LanguageSnippets.known.count].text.utf8)
    if seed % 3 == 0 {
      bytes = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
    } else {
      for _ in 0..<40 {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = Array("\"'`\\/*#-(<{%\n\0\u{7F}".utf8).randomElement(using: &generator) ?? 0
        bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      }
    }
    let first = analysis(bytes) { $0.candidates.map(\.weight) }
    #expect(analysis(bytes) { $0.candidates.map(\.weight) } == first)
  }

  @Test(
    "Text with unclosed brackets and comments is read like any other",
    arguments: ["/*", "\"\\", "(* ", "{- ", "<!--", "\"\"\"", "'''", "`", "<#", "#|", "--[[", "a"])
  func unclosed(mark: String) {
    let bytes = Array(String(repeating: mark, count: 40_000).utf8)
    #expect(analysis(bytes) { $0.sure } == nil)
  }
}

extension LanguageAnalysis {
  /// The languages that something speaks for or against, the likeliest first.
  fileprivate var candidates: [Candidate] {
    SourceLanguage.all.map { Candidate(language: $0, weight: weight(of: $0)) }
      .filter { $0.weight != 0 }
      .sorted { ($1.weight, $0.language.index) < ($0.weight, $1.language.index) }
  }
}
