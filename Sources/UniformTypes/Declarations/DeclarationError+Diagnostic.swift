#if Declarations
package import UTITypeDeclarations
package import UTITypeGraph

extension DeclarationError {
  /// The file was ignored.
  package var finding: DeclarationDiagnostic {
    DeclarationDiagnostic(
      .error, rule: code.rawValue, file: file,
      position: position ?? SourcePosition(line: 1, column: 1), message: message,
      remedy: remedy)
  }

  /// The contents are at fault, not the access, so the next process finds the same fault.
  var isAboutContent: Bool { code != .unreadable }
}
#endif
