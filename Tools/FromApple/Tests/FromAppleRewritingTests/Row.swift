import FromAppleRewriting
import Testing

/// One rewrite: a text, its new text, and the problems as `line:column: text`, with a part of the text.
struct Row: CustomTestStringConvertible, Sendable {
  var name: String
  var input: String
  var output: String
  var problems: [String]

  init(_ name: String, _ input: String, _ output: String, problems: [String] = []) {
    (self.name, self.input, self.output, self.problems) = (name, input, output, problems)
  }

  /// A text that stays, with a problem or without.
  init(_ name: String, stays input: String, problems: String...) {
    self.init(name, input, input, problems: problems)
  }

  var testDescription: String { name }

  func check() {
    let result = rewrite(SourceFile(input))
    #expect(result.text == output)
    #expect(result.changes.isEmpty == (input == output))
    checkProblems(of: result)
    // A second run changes nothing.
    let again = rewrite(SourceFile(result.text))
    #expect(again.text == result.text)
    #expect(again.changes.isEmpty)
  }

  private func checkProblems(of result: Rewriting) {
    let found = result.problems.map { "\($0.line):\($0.column): \($0.text)" }
    #expect(found.count == problems.count, "\(found)")
    for (found, expected) in zip(found, problems) {
      #expect(found.hasPrefix(expected), "\(found)")
    }
    #expect(result.problems.allSatisfy { !$0.remedy.isEmpty })
  }
}
