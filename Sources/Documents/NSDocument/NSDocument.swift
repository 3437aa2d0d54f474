public import Foundation
internal import FoundationAdditions
internal import UniformTypes

/// A document with the interface of AppKit's class, for the main actor.
///
/// A subclass overrides one function of each chain, and marks nothing:
///
/// | reading | writing |
/// |---|---|
/// | `read(from: URL, ofType:)` | ``writeSafely(to:ofType:for:)`` |
/// | `read(from: FileWrapper, ofType:)` | ``write(to:ofType:for:originalContentsURL:)`` |
/// | `read(from: Data, ofType:)` | ``write(to:ofType:)`` |
/// | | ``fileWrapper(ofType:)`` |
/// | | ``data(ofType:)`` |
///
/// Each function calls the one below it unless it is overridden. Edits are counted by
/// ``updateChangeCount(_:)``, or through the ``undoManager``.
///
/// A ``Document``, the ``hostDocument``, does the work: it saves safely, takes turns with others,
/// keeps changes that nobody has saved, and follows its item. What `Documents` promises of documents it
/// promises of these too. Documentation/NSDocument.md says what is the same as in AppKit, what is more,
/// different and absent.
@preconcurrency @MainActor open class NSDocument: NSDocumentObject {
  // Unsafe, because writing safely asks for it on another thread; it is set once, before anybody else
  // has the document.
  nonisolated(unsafe) private var storedHost: HostedDocument?
  weak var controller: DocumentController?
  private var chosenDisplayName: String?

  /// Makes a document without a place, which is open and unchanged.
  public init() {
    super.init(ofNoActor: ())
    storedHost = HostedDocument(for: self)
  }

  /// Makes a new document of a type.
  ///
  /// A subclass that has its own says `required` before it: it is what new documents are made with.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: what an override throws.
  public required convenience init(type typeName: String) throws {
    self.init()
    fileType = typeName
  }

  /// Makes a document of what is at a place, and reads it at once.
  ///
  /// It takes no turns with others; ``NSDocumentController/openDocument(withContentsOf:display:)``
  /// does.
  ///
  /// - Parameters:
  ///   - url: the place.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentError``, or what the override that reads throws.
  public convenience init(contentsOf url: URL, ofType typeName: String) throws {
    self.init()
    try host.openNow(at: url, ofType: typeName)
  }

  /// Makes a document of contents that are elsewhere than the document, such as autosaved ones; it
  /// has unsaved changes then.
  ///
  /// - Parameters:
  ///   - urlOrNil: the place of the document; nil for one that has none yet.
  ///   - contentsURL: what to read.
  ///   - typeName: the identifier of the type to read it as.
  /// - Throws: ``DocumentError``, or what the override that reads throws.
  public convenience init(
    for urlOrNil: URL?, withContentsOf contentsURL: URL, ofType typeName: String
  ) throws {
    self.init()
    try host.openNow(at: urlOrNil, contentsOf: contentsURL, ofType: typeName)
  }

  /// Makes a document of whatever class it is called on; not to be called by name.
  @available(*, unavailable, message: "call init()")
  public required convenience init(hosted: Void) { self.init() }

  /// What does the work, and belongs to this document; it has the state, the progress and whatever
  /// else documents have beyond AppKit's.
  public nonisolated final var hostDocument: Document { host }

  nonisolated final var host: HostedDocument {
    guard let storedHost else { preconditionFailure("a document is used before it is made") }
    return storedHost
  }

  /// A Boolean value that indicates whether the class registers every change; false.
  ///
  /// The same as ``Document/registersEveryChange``.
  nonisolated open class var registersEveryChange: Bool { false }

  /// What the document needs of the world; to be changed before it is opened or saved.
  public final var environment: DocumentEnvironment {
    get { host.environment }
    set { host.environment = newValue }
  }

  // MARK: - Attributes

  /// Where the document is; nil before somebody has chosen a place.
  ///
  /// Setting it reads and writes nothing.
  open var fileURL: URL? {
    get { host.isUntitled ? nil : host.fileURL }
    set { host.take(newValue) }
  }

  /// The identifier of the document's type; nil when nobody has said it.
  open var fileType: String? {
    get { host.record.item.type }
    set {
      host.record.withValues { $0.item.type = newValue }
      host.renameUntitled()
    }
  }

  /// When the item was last modified, as far as the document knows.
  open var fileModificationDate: Date? {
    get { host.fileModificationDate }
    set { host.fileModificationDate = newValue }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  // The type is AppKit's: nil may be set and is never returned.
  /// The name of the document for people: the last component of its place, or what an untitled
  /// document is called; nil makes it that again.
  open var displayName: String! {
    get { chosenDisplayName ?? host.localizedName }
    set { chosenDisplayName = newValue }
  }

  /// What a document without a place is called, before its number.
  open func defaultDraftName() -> String { "Untitled" }

  /// Whether the document has never been saved at its place.
  open var isDraft: Bool {
    get { host.isDraft }
    set { host.isDraft = newValue }
  }

  /// Whether everything was read into memory; for subclasses to say, and nothing depends on it: a
  /// file that is open stays what it was when a save has put another in its place.
  open var isEntireFileLoaded: Bool { true }

  /// Whether the document has an undo manager; true at first.
  open var hasUndoManager = true {
    didSet { if !hasUndoManager { host.undoManager = nil } }
  }

  /// The undo manager, made when it is first asked for; nil when ``hasUndoManager`` is false.
  open var undoManager: UndoManager? {
    get { hasUndoManager ? host.undoManager : nil }
    set {
      host.undoManager = newValue
      hasUndoManager = newValue != nil
    }
  }

  // MARK: - Types

  /// The identifiers of the types that the class opens, those of declarations and registrations.
  open class var readableTypes: [String] {
    DocumentController.shared.readableTypes(of: self).map(\.identifier)
  }

  /// The identifiers of the types that the class saves.
  open class var writableTypes: [String] {
    DocumentController.shared.writableTypes(of: self).map(\.identifier)
  }

  /// Whether the class reads and saves a type without loss.
  ///
  /// - Parameter type: the identifier of the type.
  open class func isNativeType(_ type: String) -> Bool {
    readableTypes.contains(type) && writableTypes.contains(type)
  }

  /// The identifiers of the types that the document can be saved as.
  ///
  /// - Parameter saveOperation: what the save is; only copies may be of types that the class cannot
  ///   read back.
  open func writableTypes(for saveOperation: SaveOperationType) -> [String] {
    let own = type(of: self)
    guard saveOperation == .saveToOperation else {
      return own.writableTypes.filter { own.isNativeType($0) }
    }
    let exportable = DocumentController.shared.writableTypes(of: own, forExport: true)
    return own.writableTypes
      + exportable.map(\.identifier).filter { !own.writableTypes.contains($0) }
  }

  /// The extension for items of a type, without a period; nil when there is none.
  ///
  /// - Parameters:
  ///   - typeName: the identifier of the type.
  ///   - saveOperation: what the save is.
  open func fileNameExtension(
    forType typeName: String, saveOperation: SaveOperationType
  ) -> String? {
    let preferred = host.types.preferredExtension(ofType: typeName)
    return preferred.isEmpty ? nil : preferred
  }

  // MARK: - Reading

  /// Whether bytes of documents of a type are read elsewhere, while the main actor goes on; false.
  ///
  /// The functions that read belong to the main actor all the same: where this is true, the default
  /// of `read(from: URL, ofType:)` finds the bytes read already.
  ///
  /// - Parameter typeName: the identifier of the type.
  open class func canConcurrentlyReadDocuments(ofType typeName: String) -> Bool { false }

  /// Reads an item into the model.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - typeName: the identifier of its type.
  /// - Throws: whatever an override throws; the document is not opened then.
  open func read(from url: URL, ofType typeName: String) throws {
    try read(from: host.contents(ofItemAt: url), ofType: typeName)
  }

  /// Reads a file or a package into the model.
  ///
  /// - Parameters:
  ///   - fileWrapper: the file or package.
  ///   - typeName: the identifier of its type.
  /// - Throws: whatever an override throws; without one, an error when it is a package.
  open func read(from fileWrapper: FileWrapper, ofType typeName: String) throws {
    guard fileWrapper.isRegularFile, let data = fileWrapper.regularFileContents else {
      throw host.missingOverride("read(from: FileWrapper, ofType:), for packages", .open)
    }
    try read(from: data, ofType: typeName)
  }

  /// Reads the bytes of a file into the model.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeName: the identifier of their type.
  /// - Throws: whatever an override throws; without one, an error that says so.
  open func read(from data: Data, ofType typeName: String) throws {
    throw host.missingOverride("read(from:ofType:) in any of its forms", .open)
  }

  /// Reads the document again and drops all changes.
  ///
  /// What is read from elsewhere than the document's place leaves it where it is, with changes; so
  /// does what is read while a save is under way.
  ///
  /// - Parameters:
  ///   - url: what to read.
  ///   - typeName: the identifier of its type.
  /// - Throws: ``DocumentError``, or what an override throws.
  open func revert(toContentsOf url: URL, ofType typeName: String) throws {
    try host.revertNow(to: url, ofType: typeName)
  }

  // MARK: - Writing

  /// Writes so that whoever looks finds the complete old or the complete new item.
  ///
  /// It belongs to no actor, as in AppKit, and runs on the main actor unless
  /// ``canAsynchronouslyWrite(to:ofType:for:)`` says otherwise.
  ///
  /// - Parameters:
  ///   - url: where to write.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: what the save is.
  /// - Throws: ``SafeWritingError``, or what an override throws; the old item is intact then.
  nonisolated open func writeSafely(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) throws {
    try host.writeSafely(to: url, ofType: typeName, for: saveOperation)
  }

  /// Writes at a temporary place.
  ///
  /// - Parameters:
  ///   - url: the temporary place, where nothing is.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: what the save is.
  ///   - originalContentsURL: the item that is going to be replaced; nil when there is none.
  /// - Throws: whatever an override throws; nothing is saved then.
  open func write(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    originalContentsURL: URL?
  ) throws {
    try write(to: url, ofType: typeName)
  }

  /// Writes the document at a place.
  ///
  /// - Parameters:
  ///   - url: where to write.
  ///   - typeName: the identifier of the type to write.
  /// - Throws: whatever an override throws; nothing is saved then.
  open func write(to url: URL, ofType typeName: String) throws {
    try host.write(fileWrapper(ofType: typeName), to: url)
  }

  /// The document as a file or a package.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: whatever an override throws; nothing is saved then.
  open func fileWrapper(ofType typeName: String) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: try data(ofType: typeName))
  }

  /// The document as the bytes of a file.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: whatever an override throws; without one, an error that says so.
  open func data(ofType typeName: String) throws -> Data {
    throw host.missingOverride("data(ofType:), fileWrapper(ofType:) or write(to:ofType:)", .save)
  }

  /// Attributes for the new item, by the names of `FileAttributeKey`; none unless overridden.
  ///
  /// - Parameters:
  ///   - url: where the item will be.
  ///   - typeName: the identifier of its type.
  ///   - saveOperation: what the save is.
  ///   - originalContentsURL: the item that is going to be replaced; nil when there is none.
  /// - Throws: whatever an override throws; nothing is saved then.
  open func fileAttributesToWrite(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    originalContentsURL: URL?
  ) throws -> [String: Any] { [:] }

  /// Whether ``writeSafely(to:ofType:for:)`` runs elsewhere, while the main actor goes on; false.
  ///
  /// Contents are taken on the main actor all the same, so that true asks nothing more of a class
  /// that does not override ``writeSafely(to:ofType:for:)``.
  ///
  /// - Parameters:
  ///   - url: where to write.
  ///   - typeName: the identifier of the type.
  ///   - saveOperation: what the save is.
  open func canAsynchronouslyWrite(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) -> Bool { false }

  /// Says that contents are taken; does nothing, as nobody waits for that.
  nonisolated open func unblockUserInteraction() {}

  // MARK: - Saving

  /// Writes the document, whether it has changes or not.
  ///
  /// - Parameters:
  ///   - url: where to write; the name is taken as it is.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: what becomes of the document: copies leave it where it is.
  ///   - completionHandler: is told why that failed, on the main actor; nil when it is saved.
  open func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    host.saveNow(to: url, ofType: typeName, for: saveOperation, completionHandler)
  }

  /// Writes the document, and waits for the end.
  ///
  /// - Parameters:
  ///   - url: where to write; the name is taken as it is.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: what becomes of the document: copies leave it where it is.
  /// - Throws: ``DocumentError``, or what an override throws.
  open func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) async throws {
    try await completing {
      save(to: url, ofType: typeName, for: saveOperation, completionHandler: $0)
    }
  }

  /// Saves the document where it is.
  ///
  /// What goes wrong is reported to the ``environment``; without a place that is the code `no-place`,
  /// because there is nobody here who could ask for one.
  ///
  /// - Parameter sender: whoever asks for it, such as a menu item.
  open func save(_ sender: Any?) { host.saveReporting() }

  /// Reads the document again where it is, and drops all changes; what goes wrong is reported to the
  /// ``environment``.
  ///
  /// - Parameter sender: whoever asks for it, such as a menu item.
  open func revertToSaved(_ sender: Any?) { host.revertReporting() }

  /// Whether documents save themselves where they are; false.
  ///
  /// Where it is false, changes that nobody has saved are kept elsewhere until somebody does.
  open class var autosavesInPlace: Bool { false }

  /// Whether documents without a place are kept until somebody chooses one; true, and for subclasses
  /// to ask: they always are.
  open class var autosavesDrafts: Bool { true }

  /// Whether saving keeps what it replaces as a version, for `NSFileVersion` to find; false.
  open class var preservesVersions: Bool { false }

  /// The identifier of the type to autosave as; nil for never.
  open var autosavingFileType: String? { fileType }

  /// Where changes were autosaved that the document's item does not have; nil when there are none.
  open var autosavedContentsFileURL: URL? { host.autosavedContentsFileURL }

  /// Saves the changes that there are where they are autosaved.
  ///
  /// - Parameters:
  ///   - autosavingIsImplicitlyCancellable: whether nobody minds if it is called off; nobody does
  ///     call it off.
  ///   - completionHandler: is told why that failed, on the main actor.
  open func autosave(
    withImplicitCancellability autosavingIsImplicitlyCancellable: Bool,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    host.autosaveNow(completionHandler)
  }

  /// Saves the changes that there are where they are autosaved, and waits for the end.
  ///
  /// - Parameter autosavingIsImplicitlyCancellable: whether nobody minds if it is called off.
  /// - Throws: ``DocumentError``, or what an override throws.
  open func autosave(withImplicitCancellability autosavingIsImplicitlyCancellable: Bool)
    async throws
  {
    try await completing {
      autosave(
        withImplicitCancellability: autosavingIsImplicitlyCancellable, completionHandler: $0)
    }
  }

  /// Moves the item of the document to a place that is free, in the same file system.
  ///
  /// - Parameters:
  ///   - url: the place.
  ///   - completionHandler: is told why that failed, on the main actor.
  open func move(to url: URL, completionHandler: (((any Error)?) -> Void)? = nil) {
    host.moveNow(to: url) { completionHandler?($0) }
  }

  /// Moves the item of the document to a place that is free, and waits for the end.
  ///
  /// - Parameter url: the place, in the same file system.
  /// - Throws: ``DocumentError``; the document is where it was then.
  open func move(to url: URL) async throws {
    try await completing { move(to: url, completionHandler: $0) }
  }

  /// Makes a second document with the same contents and no place, which has unsaved changes.
  ///
  /// - Returns: the document, of the same class; the controller has it if it has this one.
  /// - Throws: ``DocumentError``, or what an override throws.
  open func duplicate() throws -> NSDocument { try makeDuplicate() }

  /// Closes without saving, when everything that was asked for earlier is done, and leaves its
  /// controller.
  open func close() {
    host.close(discardingChanges: true, completionHandler: nil)
    controller?.removeDocument(self)
  }

  // MARK: - Changes

  /// Whether there are changes to save.
  open var isDocumentEdited: Bool { host.hasUnsavedChanges }

  /// Whether there are changes that are neither saved nor autosaved elsewhere.
  open var hasUnautosavedChanges: Bool { host.hasUnautosavedChanges }

  /// Records an edit.
  ///
  /// What goes through the ``undoManager`` is recorded without this.
  ///
  /// - Parameter change: what the edit was.
  open func updateChangeCount(_ change: ChangeType) { host.record(change) }

  /// What the contents are now, for ``updateChangeCount(withToken:for:)`` after they were saved.
  ///
  /// - Parameter saveOperation: what the save is.
  open func changeCountToken(for saveOperation: SaveOperationType) -> Any {
    host.record.withValues { $0.changes.current }
  }

  /// Records that the contents of an earlier moment were saved; edits since then are still to save.
  ///
  /// - Parameters:
  ///   - changeCountToken: what ``changeCountToken(for:)`` returned when contents were taken.
  ///   - saveOperation: what the save was.
  open func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperationType
  ) {
    if !saveOperation.isCopy { host.recordSaving(token: changeCountToken) }
  }

  /// Sees to it that changes are autosaved in time, as every edit does.
  open func scheduleAutosaving() {
    if hasUnautosavedChanges { host.autosaver.edited(host) }
  }
}
