#if Declarations
package import TypeDeclarations
package import UTITypeGraph

extension DeclarationError {
  /// The error as a finding, for a file that was ignored.
  package var finding: DeclarationDiagnostic {
    DeclarationDiagnostic(
      .error, rule: code.rawValue, file: file,
      position: position ?? SourcePosition(line: 1, column: 1), message: message,
      remedy: remedy)
  }

  /// True if the contents of the file are at fault, rather than access to it, so that the next
  /// process finds the same fault.
  var isAboutContent: Bool { code != .unreadable }
}
#endif
