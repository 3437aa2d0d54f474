public import DocumentTypes
public import Foundation
public import UniformTypes

/// Finds the class of a document, makes and opens documents, and knows which are open.
///
/// It is the counterpart of NSDocumentController for programs without AppKit. Classes come from the
/// document types that the registry's property lists declare and from what is registered in code,
/// which also serves programs without an Info.plist.
@MainActor open class DocumentController {
  private static var first: DocumentController?

  var classes: DocumentClassCatalog
  /// What documents with a registered content are given when they are made.
  var contentSetups: [ObjectIdentifier: @MainActor (SnapshotDocument) -> Void] = [:]
  var openDocuments: [ObjectIdentifier: OpenDocument] = [:]
  let index = DocumentIndex()
  /// Where the documents are noted that the program uses.
  public let recentDocumentList: RecentDocumentList
  /// Whether the documents that the controller makes keep versions; false.
  ///
  /// Documents of a class of ``NSDocument`` do what the class says.
  public var preservesVersions = false
  /// Whether the end of the program saves documents that do not autosave.
  var savesDocumentsAtEnd = false
  private var newestNumber = 0

  /// The controller of the program: the first that was made, also of a subclass.
  public class var shared: DocumentController { first ?? DocumentController() }

  /// Makes a controller.
  ///
  /// A program adds its own Info.plist to the registry first, with
  /// `TypeRegistry.current = try TypeRegistry.current.adding(file: path)`.
  ///
  /// - Parameters:
  ///   - registry: what knows the types and the document types.
  ///   - recentDocumentList: where the documents are noted that the program uses; by default the
  ///     list of the user.
  /// - Complexity: O(*n*) in the number of document types declared.
  public init(
    registry: TypeRegistry = .current,
    recentDocumentList: RecentDocumentList = RecentDocumentList()
  ) {
    self.recentDocumentList = recentDocumentList
    classes = DocumentClassCatalog(documentTypes: DocumentTypeCatalog(registry: registry))
    if Self.first == nil { Self.first = self }
  }

  /// How many documents the list of recent documents keeps of this program; 0 for none.
  ///
  /// To be overridden; 10 otherwise.
  open var maximumRecentDocumentCount: Int { 10 }

  /// The documents that the program has used, the latest first.
  ///
  /// Files that are gone are left out, and come back with the disk that they are on.
  open var recentDocumentURLs: [URL] {
    recentDocumentList.addresses(atMost: maximumRecentDocumentCount).compactMap(\.url)
  }

  /// Notes that a document is used: the program has opened it, or saved it in another place.
  ///
  /// An override that does nothing keeps a document out of the list.
  ///
  /// - Parameter document: the document.
  open func noteNewRecentDocument(_ document: Document) {
    noteNewRecentDocumentURL(document.fileURL)
  }

  /// Notes that the document at a place is used.
  ///
  /// The list is changed a moment later; what cannot be noted is no failure of anything else.
  ///
  /// - Parameter url: the place, of any scheme; the file system is asked nothing (rule A8).
  open func noteNewRecentDocumentURL(_ url: URL) { noteRecent(url) }

  /// Forgets the documents that the program has used; those that other programs have used too stay
  /// in their lists.
  ///
  /// - Parameter sender: whoever asks for it, such as a menu item.
  open func clearRecentDocuments(_ sender: Any?) { recentDocumentList.clear() }

  /// The registry that types and document types are taken from.
  public var registry: TypeRegistry { classes.documentTypes.registry }

  /// The document types that are declared, those that count most first.
  public var documentTypes: [DocumentType] { classes.documentTypes.documentTypes }

  /// The module that names of classes without one belong to; by default that of the executable.
  public var mainModuleName: String {
    get { classes.names.mainModule }
    set { classes.names.mainModule = newValue }
  }

  /// The number of a document that comes now.
  func nextNumber() -> Int {
    newestNumber += 1
    return newestNumber
  }

  /// Registers a class in code.
  ///
  /// Declarations find the class under its name, with and without module. For the types given it
  /// comes before declarations that are no nearer to the type of a document. Of registrations that
  /// are as near, an editor comes before a viewer, and then the latest.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - types: the types whose documents it makes; none when declarations say so.
  ///   - role: what it does with them; in a role that opens no documents it is only known by name.
  public func register(
    _ documentClass: Document.Type, for types: [UTType] = [], role: DocumentRole = .editor
  ) {
    classes.register(DocumentClassReference(documentClass), for: types, role: role)
  }

  /// Registers a class of ``NSDocument`` in code, in the same way.
  ///
  /// - Parameters:
  ///   - documentClass: the class.
  ///   - types: the types whose documents it makes; none when declarations say so.
  ///   - role: what it does with them.
  public func register(
    _ documentClass: NSDocument.Type, for types: [UTType] = [], role: DocumentRole = .editor
  ) {
    classes.register(DocumentClassReference(hosting: documentClass), for: types, role: role)
  }
}
