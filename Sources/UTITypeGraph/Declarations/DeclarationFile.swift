/// The declarations of one file, and the findings of reading it.
public struct DeclarationFile: Hashable, Sendable {
  /// The file's path, format and precedence.
  public var source: DeclarationSource
  /// The uniform types that a property list declares, in file order.
  public var types: [TypeDeclaration]
  /// The kinds of MIME types that a property list declares, in file order.
  public var kinds: [KindDeclaration]
  /// The document types that a property list declares, in file order.
  public var documentTypes: [DocumentTypeDeclaration]
  /// The MIME types that a shared-mime-info package describes, in file order.
  public var mimeTypes: [MIMETypeDeclaration]
  /// The findings of reading the file.
  public var diagnostics: [DeclarationDiagnostic]

  /// Makes the content of a declaration file.
  ///
  /// - Parameters:
  ///   - source: the file's path, format and precedence.
  ///   - types: the uniform types it declares.
  ///   - kinds: the kinds of MIME types it declares.
  ///   - documentTypes: the document types it declares.
  ///   - mimeTypes: the MIME types it describes.
  ///   - diagnostics: the findings of reading the file.
  public init(
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
public struct Located<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value.
  public var value: Value
  /// The position of the statement.
  public var position: SourcePosition

  /// Creates a value with its position.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - position: the position of the statement.
  public init(_ value: Value, at position: SourcePosition) {
    self.value = value
    self.position = position
  }
}
