package import UTIDataFormats
internal import UTIPlatform
package import UTITypeGraph
internal import UTIXMLFormats

extension DeclarationDiagnostic {
  package init(_ finding: FormatFinding, in file: String) {
    let severity: Severity =
      switch finding.severity {
      case .error: .error
      case .warning: .warning
      case .note: .note
      }
    self.init(
      severity, rule: finding.rule, file: file, position: finding.position,
      message: finding.message, remedy: finding.remedy)
  }
}

extension FindingList {
  /// The order is of positions.
  package func diagnostics(in file: String) -> [DeclarationDiagnostic] {
    sorted.map { DeclarationDiagnostic($0, in: file) }
  }
}
