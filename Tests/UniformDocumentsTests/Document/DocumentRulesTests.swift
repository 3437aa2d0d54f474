import Foundation
import TestSupport
import Testing

/// The page of rules that comments and the names of tests cite.
@Suite struct DocumentRulesPage {
  private static func sources(below path: String) throws -> [String: String] {
    let folder = RepositoryFiles.path(path)
    let names = try FileManager.default.subpathsOfDirectory(atPath: folder)
    return try names.filter { $0.hasSuffix(".swift") }.reduce(into: [:]) { sources, name in
      let file = String(name.split(separator: "/").last?.dropLast(6) ?? "")
      sources[file] = try RepositoryFiles.text("\(path)/\(name)")
    }
  }

  /// The rules that a list names, such as `E2 to E5, E10`.
  private static func rules(in list: Substring) -> Set<String> {
    var rules: Set<String> = []
    for match in list.matches(of: /([A-Z])(\d{1,2})(?: to [A-Z](\d{1,2}))?/) {
      guard let first = Int(match.2) else { continue }
      for number in first...(match.3.flatMap { Int($0) } ?? first) {
        rules.insert("\(match.1)\(number)")
      }
    }
    return rules
  }

  /// The rules of the page, each with the test files that it names.
  private static func page() throws -> [String: [String]] {
    try RepositoryFiles.text("Documentation/DocumentRules.md")
      .matches(of: /(?m)^- \*\*([A-Z]\d+)\*\* .* \((.*)\)$/)
      .reduce(into: [:]) { page, match in
        page[String(match.1)] = match.2.split(separator: ", ").map {
          $0.trimmingCharacters(in: ["`"])
        }
      }
  }

  @Test func `lists exactly the rules that comments cite`() throws {
    var cited: Set<String> = []
    let targets = [
      "UTIChangeTracking", "UTIDocumentStorage", "UTIFileCoordination", "UTIFoundationBridge",
      "UniformFoundationAdditions", "UniformDocumentCore", "UniformDocuments",
    ]
    let sources = try targets.flatMap { try Self.sources(below: "Sources/\($0)").values }
    for text in sources {
      let joined = text.replacing(/\n\s*\/\/\/? ?/, with: " ")
      for match in joined.matches(
        of: /[Rr]ules?:? ([A-Z]\d{1,2}(?:(?:,| and| to) [A-Z]\d{1,2})*)/)
      {
        cited.formUnion(Self.rules(in: match.1))
      }
    }
    let listed = try Set(Self.page().keys)
    #expect(cited.count > 60)
    #expect(cited.subtracting(listed) == [] && listed.subtracting(cited) == [])
  }

  @Test func `names test files that have the number of the rule in names of tests`() throws {
    let tests = try Self.sources(below: "Tests")
    for (rule, files) in try Self.page() {
      #expect(!files.isEmpty, "\(rule)")
      for file in files {
        let text = tests[file] ?? ""
        let named = text.matches(
          of: /["`]\s*((?:[A-Z]\d{1,2}(?:, | to )?)+)(?:: |")/)
        #expect(
          named.contains { Self.rules(in: $0.1).contains(rule) },
          "\(file) has no test of the rule \(rule)")
      }
    }
  }
}
