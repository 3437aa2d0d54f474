/// The findings of merging, limited for each file.
struct BoundedFindings {
  /// The findings in the order of creation, with a final one for each file that exceeds the limit.
  private(set) var diagnostics: [DeclarationDiagnostic] = []
  private var counts: [String: Int] = [:]
  private let limit: Int

  init(_ limits: RegistryLimits) {
    limit = limits.findingCount
  }

  /// Adds a finding about a file; past the limit the finding is not created.
  mutating func append(
    _ file: String, _ position: SourcePosition, _ make: () -> DeclarationDiagnostic
  ) {
    let count = counts[file, default: 0]
    guard count <= limit else { return }
    counts[file] = count + 1
    diagnostics.append(
      count < limit
        ? make()
        : DeclarationDiagnostic(
          .error, rule: "too-many-findings", file: file, position: position,
          message: "more than \(limit) findings; further ones are not listed"))
  }

  mutating func append(contentsOf findings: [DeclarationDiagnostic]) {
    for finding in findings { append(finding.file, finding.position) { finding } }
  }
}
