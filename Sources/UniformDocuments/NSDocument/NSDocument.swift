internal import Dispatch
public import Foundation
internal import UniformFoundationAdditions

/// A document with the interface of AppKit's class, for the main actor.
///
/// A subclass overrides one function of each chain. It needs no attributes:
///
/// | reading | writing |
/// |---|---|
/// | `read(from: URL, ofType:)` | ``writeSafely(to:ofType:for:)`` |
/// | `read(from: FileWrapper, ofType:)` | ``write(to:ofType:for:originalContentsURL:)`` |
/// | `read(from: Data, ofType:)` | ``write(to:ofType:)`` |
/// | | ``fileWrapper(ofType:)`` |
/// | | ``data(ofType:)`` |
///
/// Each function calls the one below it unless it is overridden. Edits are registered with
/// ``updateChangeCount(_:)``, or by the ``undoManager``.
///
/// A ``Document``, the ``hostDocument``, does the work: it saves safely, coordinates its accesses,
/// autosaves unsaved changes, and follows its item. Every guarantee of `UniformDocuments` also holds for
/// `NSDocument`. Documentation/NSDocument.md lists the differences from AppKit.
@preconcurrency @MainActor open class NSDocument: NSDocumentObject, NSFilePresenter {
  // Unsafe, because `writeSafely` reads it on another thread. It is set once, before the document
  // is shared.
  nonisolated(unsafe) private var storedHost: HostedDocument?
  weak var list: (any NSDocumentList)?
  private var chosenDisplayName: String?

  /// Creates a document without a file.
  ///
  /// The document is open and has no changes.
  public init() {
    super.init(ofNoActor: ())
    storedHost = HostedDocument(for: self)
    host.becomePresenter()
  }

  deinit { PresenterRegistration.remove(ObjectIdentifier(self)) }

  /// Creates a new document of a type.
  ///
  /// New documents are created with this initializer. A subclass that declares its own marks it
  /// `required`.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: the errors of an override.
  public required convenience init(type typeName: String) throws {
    self.init()
    fileType = typeName
  }

  /// Creates a document of the class that it is called on.
  ///
  /// Do not call it by name.
  @available(*, unavailable, message: "call init()")
  public required convenience init(hosted: Void) { self.init() }

  nonisolated final var host: HostedDocument {
    guard let storedHost else { preconditionFailure("a document is used before it is made") }
    return storedHost
  }

  /// A Boolean value that indicates whether the class registers every change; false by default.
  ///
  /// See ``Document/registersEveryChange``.
  nonisolated open class var registersEveryChange: Bool { false }

  // MARK: - Attributes

  /// The location of the document; nil before the user chooses one.
  ///
  /// Setting it neither reads nor writes.
  open var fileURL: URL? {
    get { host.isUntitled ? nil : host.fileURL }
    set { host.take(newValue) }
  }

  /// The identifier of the document's type; nil if it is not set.
  open var fileType: String? {
    get { host.record.item.type }
    set {
      host.record.withValues { $0.item.type = newValue }
      host.renameUntitled()
    }
  }

  /// The modification date of the item when the document last read or wrote it.
  open var fileModificationDate: Date? {
    get { host.fileModificationDate }
    set { host.fileModificationDate = newValue }
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  // The type is AppKit's: nil may be set and is never returned.
  /// The document's name to display.
  ///
  /// The default is the last component of the URL, or the name of an untitled document. Setting it
  /// to nil restores the default.
  open var displayName: String! {
    get { chosenDisplayName ?? host.localizedName }
    set { chosenDisplayName = newValue }
  }

  /// The name of a document without a file, before its number.
  open func defaultDraftName() -> String { "Untitled" }

  /// A Boolean value that indicates whether the document has never been saved at its location.
  open var isDraft: Bool {
    get { host.isDraft }
    set { host.isDraft = newValue }
  }

  /// A Boolean value that indicates whether the document's contents are read completely into
  /// memory.
  ///
  /// Subclasses may override it, but nothing depends on it: a save replaces the file, and an open
  /// descriptor keeps the old contents.
  open var isEntireFileLoaded: Bool { true }

  /// A Boolean value that indicates whether the document has an undo manager; true by default.
  open var hasUndoManager = true {
    didSet { if !hasUndoManager { host.undoManager = nil } }
  }

  /// The undo manager, created on first use; nil if ``hasUndoManager`` is false.
  open var undoManager: UndoManager? {
    get { hasUndoManager ? host.undoManager : nil }
    set {
      host.undoManager = newValue
      hasUndoManager = newValue != nil
    }
  }

  // MARK: - Types

  /// The identifiers of the types that the class opens, from declarations and registrations.
  open class var readableTypes: [String] {
    declaredTypes?.declaredReadableTypes ?? []
  }

  /// The identifiers of the types that the class saves.
  open class var writableTypes: [String] {
    declaredTypes?.declaredWritableTypes(forExport: false) ?? []
  }

  /// Returns a Boolean value that indicates whether the class reads and saves a type without loss.
  ///
  /// - Parameter type: the identifier of the type.
  open class func isNativeType(_ type: String) -> Bool {
    readableTypes.contains(type) && writableTypes.contains(type)
  }

  /// The identifiers of the types that the document can be saved as.
  ///
  /// - Parameter saveOperation: the kind of save. Only copies may have types that the class cannot
  ///   read.
  open func writableTypes(for saveOperation: SaveOperationType) -> [String] {
    let own = type(of: self)
    guard saveOperation == .saveToOperation else {
      return own.writableTypes.filter { own.isNativeType($0) }
    }
    let exportable = own.declaredTypes?.declaredWritableTypes(forExport: true) ?? []
    return own.writableTypes + exportable.filter { !own.writableTypes.contains($0) }
  }

  /// The extension for items of a type, without a period; nil if the type has none.
  ///
  /// - Parameters:
  ///   - typeName: the identifier of the type.
  ///   - saveOperation: the kind of save.
  open func fileNameExtension(
    forType typeName: String, saveOperation: SaveOperationType
  ) -> String? {
    let preferred = host.types.preferredExtension(ofType: typeName)
    return preferred.isEmpty ? nil : preferred
  }

  // MARK: - Reading

  /// Returns a Boolean value that indicates whether files of a type are read off the main actor;
  /// false by default.
  ///
  /// The functions that read still run on the main actor. If this is true, the default of
  /// `read(from: URL, ofType:)` finds the bytes already read.
  ///
  /// - Parameter typeName: the identifier of the type.
  open class func canConcurrentlyReadDocuments(ofType typeName: String) -> Bool { false }

  /// Reads an item into the model.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - typeName: the identifier of its type.
  /// - Throws: the error of an override; the document is not opened.
  open func read(from url: URL, ofType typeName: String) throws {
    try read(from: host.contents(ofItemAt: url), ofType: typeName)
  }

  /// Reads a file or a package into the model.
  ///
  /// - Parameters:
  ///   - fileWrapper: the file or package.
  ///   - typeName: the identifier of its type.
  /// - Throws: the error of an override; without an override, an error if the item is a package.
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
  /// - Throws: the error of an override; without an override, an error that names the missing
  ///   function.
  open func read(from data: Data, ofType typeName: String) throws {
    throw host.missingOverride("read(from:ofType:) in any of its forms", .open)
  }

  /// Reads the document again and discards all changes.
  ///
  /// The document keeps its URL and has changes if the contents come from another location or if a
  /// save is in progress.
  ///
  /// - Parameters:
  ///   - url: the item to read.
  ///   - typeName: the identifier of its type.
  /// - Throws: ``DocumentError``, or the error of an override.
  open func revert(toContentsOf url: URL, ofType typeName: String) throws {
    try host.revertNow(to: url, ofType: typeName)
  }

  // MARK: - Writing

  /// Writes the item safely: other processes find either the complete old or the complete new item.
  ///
  /// A save calls it if the class overrides it or another function that writes. It belongs to no actor, as
  /// in AppKit, and then runs on the main actor unless ``canAsynchronouslyWrite(to:ofType:for:)``
  /// returns true. Other classes are written off the main actor, without this function.
  ///
  /// - Parameters:
  ///   - url: the destination.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: the kind of save.
  /// - Throws: ``SafeWritingError``, or the error of an override; the old item is then intact.
  nonisolated open func writeSafely(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) throws {
    try host.writeSafely(to: url, ofType: typeName, for: saveOperation)
  }

  /// Writes the item to a temporary location.
  ///
  /// - Parameters:
  ///   - url: the temporary location, which is free.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: the kind of save.
  ///   - originalContentsURL: the item to be replaced; nil if there is none.
  /// - Throws: the error of an override; nothing is saved then.
  open func write(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    originalContentsURL: URL?
  ) throws {
    try write(to: url, ofType: typeName)
  }

  /// Writes the document to a URL.
  ///
  /// - Parameters:
  ///   - url: the destination.
  ///   - typeName: the identifier of the type to write.
  /// - Throws: the error of an override; nothing is saved then.
  open func write(to url: URL, ofType typeName: String) throws {
    try host.write(fileWrapper(ofType: typeName), to: url)
  }

  /// Returns the document as a file or a package.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: the error of an override; nothing is saved then.
  open func fileWrapper(ofType typeName: String) throws -> FileWrapper {
    FileWrapper(regularFileWithContents: try data(ofType: typeName))
  }

  /// Returns the document as the bytes of a file.
  ///
  /// - Parameter typeName: the identifier of the type.
  /// - Throws: the error of an override; without an override, an error that names the missing
  ///   function.
  open func data(ofType typeName: String) throws -> Data {
    throw host.missingOverride("data(ofType:), fileWrapper(ofType:) or write(to:ofType:)", .save)
  }

  /// Returns attributes for the new item, by the names of `FileAttributeKey`; empty by default.
  ///
  /// - Parameters:
  ///   - url: the location of the new item.
  ///   - typeName: the identifier of its type.
  ///   - saveOperation: the kind of save.
  ///   - originalContentsURL: the item to be replaced; nil if there is none.
  /// - Throws: the error of an override; nothing is saved then.
  open func fileAttributesToWrite(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    originalContentsURL: URL?
  ) throws -> [String: Any] { [:] }

  /// Returns a Boolean value that indicates whether ``writeSafely(to:ofType:for:)`` runs off the
  /// main actor; false by default.
  ///
  /// It is called for a class that overrides a function that writes; any other class writes off the
  /// main actor. The other functions that write run on the main actor in either case.
  ///
  /// - Parameters:
  ///   - url: the destination.
  ///   - typeName: the identifier of the type.
  ///   - saveOperation: the kind of save.
  open func canAsynchronouslyWrite(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) -> Bool { false }

  /// Reports that the contents are taken.
  ///
  /// It does nothing, because no code waits for it.
  nonisolated open func unblockUserInteraction() {}

  // MARK: - Saving

  /// Writes the document, even if it has no changes.
  ///
  /// - Parameters:
  ///   - url: the destination; the name is used as it is.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: the kind of save; a copy leaves the document at its location.
  ///   - completionHandler: called on the main actor with the error, or with nil after a success.
  open func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    host.saveNow(to: url, ofType: typeName, for: saveOperation, completionHandler)
  }

  /// Writes the document, and waits for the end.
  ///
  /// - Parameters:
  ///   - url: the destination; the name is used as it is.
  ///   - typeName: the identifier of the type to write.
  ///   - saveOperation: the kind of save; a copy leaves the document at its location.
  /// - Throws: ``DocumentError``, or the error of an override.
  open func save(
    to url: URL, ofType typeName: String, for saveOperation: SaveOperationType
  ) async throws {
    try await completing {
      save(to: url, ofType: typeName, for: saveOperation, completionHandler: $0)
    }
  }

  /// Saves the document at its location.
  ///
  /// Errors are reported to the ``environment``. A document without a file fails with the code
  /// `no-place`, because this function cannot ask the user for a location.
  ///
  /// - Parameter sender: the sender of the action, such as a menu item.
  open func save(_ sender: Any?) { host.saveReporting() }

  /// Reads the document again and discards all changes.
  ///
  /// Errors are reported to the ``environment``.
  ///
  /// - Parameter sender: the sender of the action, such as a menu item.
  open func revertToSaved(_ sender: Any?) { host.revertReporting() }

  /// A Boolean value that indicates whether documents autosave to their files; false by default.
  ///
  /// If it is false, unsaved changes are kept in a recovery location until the document is saved.
  open class var autosavesInPlace: Bool { false }

  /// A Boolean value that indicates whether drafts are kept until the user chooses a location;
  /// true.
  ///
  /// Drafts are always kept, so overriding it has no effect.
  open class var autosavesDrafts: Bool { true }

  /// A Boolean value that indicates whether saving keeps the replaced item as a version; false by
  /// default.
  ///
  /// `NSFileVersion` finds these versions.
  open class var preservesVersions: Bool { false }

  /// The identifier of the type to autosave as; nil if the document is never autosaved.
  open var autosavingFileType: String? { fileType }

  /// The location of autosaved changes that the document's item does not have; nil if there are
  /// none.
  open var autosavedContentsFileURL: URL? { host.autosavedContentsFileURL }

  /// Autosaves the pending changes.
  ///
  /// - Parameters:
  ///   - autosavingIsImplicitlyCancellable: whether the autosave may be cancelled; it never is.
  ///   - completionHandler: called on the main actor with the error, or with nil after a success.
  open func autosave(
    withImplicitCancellability autosavingIsImplicitlyCancellable: Bool,
    completionHandler: @escaping ((any Error)?) -> Void
  ) {
    host.autosaveNow(completionHandler)
  }

  /// Autosaves the pending changes, and waits for the end.
  ///
  /// - Parameter autosavingIsImplicitlyCancellable: whether the autosave may be cancelled; it never
  ///   is.
  /// - Throws: ``DocumentError``, or the error of an override.
  open func autosave(withImplicitCancellability autosavingIsImplicitlyCancellable: Bool)
    async throws
  {
    try await completing {
      autosave(withImplicitCancellability: autosavingIsImplicitlyCancellable, completionHandler: $0)
    }
  }

  /// Moves the document's item to a free location in the same file system.
  ///
  /// - Parameters:
  ///   - url: the new location.
  ///   - completionHandler: called on the main actor with the error, or with nil after a success.
  open func move(to url: URL, completionHandler: (((any Error)?) -> Void)? = nil) {
    host.moveNow(to: url) { completionHandler?($0) }
  }

  /// Moves the document's item to a free location, and waits for the end.
  ///
  /// - Parameter url: the new location, in the same file system.
  /// - Throws: ``DocumentError``; the document then keeps its location.
  open func move(to url: URL) async throws {
    try await completing { move(to: url, completionHandler: $0) }
  }

  /// Creates a draft with the same contents, which has unsaved changes.
  ///
  /// - Returns: a document of the same class, which belongs to this document's controller if there
  ///   is one.
  /// - Throws: ``DocumentError``, or the error of an override.
  open func duplicate() throws -> NSDocument { try makeDuplicate() }

  /// Closes the document without saving, after the pending operations, and removes it from its
  /// controller.
  open func close() {
    host.close(discardingChanges: true, completionHandler: nil)
    list?.removeDocument(self)
  }

  // MARK: - Errors

  /// Presents the error of an operation that a menu has begun.
  ///
  /// It is reported to the ``environment``. A program with windows overrides this function.
  ///
  /// - Parameter error: the error.
  /// - Returns: true if an override has recovered from the error.
  @discardableResult open func presentError(_ error: any Error) -> Bool {
    host.report(willPresentError(error))
    return false
  }

  /// Returns the error to present, which an override may replace.
  ///
  /// - Parameter error: the error of an operation.
  open func willPresentError(_ error: any Error) -> any Error { error }

  /// The window over which a program shows a sheet; nil, because this module has no windows.
  open var windowForSheet: AnyObject? { nil }

  /// Runs a part of asynchronous work on the main thread.
  ///
  /// - Parameter block: the part; it runs in a turn of the main queue.
  nonisolated public final func continueAsynchronousWorkOnMainThread(
    _ block: @escaping @MainActor @Sendable () -> Void
  ) {
    DispatchQueue.main.async { MainActor.assumeIsolated { block() } }
  }

  // MARK: - Changes

  /// A Boolean value that indicates whether there are changes to save.
  open var isDocumentEdited: Bool { host.hasUnsavedChanges }

  /// A Boolean value that indicates whether there are changes that are neither saved nor autosaved.
  open var hasUnautosavedChanges: Bool { host.hasUnautosavedChanges }

  /// Registers an edit.
  ///
  /// Edits that the ``undoManager`` records need no call.
  ///
  /// - Parameter change: the kind of edit.
  open func updateChangeCount(_ change: ChangeType) { host.record(change) }

  /// Returns a token for the current contents.
  ///
  /// Pass it to ``updateChangeCount(withToken:for:)`` after these contents are saved.
  ///
  /// - Parameter saveOperation: the kind of save.
  open func changeCountToken(for saveOperation: SaveOperationType) -> Any {
    host.record.withValues { $0.changes.current }
  }

  /// Registers that the contents at the time of the token were saved; later edits remain unsaved.
  ///
  /// - Parameters:
  ///   - changeCountToken: the value that ``changeCountToken(for:)`` returned when the contents
  ///     were taken.
  ///   - saveOperation: the kind of save.
  open func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperationType
  ) {
    if !saveOperation.isCopy { host.recordSaving(token: changeCountToken) }
  }

  /// Schedules an autosave of the pending changes, as every edit does.
  open func scheduleAutosaving() {
    if hasUnautosavedChanges { host.autosaver.edited(host) }
  }

  // MARK: - File presenter

  // These members belong to no actor, because they are called on `presentedItemOperationQueue`.

  /// The document's item; nil before the user chooses a location.
  nonisolated open var presentedItemURL: URL? { host.presentedItemURL }

  /// Returns nil.
  nonisolated open var primaryPresentedItemURL: URL? { nil }

  /// The document's queue for notifications of accesses by other processes and threads.
  nonisolated open var presentedItemOperationQueue: OperationQueue {
    host.presentedItemOperationQueue
  }

  /// Lets another process or thread read the item after the current file access.
  nonisolated open func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    host.relinquishPresentedItem(toReader: reader)
  }

  /// Lets another process or thread write the item after the current file access.
  ///
  /// The document then reads the new contents if it has no changes that would be lost.
  nonisolated open func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    host.relinquishPresentedItem(toWriter: writer)
  }

  /// Saves the document before another process or thread reads the item.
  nonisolated open func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    host.savePresentedItemChanges(completionHandler: completionHandler)
  }

  /// Notes that the item is to be deleted, to prevent autosaving from creating it again.
  nonisolated open func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    host.accommodatePresentedItemDeletion(completionHandler: completionHandler)
  }

  /// Follows the item to another location.
  nonisolated open func presentedItemDidMove(to newURL: URL) {
    host.presentedItemDidMove(to: newURL)
  }

  /// Reads the item again if its contents differ and no changes would be lost.
  nonisolated open func presentedItemDidChange() { host.presentedItemDidChange() }

  /// Notes a conflict if the version is in conflict.
  nonisolated open func presentedItemDidGain(_ version: NSFileVersion) {
    host.presentedItemDidGain(version)
  }

  /// Notes the end of the conflict if that was the last version in conflict.
  nonisolated open func presentedItemDidLose(_ version: NSFileVersion) {
    host.presentedItemDidLose(version)
  }

  /// Notes the end of the conflict if that was the last version in conflict.
  nonisolated open func presentedItemDidResolveConflict(_ version: NSFileVersion) {
    host.presentedItemDidResolveConflict(version)
  }

  /// Does nothing.
  nonisolated open func presentedSubitem(at url: URL, didGain version: NSFileVersion) {}

  /// Does nothing.
  nonisolated open func presentedSubitem(at url: URL, didLose version: NSFileVersion) {}

  /// Does nothing.
  nonisolated open func presentedSubitem(at url: URL, didResolve version: NSFileVersion) {}

  /// Permits the deletion of a part of a package.
  nonisolated open func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Handles the new part as a change of the package.
  nonisolated open func presentedSubitemDidAppear(at url: URL) { presentedItemDidChange() }

  /// Handles the move as a change of the package.
  nonisolated open func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) {
    presentedItemDidChange()
  }

  /// Handles the change of a part as a change of the package.
  nonisolated open func presentedSubitemDidChange(at url: URL) { presentedItemDidChange() }
}
