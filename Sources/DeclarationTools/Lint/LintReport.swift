package import UTITypeGraph

/// The findings about one file.
package struct LintReport: Sendable {
  /// The path of the file, as given.
  package let path: String
  /// The checked content.
  package let bytes: [UInt8]
  /// The findings, in the order of their places.
  package let findings: [DeclarationDiagnostic]

  /// Returns the report without the findings that satisfy a predicate.
  package func without(_ isLeftOut: (DeclarationDiagnostic) -> Bool) -> LintReport {
    LintReport(path: path, bytes: bytes, findings: findings.filter { !isLeftOut($0) })
  }

  /// The number of findings that are errors.
  package var errorCount: Int { findings.count { $0.severity == .error } }
}
