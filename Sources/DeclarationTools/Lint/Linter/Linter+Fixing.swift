package import TypeDeclarations
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

extension Linter {
  /// The result of the correction of a file.
  package struct FixedFile: Sendable {
    package let report: LintReport
    /// The order is of the changes; empty when the content is unchanged.
    package let changes: [LintFix]
  }

  /// Each pass corrects findings that the previous one has exposed.
  private static var greatestPassCount: Int { 8 }

  /// Corrects the findings that are safe to correct, and checks the content after each pass.
  ///
  /// A change that adds errors is discarded. Binary files and other encodings than UTF-8 are left
  /// unchanged, because their places are not offsets in the text.
  package func fix(_ bytes: [UInt8], path: String) throws(DeclarationError) -> FixedFile {
    var report = try report(on: bytes, path: path)
    var changes: [LintFix] = []
    guard Self.isEditable(bytes), report.findings.allSatisfy(\.hasPlace) else {
      return FixedFile(report: report, changes: [])
    }
    for _ in 0..<Self.greatestPassCount {
      guard let (next, made) = DeclarationFixer(report.bytes).fixed(report.findings),
        let after = try? self.report(on: next, path: path),
        after.errorCount <= report.errorCount
      else { break }
      report = after
      changes += made
    }
    return FixedFile(report: report, changes: changes)
  }

  private static func isEditable(_ bytes: [UInt8]) -> Bool {
    guard !BinaryPropertyListReader.recognizes(bytes),
      String(validating: bytes, as: UTF8.self) != nil
    else { return false }
    // Bytes that are valid UTF-8 may be declared as another encoding.
    let head = CaseFolding.ascii(String(decoding: bytes.prefix(200), as: UTF8.self))
    let declaration = head.prefix { $0 != ">" }
    guard declaration.includes("<?xml"), declaration.includes("encoding") else { return true }
    return declaration.includes("utf-8") || declaration.includes("us-ascii")
  }
}

extension DeclarationDiagnostic {
  fileprivate var hasPlace: Bool { position.line > 0 && position.column > 0 }
}
