public import Foundation
import UTITypeDetection
public import UniformTypes

extension DocumentController {
  /// Returns the class for documents of a type.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  /// - Returns: nil if there is none, and for a class of ``NSDocument``;
  ///   ``documentClassChoice(forType:)`` gives the reason.
  public func documentClass(forType typeName: String) -> Document.Type? {
    guard let choice = try? documentClassChoice(forType: typeName),
      choice.chosen.hostedClass == nil
    else { return nil }
    return choice.documentClass
  }

  /// Returns the class for documents of a type, with the reasons and the other candidates.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  /// - Throws: ``DocumentClassError`` if no class handles the type, or the program's own
  ///   declarations name a class that is not in the program or does not create documents.
  public func documentClassChoice(
    forType typeName: String
  ) throws(DocumentClassError) -> DocumentClassChoice {
    try classes.choice(for: type(named: typeName))
  }

  /// Returns the class for the document at a URL, with the reasons and the other candidates.
  ///
  /// - Parameter url: the location of the document.
  /// - Throws: ``DocumentClassError``, or ``DocumentError`` if the item cannot be read.
  public func documentClassChoice(forDocumentAt url: URL) throws -> DocumentClassChoice {
    try documentClassChoice(forType: typeForContents(of: url))
  }

  /// The type of a new document: the first type with an editor, by registration or else by
  /// declaration.
  public var defaultType: String? {
    (classes.registeredDefaultType ?? classes.documentTypes.defaultType)?.identifier
  }

  /// Returns the name of a kind of document to display.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  public func displayName(forType typeName: String) -> String {
    guard let type = registry.type(typeName) else { return typeName }
    return type.localizedDescription ?? typeName
  }

  /// Returns the types that a class opens, from its entries and registrations.
  ///
  /// - Parameter documentClass: the class.
  public func readableTypes(of documentClass: Document.Type) -> [UTType] {
    readableTypes(of: DocumentClassReference(documentClass))
  }

  /// Returns the types that a class opens, from its entries and registrations.
  ///
  /// - Parameter documentClass: the class.
  public func readableTypes(of documentClass: NSDocument.Type) -> [UTType] {
    readableTypes(of: DocumentClassReference(hosting: documentClass))
  }

  private func readableTypes(of documentClass: DocumentClassReference) -> [UTType] {
    unique(
      classes.registeredTypes(of: documentClass, roles: [.editor, .viewer, .shell])
        + documentClass.readableContentTypes
        + classes.documentTypes.readableTypes(where: classes.isClass(documentClass)))
  }

  /// Returns the types that a class saves: the types that it edits.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - isExport: whether to include types that the class cannot read (`NSExportableTypes`).
  public func writableTypes(
    of documentClass: Document.Type, forExport isExport: Bool = false
  ) -> [UTType] {
    writableTypes(of: DocumentClassReference(documentClass), forExport: isExport)
  }

  /// Returns the types that a class saves: the types that it edits.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - isExport: whether to include types that the class cannot read (`NSExportableTypes`).
  public func writableTypes(
    of documentClass: NSDocument.Type, forExport isExport: Bool = false
  ) -> [UTType] {
    writableTypes(of: DocumentClassReference(hosting: documentClass), forExport: isExport)
  }

  func writableTypes(
    of documentClass: DocumentClassReference, forExport isExport: Bool = false
  ) -> [UTType] {
    let isClass = classes.isClass(documentClass)
    let exportable = isExport ? classes.documentTypes.exportableTypes(where: isClass) : []
    return unique(
      classes.registeredTypes(of: documentClass, roles: [.editor])
        + documentClass.writableContentTypes
        + classes.documentTypes.writableTypes(where: isClass) + exportable)
  }

  /// Returns a Boolean value that indicates whether a class reads and saves a type without loss.
  ///
  /// - Parameters:
  ///   - typeName: the identifier of the type.
  ///   - documentClass: the class.
  public func isNativeType(_ typeName: String, of documentClass: Document.Type) -> Bool {
    let type = type(named: typeName)
    return readableTypes(of: documentClass).contains(type)
      && writableTypes(of: documentClass).contains(type)
  }

  /// Returns the type of a name: the type with that identifier, or the first type of the document
  /// type with that name.
  func type(named typeName: String) -> UTType {
    registry.type(typeName)
      ?? classes.documentTypes.documentType(named: typeName)?.contentTypes.first
      ?? registry.type(typeName, allowUndeclared: true)
      ?? UTType(exportedAs: typeName)
  }

  private func unique(_ types: [UTType]) -> [UTType] {
    var seen: Set<UTType> = []
    return types.filter { seen.insert($0).inserted }
  }
}
