public import Foundation
internal import Observation
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

/// A document: the counterpart of UIDocument, used in the isolation of its owner.
///
/// A subclass overrides ``contents(forType:)`` and ``load(fromContents:ofType:)``, and registers
/// edits with ``updateChangeCount(_:)`` or through its ``undoManager``. The document autosaves some
/// time after an edit.
///
/// The owner calls ``openContents()``, ``saveContents(to:for:)``, ``autosaveContents()``,
/// ``revertContents(to:)`` and ``saveAndClose()``, which throw a complete ``DocumentError``.
/// Functions with the names of UIDocument, such as `open()`, have the same meaning as there and
/// return only success or failure.
///
/// A document is not `Sendable`: its model belongs to the actor or thread that uses it. The
/// asynchronous functions run in the caller's isolation and take contents there. Only reading and
/// writing run elsewhere. They call the functions with completion handlers, which are the ones to
/// override. A completion handler runs once: on the main queue if the call came from there, on the
/// actor that last called an asynchronous function of the document, else on
/// ``DocumentEnvironment/callbackQueue``. It is `Sendable`; code in Swift 5 mode does not need to
/// declare that.
///
/// | function | runs |
/// |---|---|
/// | `contents`, `savingFileType`, `fileNameExtension`, `fileAttributesToWrite`, `load` | where `save` or `open` was called |
/// | `read(from:)`, both `writeContents` | on the queue of file access |
/// | `disableEditing`, `enableEditing`, `handleError`, `updateChangeCount(withToken:for:)` | as completion handlers |
/// | attributes, `documentState`, `hasUnsavedChanges` | on any thread |
/// | functions of `NSFilePresenter` | on ``presentedItemOperationQueue`` |
///
/// A rule in parentheses, such as (rule D10), refers to Documentation/DocumentRules.md, which lists
/// the guarantees for documents.
///
/// A document class belongs to no actor, as UIDocument since iOS 26. A subclass without an
/// attribute belongs to none either, even in a module whose default isolation is the main actor.
/// Functions that use the ``undoManager`` are marked `@MainActor`; without it they compile with a
/// warning in Swift 6 mode, and without one in Swift 5 mode. The undo manager belongs to the main
/// actor, so a document of another actor cannot use it. ``MainDocument`` is for classes that belong
/// to the main actor as a whole.
nonisolated open class Document: NSObject {
  package let record: DocumentRecord
  package let registrar = ObservationRegistrar()
  package let operations = OperationLine()
  let isolationWork = IsolationWork()
  let fileAccess = FileAccessQueue()
  package let autosaver = Autosaver()
  package let undoActivity = UndoActivity()
  let watching = DocumentWatching()
  let lateWriting = LateWriting()
  let shown = ShownProperties()
  package var hooks: DocumentHooks {
    get { record.hooks }
    set { record.hooks = newValue }
  }
  var livesOnMainActor: Bool { hooks.livesOnMainActor }
  var registersChanges: Bool { hooks.registersChanges?() ?? Self.registersEveryChange }
  var clientClass: NSObject.Type { hooks.clientClass ?? type(of: self) }
  /// The object that presents the item: the document, or its client.
  var presenter: any SelfWatchingPresenter { hooks.client?() ?? self }
  /// Runs in the document's isolation, and calls only functions of the class that a save calls too.
  func takeContentsToCompare() throws -> TakenContents {
    try hooks.takeContentsToCompare?() ?? takeContents()
  }
  /// The object that keeps the document alive.
  var lifeline: NSObject { hooks.client?() ?? self }
  package var savesItselfInPlace: Bool { !isDraft && (hooks.savesInPlace?() ?? true) }
  private let presenterQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()
  var undoObservation: UndoObservation?

  /// A Boolean value that indicates whether the class registers every change, with the
  /// ``undoManager`` or by ``updateChangeCount(_:)``; false by default.
  ///
  /// If it is false, the contents are compared with the item when the document is closed, when the
  /// program ends, and occasionally while it is open, so that no unregistered change is lost. A
  /// class that returns true saves that work.
  open class var registersEveryChange: Bool { false }

  /// The services that the document uses.
  ///
  /// Change them before it is opened or saved.
  public var environment = DocumentEnvironment.standard {
    didSet { hooks.environmentDidChange?() }
  }

  /// A Boolean value that indicates whether saving replaces an item that another process changed
  /// since it was last read or written.
  ///
  /// If it is false, saving fails, and the user decides which changes to keep.
  public var overwritesChangesOnDisk: Bool {
    get { record.withValues { $0.overwritesChangesOnDisk } }
    set { record.withValues { $0.overwritesChangesOnDisk = newValue } }
  }

  /// A Boolean value that indicates whether saving keeps the replaced item as a version; false by
  /// default.
  ///
  /// `NSFileVersion` finds these versions. If another process has written the item in the meantime,
  /// its contents become a version in conflict. The document is `.inConflict` while a version in
  /// conflict is unresolved.
  public var preservesVersions: Bool {
    get { record.withValues { $0.preservesVersions } }
    set { record.withValues { $0.preservesVersions = newValue } }
  }

  /// Creates a document for an item without accessing the file system.
  ///
  /// - Parameter url: the location of the item, which need not exist; must not be empty. Any scheme
  ///   is allowed; a document with a URL that is not a file URL must override reading and saving.
  public init(fileURL url: URL) {
    demand(!url.absoluteString.isEmpty, "a document needs a URL that is not empty")
    record = DocumentRecord(fileURL: url)
    super.init()
    ItemTypes.prepare()
    let document = WeakDocument(self)
    record.whenVisible { changes in
      if changes.contains(.place), let presenter = document.document?.presenter {
        PresenterRegistration.noteMove(of: ObjectIdentifier(presenter))
      }
      document.document?.notifyObservers(of: changes)
      document.document?.notifyStreams(of: changes)
      document.document?.prepareForEnd(changes)
    }
    LiveDocuments.shared.insert(self)
    undoActivity.whenRecording { [record] in record.noteVisible(.edits) }
  }

  /// Creates a document of the class that it is called on.
  ///
  /// Do not call it by name.
  ///
  /// Swift creates objects of a class known at run time with required initializers only. A subclass
  /// with designated initializers must implement such an initializer, unless it is unavailable.
  @available(*, unavailable, message: "call init(fileURL:), or makeDocument(at:)")
  public required convenience init(documentAt url: URL) {
    self.init(fileURL: url)
  }

  /// Creates a document of the class that it is called on, for callers that know the class at run
  /// time only.
  ///
  /// The controller and ``duplicate()`` use it. The default calls ``init(fileURL:)``. A class that
  /// has designated initializers and does not override that one must override this function.
  /// Otherwise the program ends here, as in UIKit.
  ///
  /// - Parameter url: the location of the item, which need not exist.
  open class func makeDocument(at url: URL) -> Document { RuntimeInstantiation.make(self, at: url) }

  deinit {
    LiveDocuments.shared.remove(ObjectIdentifier(self))
    PresenterRegistration.remove(ObjectIdentifier(self))
    watching.end(record)
    reportLostChanges()
  }

  // MARK: - Attributes

  /// The class and the location, for debugging.
  open override var description: String {
    "\(type(of: self)) at \(fileURL.isFileURL ? fileURL.path : fileURL.absoluteString)"
  }

  /// The location of the document.
  open var fileURL: URL { observed(\.fileURL, record.fileURL) }

  /// The document's name to display; the last component of the URL unless overridden.
  open var localizedName: String { observed(\.localizedName, fileURL.itemName) }

  /// The identifier of the document's type: the type last read or written, else the type of the
  /// name.
  open var fileType: String? {
    observed(\.fileType, record.item.type ?? types.identifier(forName: fileURL))
  }

  /// The modification date of the item when the document last read or wrote it; nil before that.
  open var fileModificationDate: Date? {
    get { observed(\.fileModificationDate, record.item.modificationDate) }
    set { record.withValues { $0.item.modificationDate = newValue } }
  }

  /// The activity of the document and its problems.
  open var documentState: State { observed(\.documentState, State(record.state)) }

  /// The progress of reading or writing, while the state has `.progressAvailable`.
  open var progress: Progress? { observed(\.progress, record.withValues { $0.progress }?.value) }

  // MARK: - Opening and reverting

  /// Reads the document's item; does nothing if the document is open.
  ///
  /// - Parameter completionHandler: called with true if the document is open.
  @preconcurrency
  open func open(completionHandler: (@Sendable (Bool) -> Void)?) {
    startOpening(completionHandler)
  }

  /// Reads the document's item, and waits for the end.
  ///
  /// ``openContents()`` also throws the error.
  ///
  /// - Returns: whether the document is open.
  open nonisolated(nonsending) func open() async -> Bool {
    await calling { open(completionHandler: $0) }
  }

  /// Loads contents into the model.
  ///
  /// Override it.
  ///
  /// - Parameters:
  ///   - contents: `Data` of a file, or a `FileWrapper` of a package.
  ///   - typeName: the identifier of the type of the contents.
  /// - Throws: the error of the override; the document is then unchanged. Without an override, an
  ///   error that names this function.
  open func load(fromContents contents: Any, ofType typeName: String?) throws {
    throw missingOverride("load(fromContents:ofType:)", .open)
  }

  /// Reads an item and loads it; everything is loaded when this returns.
  ///
  /// An override for a special format need not call this one.
  ///
  /// - Parameter url: the item to read.
  /// - Throws: ``DocumentError``, or the error of ``load(fromContents:ofType:)``.
  open func read(from url: URL) throws { try readItem(at: url) }

  /// Reads the document again and discards all changes.
  ///
  /// - Parameters:
  ///   - url: the item to read; it becomes the document's location.
  ///   - completionHandler: called with true if the contents are loaded.
  @preconcurrency
  open func revert(toContentsOf url: URL, completionHandler: (@Sendable (Bool) -> Void)?) {
    startReverting(to: url, completionHandler)
  }

  /// Reads the document again, and waits for the end.
  ///
  /// ``revertContents(to:)`` also throws the error.
  ///
  /// - Parameter url: the item to read; it becomes the document's location.
  /// - Returns: whether the contents are loaded.
  open nonisolated(nonsending) func revert(toContentsOf url: URL) async -> Bool {
    await calling { revert(toContentsOf: url, completionHandler: $0) }
  }

  /// Called when users must not edit any more, after the state has changed.
  open func disableEditing() {}

  /// Called when users may edit again.
  open func enableEditing() {}

  // MARK: - Saving

  /// Writes the document, even if it has no changes.
  ///
  /// An override that writes the item itself does so in ``performAsynchronousFileAccess(_:)``, with
  /// an `NSFileCoordinator`, and calls ``didSave(to:ofType:for:changeCountToken:)`` at the end.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it.
  ///   - completionHandler: called with true if the document was saved.
  @preconcurrency
  open func save(
    to url: URL, for saveOperation: SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    startSaving(to: url, for: saveOperation, completionHandler)
  }

  /// Writes the document, and waits for the end.
  ///
  /// ``saveContents(to:for:)`` also throws the error.
  ///
  /// - Parameters:
  ///   - url: the destination; an extension that suits the type is appended if it has none.
  ///   - saveOperation: whether to create an item, which never replaces one, or to overwrite it.
  /// - Returns: whether the document was saved.
  open nonisolated(nonsending) func save(
    to url: URL, for saveOperation: SaveOperation
  ) async -> Bool {
    await calling { save(to: url, for: saveOperation, completionHandler: $0) }
  }

  /// Returns a snapshot of the contents to save.
  ///
  /// Override it.
  ///
  /// - Parameter typeName: the identifier of the type to save as.
  /// - Returns: `Data` for a file, a `FileWrapper` for a package, or another value that an override
  ///   of `writeContents` accepts.
  /// - Throws: the error of the override; nothing is written then.
  open func contents(forType typeName: String) throws -> Any {
    throw missingOverride("contents(forType:)", .save)
  }

  /// Writes contents safely: other processes find either the complete old or the complete new item.
  ///
  /// - Parameters:
  ///   - contents: the result of ``contents(forType:)``.
  ///   - additionalFileAttributes: the result of ``fileAttributesToWrite(to:for:)``.
  ///   - url: the destination.
  ///   - saveOperation: whether to create an item or to overwrite it.
  /// - Throws: ``SafeWritingError``, or the error of
  ///   ``writeContents(_:to:for:originalContentsURL:)``; the old item is then intact unless the
  ///   error states otherwise.
  open func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: SaveOperation
  ) throws {
    try writeSafely(contents, attributes: additionalFileAttributes, to: url, for: saveOperation)
  }

  /// Writes contents to a free location.
  ///
  /// - Parameters:
  ///   - contents: the result of ``contents(forType:)``.
  ///   - url: a temporary location.
  ///   - saveOperation: the kind of save.
  ///   - originalContentsURL: the item to be replaced, from which unchanged parts may be copied;
  ///     nil if there is none.
  /// - Throws: ``DocumentError`` if the contents are neither `Data` nor `FileWrapper`, or the error
  ///   of writing.
  open func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    try writeItem(DocumentContents(contents), to: url, originalContentsURL: originalContentsURL)
  }

  /// The identifier of the type to save as; override it to change the type with a save.
  open var savingFileType: String? { fileType }

  /// Returns attributes for the new item, in the form of `FileManager`.
  ///
  /// - Parameters:
  ///   - url: the location of the new item.
  ///   - saveOperation: the kind of save.
  /// - Returns: for a new item, an attribute that hides its extension. It affects only the
  ///   displayed name; the file name always has the extension (rule E13).
  /// - Throws: the error of an override; nothing is written then.
  open func fileAttributesToWrite(
    to url: URL, for saveOperation: SaveOperation
  ) throws -> [AnyHashable: Any] {
    saveOperation == .forCreating ? [FileAttributeKey.extensionHidden: true] : [:]
  }

  /// Returns the extension for items of a type.
  ///
  /// - Parameters:
  ///   - typeName: the identifier of the type.
  ///   - saveOperation: the kind of save.
  /// - Returns: the preferred extension, without a period; empty if the type has none.
  open func fileNameExtension(
    forType typeName: String?, saveOperation: SaveOperation
  ) -> String { types.preferredExtension(ofType: typeName) }

  /// Saves if there are unsaved changes.
  ///
  /// An override may decline by completing with false.
  ///
  /// - Parameter completionHandler: called with true if nothing is left to save.
  @preconcurrency
  open func autosave(completionHandler: (@Sendable (Bool) -> Void)?) {
    startAutosaving(completionHandler)
  }

  /// Saves if there are unsaved changes, and waits for the end.
  ///
  /// ``autosaveContents()`` also throws the error.
  ///
  /// - Returns: whether nothing is left to save.
  open nonisolated(nonsending) func autosave() async -> Bool {
    await calling { autosave(completionHandler: $0) }
  }

  /// Saves if necessary, then closes; the document stays open if saving fails.
  ///
  /// - Parameter completionHandler: called with true if the document is closed.
  @preconcurrency
  open func close(completionHandler: (@Sendable (Bool) -> Void)?) {
    startClosing(completionHandler)
  }

  /// Saves if necessary, closes, and waits for the end.
  ///
  /// ``saveAndClose()`` also throws the error.
  ///
  /// - Returns: whether the document is closed.
  open nonisolated(nonsending) func close() async -> Bool {
    await calling { close(completionHandler: $0) }
  }

  /// Accesses the document's files after all pending operations.
  ///
  /// UIDocument's block is not `Sendable`. Such a block, written on the main actor, would belong to
  /// it and end the program on another queue. This block belongs to no actor. Code that was written
  /// for UIDocument still compiles, with warnings for values that must not be shared.
  ///
  /// - Parameter block: runs on the document's queue of file access, one block at a time.
  @preconcurrency
  open func performAsynchronousFileAccess(_ block: @escaping @Sendable () -> Void) {
    startFileAccess(block)
  }

  // MARK: - Changes

  /// A Boolean value that indicates whether there are changes to save.
  ///
  /// It includes changes that the ``undoManager`` has registered in the current event.
  open var hasUnsavedChanges: Bool {
    observed(
      \.hasUnsavedChanges,
      record.withValues { $0.changes.hasUnsavedChanges } || undoActivity.isRecording)
  }

  /// Registers an edit.
  ///
  /// Edits that the ``undoManager`` records need no call.
  ///
  /// If the document's isolation does not serve its queue, for example because the main thread
  /// waits in `readLine()`, an edit takes the contents for an autosave that is overdue, before it
  /// is registered: this function, and the registration with the undo manager, then call
  /// ``contents(forType:)`` before they return. Register an edit therefore before its first change
  /// or after its last one, outside of exclusive accesses to the model and of locks that
  /// `contents(forType:)` takes, and enclose an edit of several registrations in an undo group.
  /// Contents are never taken between the beginning and the end of such a group.
  ///
  /// - Parameter change: the kind of edit.
  open func updateChangeCount(_ change: ChangeKind) { recordChange(change) }

  /// Returns a token for the current contents.
  ///
  /// Pass it to ``updateChangeCount(withToken:for:)`` after these contents are saved.
  ///
  /// - Parameter saveOperation: the kind of save.
  open func changeCountToken(for saveOperation: SaveOperation) -> Any {
    record.withValues { $0.changes.current }
  }

  /// Registers that the contents at the time of the token were saved; later edits remain unsaved.
  ///
  /// - Parameters:
  ///   - changeCountToken: the value that ``changeCountToken(for:)`` returned when the contents
  ///     were taken.
  ///   - saveOperation: the kind of save.
  open func updateChangeCount(withToken changeCountToken: Any, for saveOperation: SaveOperation) {
    recordSaving(token: changeCountToken)
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  // The type is UIDocument's: nil may be set and is never returned.
  /// The undo manager, created on first use.
  ///
  /// Setting it to nil makes the next use create a new one.
  @preconcurrency @MainActor open var undoManager: UndoManager! {
    get { currentUndoManager() }
    set { setUndoManager(newValue) }
  }

  // MARK: - File presenter

  // A document is an `NSFilePresenter` while it is open. These members are declared here because
  // Swift cannot override a member that an extension declares.

  /// The document's item.
  ///
  /// An override must not return another URL while ``fileURL`` stays the same.
  open var presentedItemURL: URL? { fileURL }

  /// The document's queue for notifications of accesses by other processes and threads.
  open var presentedItemOperationQueue: OperationQueue { presenterQueue }

  /// Lets another process or thread read the item after the current file access.
  open func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    performAsynchronousFileAccess { reader(nil) }
  }

  /// Lets another process or thread write the item after the current file access.
  ///
  /// The document then reads the new contents if it has no changes that would be lost.
  open func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    let document = WeakDocument(self)
    performAsynchronousFileAccess { writer { document.document?.followChanges() } }
  }

  /// Saves the document before another process or thread reads the item.
  open func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    saveForReader(completionHandler)
  }

  /// Notes that the item is to be deleted, to prevent autosaving from creating it again.
  open func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    noteDeletion()
    completionHandler(nil)
  }

  /// Follows the item to another location.
  open func presentedItemDidMove(to newURL: URL) { follow(to: newURL) }

  /// Reads the item again if its contents differ and no changes would be lost.
  open func presentedItemDidChange() { followChanges() }

  /// Sets the state `.inConflict` if the version is in conflict.
  open func presentedItemDidGain(_ version: NSFileVersion) { noteGained(version) }

  /// Clears the state `.inConflict` if that was the last version in conflict.
  open func presentedItemDidLose(_ version: NSFileVersion) { noteResolved() }

  /// Clears the state `.inConflict` if that was the last version in conflict.
  open func presentedItemDidResolveConflict(_ version: NSFileVersion) { noteResolved() }

  /// Permits the deletion of a part of a package.
  open func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Handles the new part as a change of the package.
  open func presentedSubitemDidAppear(at url: URL) { presentedItemDidChange() }

  /// Handles the move as a change of the package.
  open func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) { presentedItemDidChange() }

  /// Handles the change of a part as a change of the package.
  open func presentedSubitemDidChange(at url: URL) { presentedItemDidChange() }

  // MARK: - Errors

  /// Called once for every operation that fails.
  ///
  /// - Parameters:
  ///   - error: the error of the operation.
  ///   - userInteractionPermitted: whether the user may be asked; otherwise
  ///     ``finishedHandlingError(_:recovered:)`` must be called before this returns.
  open func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    finishedHandlingError(error, recovered: false)
  }

  /// Ends the handling that ``handleError(_:userInteractionPermitted:)`` began.
  ///
  /// - Parameters:
  ///   - error: the error that was handled.
  ///   - recovered: whether the error is resolved.
  open func finishedHandlingError(_ error: any Error, recovered: Bool) {
    endHandlingError(recovered: recovered)
  }

  /// Called when the program is about to end and the user can no longer be asked.
  ///
  /// ``finishedHandlingError(_:recovered:)`` must be called before this returns.
  ///
  /// - Parameter error: the error that is being handled.
  open func userInteractionNoLongerPermitted(forError error: any Error) {
    finishedHandlingError(error, recovered: false)
  }

  // MARK: - Activities

  /// The current activity of the user in the document, to be continued later.
  open var userActivity: NSUserActivity?

  /// Adds the state that continues the activity: the document's URL, and additions of an override.
  ///
  /// - Parameter activity: the activity.
  open func updateUserActivityState(_ activity: NSUserActivity) {
    activity.addUserInfoEntries(from: [Self.userActivityURLKey: fileURL])
  }

  /// Continues an activity; does nothing unless overridden.
  ///
  /// - Parameter activity: the activity.
  open func restoreUserActivityState(_ activity: NSUserActivity) {}
}
