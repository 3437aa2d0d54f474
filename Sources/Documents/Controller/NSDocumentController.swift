internal import DocumentTypes
public import Foundation
internal import FoundationAdditions

/// Finds, makes, opens and knows documents of ``NSDocument``, with the interface of AppKit's class.
///
/// A ``DocumentController``, the ``hostController``, does the work; what it says of documents in
/// general, this says of ``NSDocument``. Classes come from the document types that property lists
/// declare (`NSDocumentClass`), and from what is registered with the ``hostController``.
@preconcurrency @MainActor open class NSDocumentController {
  private static var first: NSDocumentController?

  /// What does the work.
  public let hostController: DocumentController

  /// The controller of the program: the first that was made, also of a subclass.
  public class var shared: NSDocumentController { first ?? NSDocumentController() }

  /// Makes a controller of the program's ``DocumentController``.
  public convenience init() { self.init(hostController: .shared) }

  /// Makes a controller.
  ///
  /// - Parameter hostController: what does the work.
  public init(hostController: DocumentController) {
    self.hostController = hostController
    if Self.first == nil { Self.first = self }
  }

  // MARK: - Documents

  /// The documents that were added and are not closed, in the order they came.
  open var documents: [NSDocument] { hostController.nsDocuments }

  /// Whether a document has changes to save.
  open var hasEditedDocuments: Bool { documents.contains(where: \.isDocumentEdited) }

  /// Adds a document that was made elsewhere; it leaves the list when it is closed.
  ///
  /// - Parameter document: the document.
  open func addDocument(_ document: NSDocument) { hostController.addDocument(document) }

  /// Forgets a document, which stays as it is.
  ///
  /// - Parameter document: the document.
  open func removeDocument(_ document: NSDocument) { hostController.removeDocument(document) }

  /// The document of an item.
  ///
  /// - Parameter url: a way to the item; links and relative parts do not matter.
  open func document(for url: URL) -> NSDocument? { hostController.document(for: url)?.nsDocument }

  // MARK: - Types

  /// The names of the classes that declarations name.
  open var documentClassNames: [String] {
    var seen: Set<String> = []
    return hostController.documentTypes.flatMap(\.classNames).filter { seen.insert($0).inserted }
  }

  /// The type of a new document: the first with an editor.
  open var defaultType: String? { hostController.defaultType }

  /// The class that makes documents of a type.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  /// - Returns: a class of ``NSDocument`` or ``Document``; nil when there is none.
  open func documentClass(forType typeName: String) -> AnyClass? {
    guard let choice = try? hostController.documentClassChoice(forType: typeName) else {
      return nil
    }
    return choice.chosen.hostedClass ?? choice.documentClass
  }

  /// The name of a kind of document for people.
  ///
  /// - Parameter typeName: the identifier of a type, or the name of a document type.
  open func displayName(forType typeName: String) -> String? {
    hostController.displayName(forType: typeName)
  }

  /// The identifier of the type of the document at a place.
  ///
  /// - Parameter url: the place.
  /// - Throws: ``DocumentError`` when the item cannot be read.
  open func typeForContents(of url: URL) throws -> String {
    try hostController.typeForContents(of: url)
  }

  // MARK: - Making and opening

  /// Makes a new document of a type, which has no place; it is not added.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: ``DocumentClassError`` when no class of ``NSDocument`` handles the type, or what the
  ///   class's `init(type:)` throws.
  open func makeUntitledDocument(ofType typeName: String) throws -> NSDocument {
    let document = try hostController.hostedClass(forType: typeName).init(type: typeName)
    document.environment.registry = hostController.registry
    return document
  }

  /// Makes a document of what is at a place, and reads it at once; it is not added.
  ///
  /// - Parameters:
  ///   - url: the place.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentClassError``, ``DocumentError``, or what the class throws that reads.
  open func makeDocument(withContentsOf url: URL, ofType typeName: String) throws -> NSDocument {
    let document = try makeUnreadDocument(ofType: typeName)
    try document.host.openNow(at: url, ofType: typeName)
    return document
  }

  /// Makes a document of contents that are elsewhere than the document; it has unsaved changes, and
  /// is not added.
  ///
  /// - Parameters:
  ///   - urlOrNil: the place of the document; nil for one that has none yet.
  ///   - contentsURL: what to read.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentClassError``, ``DocumentError``, or what the class throws that reads.
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

  /// Makes a new document of the ``defaultType``, and adds it.
  ///
  /// - Parameter displayDocument: whether to show it, which is the program's business.
  /// - Throws: as ``makeUntitledDocument(ofType:)``.
  open func openUntitledDocumentAndDisplay(_ displayDocument: Bool) throws -> NSDocument {
    let document = try makeUntitledDocument(ofType: defaultType ?? "public.data")
    addDocument(document)
    return document
  }

  /// Opens the document at a place, when nobody else uses it, and adds it.
  ///
  /// An item has one document: opening it again, even while it is being opened, gives the same.
  ///
  /// - Parameters:
  ///   - url: the place.
  ///   - displayDocument: whether to show it, which is the program's business.
  /// - Returns: the document, and whether it was open or being opened already.
  /// - Throws: ``DocumentClassError``, ``DocumentError``, or what the class throws that reads.
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

  /// Opens the document at a place, when nobody else uses it, and adds it.
  ///
  /// - Parameters:
  ///   - url: the place.
  ///   - displayDocument: whether to show it, which is the program's business.
  ///   - completionHandler: is given the document, whether it was open already, and the error.
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

  // MARK: - Recent documents

  /// The documents that the program has used, the latest first.
  open var recentDocumentURLs: [URL] { hostController.recentDocumentURLs }

  /// How many documents the list of recent documents keeps of this program.
  open var maximumRecentDocumentCount: Int { hostController.maximumRecentDocumentCount }

  /// Notes that the document at a place is used.
  ///
  /// - Parameter url: the place.
  open func noteNewRecentDocumentURL(_ url: URL) { hostController.noteNewRecentDocumentURL(url) }

  /// Forgets the documents that the program has used.
  ///
  /// - Parameter sender: whoever asks for it, such as a menu item.
  open func clearRecentDocuments(_ sender: Any?) { hostController.clearRecentDocuments(sender) }
}
