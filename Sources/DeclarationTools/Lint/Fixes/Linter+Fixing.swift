package import TypeDeclarations
internal import TypeGraph
internal import UTIPlatform
internal import XMLFormats

extension Linter {
  /// What became of a file that was to be mended.
  package struct FixedFile: Sendable {
    /// The report on the new content.
    package let report: LintReport
    /// What was changed, in the order in which it was done; nothing when the content is the old one.
    package let changes: [LintFix]
  }

  /// How often the findings of a file are mended; each time settles what the time before laid bare.
  private static var greatestPassCount: Int { 8 }

  /// Checks the content of a file and mends what can safely be mended.
  ///
  /// The new content is checked again each time: a change after which the file cannot be read, or
  /// has more errors, is not made. A file in another encoding than UTF-8, or a binary one, is left
  /// as it is, for places in it do not tell where to write.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: the path for messages.
  /// - Throws: `DeclarationError` when the file cannot be read as declarations.
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
    // Bytes that are valid UTF-8 may be meant as another encoding.
    let head = CaseFolding.ascii(String(decoding: bytes.prefix(200), as: UTF8.self))
    let declaration = head.prefix { $0 != ">" }
    guard declaration.contains("<?xml"), declaration.contains("encoding") else { return true }
    return declaration.contains("utf-8") || declaration.contains("us-ascii")
  }
}

extension Diagnostic {
  fileprivate var hasPlace: Bool { position.line > 0 && position.column > 0 }
}
