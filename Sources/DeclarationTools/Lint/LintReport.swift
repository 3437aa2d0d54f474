package import TypeGraph

/// What is wrong with one file.
package struct LintReport: Sendable {
  /// The path of the file, as it was given.
  package let path: String
  /// The content that was checked.
  package let bytes: [UInt8]
  /// The findings, in the order of their places.
  package let findings: [Diagnostic]

  /// The report without the findings that a predicate holds for.
  package func without(_ isLeftOut: (Diagnostic) -> Bool) -> LintReport {
    LintReport(path: path, bytes: bytes, findings: findings.filter { !isLeftOut($0) })
  }

  /// The number of findings that are errors.
  package var errorCount: Int { findings.count { $0.severity == .error } }
}
