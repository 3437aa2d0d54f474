package import UTITypeGraph

extension TypeRegistry {
  /// The document types declared, each with the file that declares it.
  package var registeredDocumentTypes:
    [(declaration: DocumentTypeDeclaration, source: DeclarationSource)]
  {
    snapshot.image.registeredDocumentTypes
  }
}
