public import Foundation
internal import UTIFoundationBridge

extension NSDocument {
  /// Creates a document and reads an item into it at once.
  ///
  /// It does not coordinate the access;
  /// ``NSDocumentController/openDocument(withContentsOf:display:)`` does.
  ///
  /// - Parameters:
  ///   - url: the item to read.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentError``, or the error of the override that reads.
  public convenience init(contentsOf url: URL, ofType typeName: String) throws {
    self.init()
    try host.openNow(at: url, ofType: typeName)
  }

  /// Creates a document with contents from another location, such as autosaved contents.
  ///
  /// The document has unsaved changes.
  ///
  /// - Parameters:
  ///   - urlOrNil: the URL of the document; nil if it has no file yet.
  ///   - contentsURL: the item to read.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentError``, or the error of the override that reads.
  public convenience init(
    for urlOrNil: URL?, withContentsOf contentsURL: URL, ofType typeName: String
  ) throws {
    self.init()
    try host.openNow(at: urlOrNil, contentsOf: contentsURL, ofType: typeName)
  }

  /// The document that does the work and belongs to this one.
  ///
  /// It has the state, the progress and the other features that AppKit does not have.
  public nonisolated var hostDocument: Document { host }

  /// The services that the document uses.
  ///
  /// Change them before it is opened or saved.
  public var environment: DocumentEnvironment {
    get { host.environment }
    set { host.environment = newValue }
  }
}

extension NSDocument {
  /// Saves pending changes to the document's location, then closes.
  ///
  /// - Throws: ``DocumentError``, with the code `no-place` for changes of a document without a
  ///   file; the document then stays open.
  public final func saveAndClose() async throws {
    do {
      try await host.saveAndClose()
    } catch {
      throw error.ofClient
    }
  }

  func completing(_ call: (@escaping ((any Error)?) -> Void) -> Void) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, _>) in
      // An override may call its handler twice.
      var waiting: CheckedContinuation<Void, any Error>? = continuation
      call { error in
        waiting?.resume(with: error.map { .failure($0) } ?? .success(()))
        waiting = nil
      }
    }
  }

  /// Writes the document to a temporary location, and reads it into another document.
  func makeDuplicate() throws -> NSDocument {
    let typeName = fileType ?? "public.data"
    let directory = FileManager.default.temporaryDirectory
      .appending(component: "duplicate-\(UUID().uuidString)", directoryHint: .isDirectory)
    return try host.wrapping(.duplicate, host.fileURL) {
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
      defer { try? FileManager.default.removeItem(at: directory) }
      let url = directory.appending(component: host.fileURL.itemName)
      try write(to: url, ofType: typeName, for: .saveToOperation, originalContentsURL: nil)
      let copy = type(of: self).make()
      copy.environment = environment
      try copy.host.openNow(at: nil, contentsOf: url, ofType: typeName)
      copy.host.untitledName = copyName
      list?.addDocument(copy)
      return copy
    }
  }

  private var copyName: String {
    let name = displayName ?? host.localizedName
    let ending = host.types.filenameExtension(of: host.fileURL, ofType: fileType)
    let base = name.hasSuffix("." + ending) ? String(name.dropLast(ending.count + 1)) : name
    return "\(base) copy"
  }

  /// Creates a document of the class that it is called on, which overrides or inherits `init()`.
  static func make() -> Self {
    let creatable = self as Any.Type as? any HostedInstantiable.Type
    guard let document = creatable?.init(hosted: ()) as? Self else {
      // The conformance below is a part of this module.
      preconditionFailure("\(self) is not a document class")
    }
    return document
  }
}

@MainActor private protocol HostedInstantiable {
  init(hosted: Void)
}

@available(*, unavailable)
extension NSDocument: HostedInstantiable {}

extension Document {
  /// The ``NSDocument`` that this document hosts; nil if there is none.
  @MainActor public final var nsDocument: NSDocument? { (self as? HostedDocument)?.client }
}

/// The list of open documents that a document belongs to.
@MainActor protocol NSDocumentList: AnyObject {
  func addDocument(_ document: NSDocument)
  func removeDocument(_ document: NSDocument)
}

/// The identifiers of the types that declarations and registrations give to a class.
@MainActor protocol DeclaredDocumentTypes {
  static var declaredReadableTypes: [String] { get }
  static func declaredWritableTypes(forExport isExport: Bool) -> [String]
}

extension NSDocument {
  /// The types of the class; the controller knows them.
  static var declaredTypes: (any DeclaredDocumentTypes.Type)? {
    self as Any.Type as? any DeclaredDocumentTypes.Type
  }
}

extension NSDocument {
  /// A kind of edit, with the numbers of AppKit.
  public enum ChangeType: UInt, Hashable, Sendable {
    /// The contents were changed.
    case changeDone = 0
    /// The latest change was undone.
    case changeUndone = 1
    /// The current contents count as saved.
    case changeCleared = 2
    /// The contents come from another location than the document's item.
    case changeReadOtherContents = 3
    /// The current contents were autosaved to another location than the document's item.
    case changeAutosaved = 4
    /// The latest undone change was redone.
    case changeRedone = 5
    /// A change that is not worth saving, such as a selection.
    case changeDiscardable = 256
  }

  /// A kind of save.
  public typealias SaveOperationType = NSDocumentSaveOperationType
}

extension NSDocument.ChangeType {
  /// The corresponding kind of a ``Document``; nil if there is none.
  var kind: Document.ChangeKind? {
    switch self {
    case .changeDone: .done
    case .changeUndone: .undone
    case .changeRedone: .redone
    case .changeCleared: .cleared
    case .changeReadOtherContents, .changeAutosaved, .changeDiscardable: nil
    }
  }

  init(_ kind: Document.ChangeKind) {
    self =
      switch kind {
      case .done: .changeDone
      case .undone: .changeUndone
      case .redone: .changeRedone
      case .cleared: .changeCleared
      }
  }
}

extension NSDocument: SelfWatchingPresenter {
  package nonisolated var isBehindItem: Bool { host.isBehindItem }

  package nonisolated func acknowledgeItem() { host.acknowledgeItem() }

  package nonisolated var announcedURL: URL { host.announcedURL }

  package nonisolated func noteOwnWrite(at url: URL) { host.noteOwnWrite(at: url) }
}

/// A kind of save of an ``NSDocument``, with the numbers of AppKit.
public enum NSDocumentSaveOperationType: UInt, Hashable, Sendable {
  /// The document's item is overwritten.
  case saveOperation = 0
  /// The document moves to another location.
  case saveAsOperation = 1
  /// A copy is written, and the document keeps its location.
  case saveToOperation = 2
  /// Changes are autosaved to another location, and the document's item is unchanged.
  case autosaveElsewhereOperation = 3
  /// The document autosaves to its item.
  case autosaveInPlaceOperation = 4
  /// The document autosaves to another location, which it keeps.
  case autosaveAsOperation = 5

  /// True if the document keeps its location and its unsaved changes.
  var isCopy: Bool { self == .saveToOperation || self == .autosaveElsewhereOperation }
}

/// The superclass of ``NSDocument``.
///
/// NSObject's `init()` belongs to no actor, and an initializer of the main actor, which the
/// properties of document classes need, cannot override it. This class does not inherit it, so that
/// ``NSDocument`` can declare its own.
@preconcurrency @MainActor open class NSDocumentObject: NSObject {
  /// Creates an object; for ``NSDocument`` only.
  public nonisolated init(ofNoActor: Void) { super.init() }
}
