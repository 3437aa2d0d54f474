package import TypeDeclarations
package import TypeGraph

extension DeclarationError {
  /// The error as a finding, for a file that was passed over.
  package var finding: Diagnostic {
    Diagnostic(
      .error, rule: code.rawValue, file: file,
      position: position ?? SourcePosition(line: 1, column: 1), message: message,
      remedy: remedy)
  }

  /// Whether the file is at fault, rather than who may read it and whether the disk works: the next
  /// process then finds the same fault.
  var isAboutContent: Bool { code != .unreadable }
}
