import TestSupport
import Testing
import UTIDeclarationTools
import UTITypeGraph

@Suite("Documentation/LintRules.md")
struct LintRulesDocumentTests {
  @Test("lists every rule exactly, with severity, fix and summary")
  func rules() throws {
    let rows = try RepositoryFiles.text("Documentation/LintRules.md").split(separator: "\n")
      .filter { $0.hasPrefix("| `") }
    let expected = Linter.ruleDescriptions.map { rule in
      "| `\(rule.identifier)` | \(rule.severity.rawValue) | \(rule.isFixable ? "yes" : "")"
        + " | \(rule.summary) |"
    }
    for row in expected { #expect(rows.contains { $0 == row }, "missing or different: \(row)") }
    for row in rows { #expect(expected.contains { $0 == row }, "no such rule: \(row)") }
    #expect(rows.count == expected.count)
  }
}
