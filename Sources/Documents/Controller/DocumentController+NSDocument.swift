internal import Foundation

extension DocumentController {
  /// The documents of ``NSDocument`` among the ``documents``.
  public var nsDocuments: [NSDocument] { documents.compactMap(\.nsDocument) }

  /// Adds a document that was created elsewhere; closing removes it.
  ///
  /// - Parameter document: the document.
  public func addDocument(_ document: NSDocument) { addDocument(document.hostDocument) }

  /// Removes a document, which is not changed.
  ///
  /// - Parameter document: the document.
  public func removeDocument(_ document: NSDocument) { removeDocument(document.hostDocument) }

  /// Returns the class of ``NSDocument`` for a type.
  func hostedClass(forType typeName: String) throws(DocumentClassError) -> NSDocument.Type {
    let choice = try documentClassChoice(forType: typeName)
    guard let hostedClass = choice.chosen.hostedClass else {
      throw DocumentClassError(
        .notAnNSDocument, type: choice.type, documentType: choice.chosen.documentType,
        classNames: [choice.chosen.className])
    }
    return hostedClass
  }

  /// Creates a document for an item that is to be opened.
  ///
  /// The document keeps its client alive until the controller does, or until it is closed.
  func makeHostedDocument(
    _ hostedClass: NSDocument.Type, at url: URL, ofType typeName: String
  ) throws -> Document {
    let isNew = url.isFileURL && !DocumentEnvironment.standard.store.exists(url)
    let client = isNew ? try hostedClass.init(type: typeName) : hostedClass.make()
    client.environment.registry = registry
    client.host.becomeUnread(at: url, ofType: typeName)
    client.host.kept = client
    return client.host
  }
}
