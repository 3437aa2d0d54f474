import DocumentTypes
public import Foundation
internal import FoundationAdditions
import TypeDetection
public import UniformTypes

extension DocumentController {
  /// The class that makes documents of a type.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  /// - Returns: nil when there is none, and for a class of ``NSDocument``;
  ///   ``documentClassChoice(forType:)`` says more.
  public func documentClass(forType typeName: String) -> Document.Type? {
    guard let choice = try? documentClassChoice(forType: typeName),
      choice.chosen.hostedClass == nil
    else { return nil }
    return choice.documentClass
  }

  /// The class that makes documents of a type, with the reasons and the runners-up.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  /// - Throws: ``DocumentClassError`` when nothing handles the type, or the program's own
  ///   declarations name a class that is not in the program or makes no documents.
  public func documentClassChoice(
    forType typeName: String
  ) throws(DocumentClassError) -> DocumentClassChoice {
    try classes.choice(for: type(named: typeName))
  }

  /// The class for the document at a place, with the reasons and the runners-up.
  ///
  /// - Parameter url: the place.
  /// - Throws: ``DocumentClassError``, or ``DocumentError`` when the item cannot be read.
  public func documentClassChoice(forDocumentAt url: URL) throws -> DocumentClassChoice {
    try documentClassChoice(forType: typeForContents(of: url))
  }

  /// The type of a new document: the first with an editor, registered or else declared.
  public var defaultType: String? {
    (classes.registeredDefaultType ?? classes.documentTypes.defaultType)?.identifier
  }

  /// The name of a kind of document for people.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  public func displayName(forType typeName: String) -> String {
    guard let type = registry.type(typeName) else { return typeName }
    return type.localizedDescription ?? typeName
  }

  /// The types that a class opens, those of its entries and registrations.
  ///
  /// - Parameter documentClass: the class.
  public func readableTypes(of documentClass: Document.Type) -> [UTType] {
    readableTypes(of: DocumentClassReference(documentClass))
  }

  /// The types that a class opens, those of its entries and registrations.
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

  /// The types that a class saves: those it edits.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - isExport: whether types count that the class cannot read back (`NSExportableTypes`).
  public func writableTypes(
    of documentClass: Document.Type, forExport isExport: Bool = false
  ) -> [UTType] {
    writableTypes(of: DocumentClassReference(documentClass), forExport: isExport)
  }

  /// The types that a class saves: those it edits.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - isExport: whether types count that the class cannot read back (`NSExportableTypes`).
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

  /// Whether a class reads and saves a type without loss.
  ///
  /// - Parameters:
  ///   - typeName: the identifier of the type.
  ///   - documentClass: the class.
  public func isNativeType(_ typeName: String, of documentClass: Document.Type) -> Bool {
    let type = type(named: typeName)
    return readableTypes(of: documentClass).contains(type)
      && writableTypes(of: documentClass).contains(type)
  }

  /// The type of a name: itself as an identifier, or the first of the document type so named.
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
