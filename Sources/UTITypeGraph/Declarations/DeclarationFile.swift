/// The declarations of one file, and the findings of reading it.
package struct DeclarationFile: Hashable, Sendable {
  /// The file's path, format and precedence.
  package var source: DeclarationSource
  /// The uniform types that a property list declares, in file order.
  package var types: [TypeDeclaration]
  /// The kinds of MIME types that a property list declares, in file order.
  package var kinds: [KindDeclaration]
  /// The document types that a property list declares, in file order.
  package var documentTypes: [DocumentTypeDeclaration]
  /// The MIME types that a shared-mime-info package describes, in file order.
  package var mimeTypes: [MIMETypeDeclaration]
  /// The findings of reading the file.
  package var diagnostics: [DeclarationDiagnostic]

  /// Makes the content of a declaration file.
  package init(
    source: DeclarationSource, types: [TypeDeclaration] = [], kinds: [KindDeclaration] = [],
    documentTypes: [DocumentTypeDeclaration] = [], mimeTypes: [MIMETypeDeclaration] = [],
    diagnostics: [DeclarationDiagnostic] = []
  ) {
    self.source = source
    self.types = types
    self.kinds = kinds
    self.documentTypes = documentTypes
    self.mimeTypes = mimeTypes
    self.diagnostics = diagnostics
  }
}

/// A value with the position of its statement.
package struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  package var value: Value
  /// The position of the statement.
  package var position: SourcePosition

  package init(_ value: Value, at position: SourcePosition) {
    self.value = value
    self.position = position
  }
}
