public import Foundation

/// Finds, creates, opens and tracks documents of ``NSDocument``, with the interface of AppKit's
/// class.
///
/// A ``DocumentController``, the ``hostController``, does the work for documents in general; this
/// class restricts it to ``NSDocument``. Classes come from the document types that property lists
/// declare (`NSDocumentClass`), and from registrations with the ``hostController``.
@preconcurrency @MainActor open class NSDocumentController {
  private static var first: NSDocumentController?

  /// The controller that does the work.
  public let hostController: DocumentController

  /// The controller of the program: the first one created, which may be of a subclass.
  public class var shared: NSDocumentController { first ?? NSDocumentController() }

  /// Creates a controller for the program's ``DocumentController``.
  public convenience init() { self.init(hostController: .shared) }

  /// Creates a controller.
  ///
  /// - Parameter hostController: the controller that does the work.
  public init(hostController: DocumentController) {
    self.hostController = hostController
    if Self.first == nil { Self.first = self }
  }

  // MARK: - Documents

  /// The documents that were added and are not closed, in the order of their addition.
  open var documents: [NSDocument] { hostController.nsDocuments }

  /// A Boolean value that indicates whether a document has changes to save.
  open var hasEditedDocuments: Bool { documents.contains(where: \.isDocumentEdited) }

  /// Adds a document that was created elsewhere; closing removes it.
  ///
  /// - Parameter document: the document.
  open func addDocument(_ document: NSDocument) { hostController.addDocument(document) }

  /// Removes a document, which is not changed.
  ///
  /// - Parameter document: the document.
  open func removeDocument(_ document: NSDocument) { hostController.removeDocument(document) }

  /// Returns the document of an item.
  ///
  /// - Parameter url: a URL of the item; links and relative parts are resolved.
  open func document(for url: URL) -> NSDocument? { hostController.document(for: url)?.nsDocument }

  // MARK: - Types

  /// The names of the classes that declarations name.
  open var documentClassNames: [String] {
    var seen: Set<String> = []
    return hostController.documentTypes.flatMap(\.classNames).filter { seen.insert($0).inserted }
  }

  /// The type of a new document: the first with an editor.
  open var defaultType: String? { hostController.defaultType }

  /// Returns the class for documents of a type.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  /// - Returns: a class of ``NSDocument`` or ``Document``; nil if there is none.
  open func documentClass(forType typeName: String) -> AnyClass? {
    guard let choice = try? hostController.documentClassChoice(forType: typeName) else {
      return nil
    }
    return choice.chosen.hostedClass ?? choice.documentClass
  }

  /// Returns the name of a kind of document to display.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  open func displayName(forType typeName: String) -> String? {
    hostController.displayName(forType: typeName)
  }

  /// Returns the identifier of the type of the document at a URL.
  ///
  /// - Parameter url: the location of the document.
  /// - Throws: ``DocumentError`` if the item cannot be read.
  open func typeForContents(of url: URL) throws -> String {
    try hostController.typeForContents(of: url)
  }

  // MARK: - Making and opening

  /// Creates a new document of a type, without a file, and does not add it.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: ``DocumentClassError`` if no class of ``NSDocument`` handles the type, or the error
  ///   of the class's `init(type:)`.
  open func makeUntitledDocument(ofType typeName: String) throws -> NSDocument {
    let document = try hostController.hostedClass(forType: typeName).init(type: typeName)
    document.environment.registry = hostController.registry
    return document
  }

  /// Creates a document, reads an item into it at once, and does not add it.
  ///
  /// - Parameters:
  ///   - url: the item to read.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentClassError``, ``DocumentError``, or the error of the class's function that
  ///   reads.
  open func makeDocument(withContentsOf url: URL, ofType typeName: String) throws -> NSDocument {
    let document = try makeUnreadDocument(ofType: typeName)
    try document.host.openNow(at: url, ofType: typeName)
    return document
  }

  /// Creates a document with contents from another location, and does not add it.
  ///
  /// The document has unsaved changes.
  ///
  /// - Parameters:
  ///   - urlOrNil: the URL of the document; nil if it has no file yet.
  ///   - contentsURL: the item to read.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentClassError``, ``DocumentError``, or the error of the class's function that
  ///   reads.
  open func makeDocument(
    for urlOrNil: URL?, withContentsOf contentsURL: URL, ofType typeName: String
  ) throws -> NSDocument {
    let document = try makeUnreadDocument(ofType: typeName)
    try document.host.openNow(at: urlOrNil, contentsOf: contentsURL, ofType: typeName)
    return document
  }

  private func makeUnreadDocument(ofType typeName: String) throws -> NSDocument {
    let document = try hostController.hostedClass(forType: typeName).make()
    document.environment.registry = hostController.registry
    return document
  }

  /// Creates a new document of the ``defaultType``, and adds it.
  ///
  /// - Parameter displayDocument: whether to show it, which the program must do itself.
  /// - Throws: as ``makeUntitledDocument(ofType:)``.
  open func openUntitledDocumentAndDisplay(_ displayDocument: Bool) throws -> NSDocument {
    let document = try makeUntitledDocument(ofType: defaultType ?? "public.data")
    addDocument(document)
    return document
  }

  /// Opens the document at a URL in a coordinated access, and adds it.
  ///
  /// An item has one document. Opening it again, even while it is being opened, returns the same
  /// document.
  ///
  /// - Parameters:
  ///   - url: the location of the document.
  ///   - displayDocument: whether to show it, which the program must do itself.
  /// - Returns: the document, and whether it was open or being opened already.
  /// - Throws: ``DocumentClassError``, ``DocumentError``, or the error of the class's function that
  ///   reads.
  open func openDocument(
    withContentsOf url: URL, display displayDocument: Bool
  ) async throws -> (NSDocument, Bool) {
    do {
      let (document, wasAlreadyOpen) = try await hostController.openDocument(at: url) {
        let typeName = try typeForContents(of: url)
        _ = try hostController.hostedClass(forType: typeName)
        return try hostController.makeDocument(at: url, ofType: typeName)
      }
      guard let client = document.nsDocument else {
        throw DocumentClassError(
          .notAnNSDocument,
          type: hostController.type(named: document.fileType ?? "public.data"),
          classNames: [String(reflecting: type(of: document))])
      }
      return (client, wasAlreadyOpen)
    } catch {
      throw error.ofClient
    }
  }

  /// Opens the document at a URL in a coordinated access, and adds it.
  ///
  /// - Parameters:
  ///   - url: the location of the document.
  ///   - displayDocument: whether to show it, which the program must do itself.
  ///   - completionHandler: called with the document, whether it was open already, and the error.
  open func openDocument(
    withContentsOf url: URL, display displayDocument: Bool,
    completionHandler: @escaping (NSDocument?, Bool, (any Error)?) -> Void
  ) {
    Task {
      do {
        let (document, wasAlreadyOpen) = try await openDocument(
          withContentsOf: url, display: displayDocument)
        completionHandler(document, wasAlreadyOpen, nil)
      } catch {
        completionHandler(nil, false, error)
      }
    }
  }

  // MARK: - Closing

  /// Saves the documents with changes, before the program ends.
  ///
  /// AppKit asks about each document. This function saves each one and reports an error to
  /// ``NSDocument/presentError(_:)``; a program with windows overrides it to ask.
  ///
  /// - Parameters:
  ///   - title: the title of the question; has no effect here.
  ///   - cancellable: true if the user may keep the program; has no effect here.
  /// - Returns: true if no document has changes any more.
  open func reviewUnsavedDocuments(
    withAlertTitle title: String?, cancellable: Bool
  ) async -> Bool {
    for document in documents where document.isDocumentEdited {
      do {
        try await document.hostDocument.saveContents(
          to: document.hostDocument.fileURL, for: .forOverwriting)
      } catch {
        document.presentError(error)
      }
    }
    return !hasEditedDocuments
  }

  /// Saves and closes the documents; one that cannot be saved stays open.
  ///
  /// - Returns: true if no document is open any more.
  open func closeAllDocuments() async -> Bool {
    for document in documents {
      do {
        try await document.saveAndClose()
      } catch {
        document.presentError(error)
      }
    }
    return documents.isEmpty
  }

  // MARK: - Recent documents

  /// The recent documents of the program, the latest first.
  open var recentDocumentURLs: [URL] { hostController.recentDocumentURLs }

  /// The maximum number of documents of this program in the list of recent documents.
  open var maximumRecentDocumentCount: Int { hostController.maximumRecentDocumentCount }

  /// Adds the document at a URL to the recent documents.
  ///
  /// - Parameter url: the location of the document.
  open func noteNewRecentDocumentURL(_ url: URL) { hostController.noteNewRecentDocumentURL(url) }

  /// Removes the documents of this program from the recent documents.
  ///
  /// - Parameter sender: the sender of the action, such as a menu item.
  open func clearRecentDocuments(_ sender: Any?) { hostController.clearRecentDocuments(sender) }
}

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

  func hostedClass(forType typeName: String) throws(DocumentClassError) -> NSDocument.Type {
    let choice = try documentClassChoice(forType: typeName)
    guard let hostedClass = choice.chosen.hostedClass else {
      throw DocumentClassError(
        .notAnNSDocument, type: choice.type, documentType: choice.chosen.documentType,
        classNames: [choice.chosen.className])
    }
    return hostedClass
  }

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

extension DocumentController: NSDocumentList {}

extension NSDocument: DeclaredDocumentTypes {
  static var declaredReadableTypes: [String] {
    DocumentController.shared.readableTypes(of: self).map(\.identifier)
  }

  static func declaredWritableTypes(forExport isExport: Bool) -> [String] {
    DocumentController.shared.writableTypes(of: self, forExport: isExport).map(\.identifier)
  }
}
