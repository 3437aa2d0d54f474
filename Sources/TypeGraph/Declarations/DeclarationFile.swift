/// Everything that one declaration file states, and what was wrong with it.
public struct DeclarationFile: Hashable, Sendable {
  /// Where the file lies and how much its word counts.
  public var source: DeclarationSource
  /// The uniform types that a property list declares, in file order.
  public var types: [TypeDeclaration]
  /// The kinds of MIME types that a property list declares, in file order.
  public var kinds: [KindDeclaration]
  /// The document types that a property list declares, in file order.
  public var documentTypes: [DocumentTypeDeclaration]
  /// The MIME types that a shared-mime-info package describes, in file order.
  public var mimeTypes: [MIMETypeDeclaration]
  /// What was found while reading.
  public var diagnostics: [Diagnostic]

  /// Makes the content of a declaration file.
  ///
  /// - Parameters:
  ///   - source: where the file lies and how much its word counts.
  ///   - types: the uniform types it declares.
  ///   - kinds: the kinds of MIME types it declares.
  ///   - documentTypes: the document types it declares.
  ///   - mimeTypes: the MIME types it describes.
  ///   - diagnostics: what was found while reading.
  public init(
    source: DeclarationSource, types: [TypeDeclaration] = [], kinds: [KindDeclaration] = [],
    documentTypes: [DocumentTypeDeclaration] = [], mimeTypes: [MIMETypeDeclaration] = [],
    diagnostics: [Diagnostic] = []
  ) {
    self.source = source
    self.types = types
    self.kinds = kinds
    self.documentTypes = documentTypes
    self.mimeTypes = mimeTypes
    self.diagnostics = diagnostics
  }
}

/// A value together with the place that states it.
public struct Stated<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What is stated.
  public var value: Value
  /// Where it is stated.
  public var position: SourcePosition

  /// Makes a stated value.
  ///
  /// - Parameters:
  ///   - value: what is stated.
  ///   - position: where it is stated.
  public init(_ value: Value, at position: SourcePosition) {
    self.value = value
    self.position = position
  }
}
