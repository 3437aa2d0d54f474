import TypeDeclarations
import UTITypeGraph

/// The lint of signature files of PRONOM: the findings of their reader.
enum SignatureLint {
  /// nil for another file; the path is the name in messages.
  static func report(
    on bytes: [UInt8], path: String, selection: LintRuleSelection
  ) throws(DeclarationError) -> LintReport? {
    guard SignatureFileHeader(bytes) != nil else { return nil }
    let findings = try FormatSignatureReader.read(bytes, path: path).findings
    return LintReport(
      path: path, bytes: bytes, findings: findings.filter { selection.includes($0.rule) })
  }
}
