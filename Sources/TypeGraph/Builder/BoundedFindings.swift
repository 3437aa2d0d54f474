/// What is kept of the findings of merging: of each file no more than a limit.
struct BoundedFindings {
  /// The findings in the order in which they were made, with one more for each file that has too many.
  private(set) var diagnostics: [Diagnostic] = []
  private var counts: [String: Int] = [:]
  private let limit: Int

  init(_ limits: RegistryLimits) {
    limit = limits.findingCount
  }

  /// Adds a finding about a file, which is not even made when the file has too many.
  mutating func append(_ file: String, _ position: SourcePosition, _ make: () -> Diagnostic) {
    let count = counts[file, default: 0]
    guard count <= limit else { return }
    counts[file] = count + 1
    diagnostics.append(
      count < limit
        ? make()
        : Diagnostic(
          .error, rule: "too-many-findings", file: file, position: position,
          message: "more than \(limit) findings; further ones are not listed"))
  }

  mutating func append(contentsOf findings: [Diagnostic]) {
    for finding in findings { append(finding.file, finding.position) { finding } }
  }
}
