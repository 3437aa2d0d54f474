public import Foundation
internal import Synchronization
public import UTIDocumentTypes
public import UniformTypes

/// Finds the class of a document, creates and opens documents, and tracks open ones.
///
/// It is the counterpart of NSDocumentController for programs without AppKit. Classes come from the
/// document types that the property lists of the registry declare, and from registrations in code,
/// which also serve programs without an Info.plist.
@MainActor open class DocumentController {
  private static var first: DocumentController?

  var classes: DocumentClassCatalog
  /// The setup of new documents, by their registered content.
  var contentSetups: [ObjectIdentifier: @MainActor (SnapshotDocument) -> Void] = [:]
  var openDocuments: [ObjectIdentifier: OpenDocument] = [:]
  let index = DocumentIndex()
  /// The list of recent documents.
  public let recentDocumentList: RecentDocumentList
  /// A Boolean value that indicates whether new documents keep versions; false by default.
  ///
  /// For an ``NSDocument``, its class decides.
  public var preservesVersions = false
  /// True if documents that do not autosave are saved when the program ends.
  var savesDocumentsAtEnd = false
  private var newestNumber = 0
  var latestDetection: DetectedType?

  /// The controller of the program: the first one created, which may be of a subclass.
  public class var shared: DocumentController { first ?? DocumentController() }

  /// Creates a controller.
  ///
  /// A program adds its own Info.plist to the registry first, with `TypeRegistry.current = try
  /// TypeRegistry.current.adding(file: path)`.
  ///
  /// - Parameters:
  ///   - registry: the registry of types and document types.
  ///   - recentDocumentList: the list of recent documents; by default the user's list.
  /// - Complexity: O(*n*) in the number of declared document types.
  public init(
    registry: TypeRegistry = .current,
    recentDocumentList: RecentDocumentList = RecentDocumentList()
  ) {
    self.recentDocumentList = recentDocumentList
    classes = DocumentClassCatalog(documentTypes: DocumentTypeCatalog(registry: registry))
    if Self.first == nil { Self.first = self }
  }

  /// The maximum number of documents of this program in the list of recent documents; 0 for none.
  ///
  /// The default is 10. Override it to change it.
  open var maximumRecentDocumentCount: Int { 10 }

  /// The recent documents of the program, the latest first.
  ///
  /// Missing files are left out; they return when their disk is mounted again.
  open var recentDocumentURLs: [URL] {
    recentDocumentList.addresses(atMost: maximumRecentDocumentCount).compactMap(\.url)
  }

  /// Adds a document that the program has opened or saved to another location to the recent
  /// documents.
  ///
  /// An override that does nothing excludes documents from the list.
  ///
  /// - Parameter document: the document.
  open func noteNewRecentDocument(_ document: Document) {
    noteNewRecentDocumentURL(document.fileURL)
  }

  /// Adds the document at a URL to the recent documents.
  ///
  /// The list is changed a moment later. An error affects no other operation.
  ///
  /// - Parameter url: the location, of any scheme; the file system is not accessed (rule A8).
  open func noteNewRecentDocumentURL(_ url: URL) { noteRecent(url) }

  /// Removes the documents of this program from the recent documents.
  ///
  /// Documents that other programs have used too stay in the lists of those programs.
  ///
  /// - Parameter sender: the sender of the action, such as a menu item.
  open func clearRecentDocuments(_ sender: Any?) { recentDocumentList.clear() }

  /// The registry of types and document types.
  public var registry: TypeRegistry { classes.documentTypes.registry }

  /// The declared document types, in order of precedence.
  public var documentTypes: [DocumentType] { classes.documentTypes.documentTypes }

  /// The module of class names that name none; by default the module of the executable.
  public var mainModuleName: String {
    get { classes.names.mainModule }
    set { classes.names.mainModule = newValue }
  }

  func nextNumber() -> Int {
    newestNumber += 1
    return newestNumber
  }

  /// Registers a class in code.
  ///
  /// Declarations find the class under its name, with and without module. For the given types, the
  /// registration precedes declarations that are not nearer to the type of a document. Among
  /// registrations of equal distance, an editor precedes a viewer; then the latest wins.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - types: the types of its documents; empty if declarations name them.
  ///   - role: the role of the class for these types; in a role that opens no documents, only its
  ///     name is registered.
  public func register(
    _ documentClass: Document.Type, for types: [UTType] = [], role: DocumentRole = .editor
  ) {
    classes.register(DocumentClassReference(documentClass), for: types, role: role)
  }

  /// Registers a class of ``NSDocument`` in code, in the same way.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - types: the types of its documents; empty if declarations name them.
  ///   - role: the role of the class for these types.
  public func register(
    _ documentClass: NSDocument.Type, for types: [UTType] = [], role: DocumentRole = .editor
  ) {
    classes.register(DocumentClassReference(hosting: documentClass), for: types, role: role)
  }
}

extension DocumentController {
  /// Saves every document that has changes when the program ends, by a signal or by itself.
  ///
  /// Without this call the changes of documents are autosaved at the end of the program, which is
  /// the right choice for most programs. With it documents are saved to their files even if their
  /// environment has no autosave policy, and the signals are handled even if the program handles
  /// them. The handling of errors that the user has not answered ends at that moment. A document
  /// that cannot be saved is reported and autosaved to the recovery location, and does not prevent
  /// the end of the program.
  ///
  /// Documents of the main actor are saved only while the main queue is served.
  ///
  /// - Parameter signals: The signals; nil for `SIGTERM` and `SIGHUP`. Sessions send `SIGHUP`;
  ///   service managers and shutdowns send `SIGTERM`.
  public func saveDocuments(beforeEndingBy signals: [Int32]? = nil) {
    saveDocuments(beforeEndingBy: signals ?? [SIGTERM, SIGHUP], end: SignalAction.end)
  }

  func saveDocuments(beforeEndingBy signals: [Int32], end: @escaping @Sendable (Int32) -> Void) {
    savesDocumentsAtEnd = true
    for document in documents { document.record.withValues { $0.isSavedAtEnd = true } }
    ProcessEnd.shared.listen(to: signals, end)
  }

  /// Waits until the list is written, because the program may end at any moment; a draft is added
  /// when it is saved.
  func noteRecent(_ document: Document) async {
    guard !document.isDraft else { return }
    noteNewRecentDocument(document)
    await recentDocumentList.finish()
  }

  func noteRecent(_ url: URL) {
    let document = openDocuments.values.first { $0.document.fileURL == url }
    let types = ItemTypes(registry: registry)
    let type = document?.document.fileType ?? types.identifier(forName: url)
    recentDocumentList.note(
      BookmarkAddress(url), mimeType: types.mimeType(of: type), keeping: maximumRecentDocumentCount)
  }

  /// Updates the list when a document is saved elsewhere, renamed, moved or given another type
  /// (rules E6, N3).
  func recentMoves(of document: Document) -> RecentMoves {
    let count = maximumRecentDocumentCount
    let types = ItemTypes(registry: registry)
    let document = WeakDocument(document)
    @Sendable func note() {
      Task { @MainActor [weak self] in
        if let document = document.document { self?.noteNewRecentDocument(document) }
      }
    }
    return RecentMoves { [recentDocumentList] old, new in
      guard old != new else {
        if document.document?.isDraft == true { note() }
        return
      }
      let type = document.document?.fileType ?? types.identifier(forName: new)
      recentDocumentList.move(
        BookmarkAddress(old), to: BookmarkAddress(new), mimeType: types.mimeType(of: type),
        keeping: count, unknown: note)
    }
  }
}

/// Reports when a document is moved or first has an item; documents notify it on any thread.
final class RecentMoves: Sendable {
  private let place = Mutex<(url: URL, hasItem: Bool)?>(nil)
  private let moved: @Sendable (URL, URL) -> Void

  /// Calls `moved` with equal URLs if only the item is new.
  init(_ moved: @escaping @Sendable (_ old: URL, _ new: URL) -> Void) { self.moved = moved }

  func note(_ url: URL, hasItem: Bool) {
    let old = place.withLock { place in
      defer { place = (url, hasItem) }
      return place
    }
    guard let old else { return }
    let isSame = old.url == url || BookmarkAddress(old.url) == BookmarkAddress(url)
    if !isSame { moved(old.url, url) } else if hasItem, !old.hasItem { moved(url, url) }
  }
}

extension ItemTypes {
  /// Returns the MIME type under which other programs know items of a type.
  func mimeType(of identifier: String?) -> String {
    guard let type = type(identifier) else { return "application/octet-stream" }
    if let mimeType = type.preferredMIMEType { return mimeType }
    return type.conforms(to: .directory) ? "inode/directory" : "application/octet-stream"
  }
}
