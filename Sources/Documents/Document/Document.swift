public import Foundation
internal import FoundationAdditions
internal import Observation
internal import UTIPlatform

/// A document: the counterpart of UIDocument, kept in the isolation of whoever owns it.
///
/// A subclass overrides ``contents(forType:)`` and ``load(fromContents:ofType:)``, and tells of
/// edits with ``updateChangeCount(_:)`` or through its ``undoManager``. A document saves itself a
/// while after an edit.
///
/// Whoever has a document calls ``openContents()``, ``saveContents(to:for:)``,
/// ``autosaveContents()``, ``revertContents(to:)`` and ``saveAndClose()``, which throw
/// ``DocumentError`` with everything known. The names of UIDocument, such as `open()`, mean what
/// they mean there: they say whether they succeeded, and no more.
///
/// A document is not `Sendable`: its model belongs to the actor or thread that uses it. The
/// asynchronous functions run in the caller's isolation, take contents there, and move only the
/// reading and writing elsewhere. They go through the functions with completion handlers, which are
/// the ones to override. A completion handler runs once: on the main queue when the call came from
/// there, on the actor that last called an asynchronous function of the document, else on
/// ``DocumentEnvironment/callbackQueue``. It is `Sendable`, which code of the Swift 5 mode need not
/// know.
///
/// | function | runs |
/// |---|---|
/// | `contents`, `savingFileType`, `fileNameExtension`, `fileAttributesToWrite`, `load` | where `save` or `open` was called |
/// | `read(from:)`, both `writeContents` | on the queue of file access |
/// | `disableEditing`, `enableEditing`, `handleError`, `updateChangeCount(withToken:for:)` | as completion handlers |
/// | attributes, `documentState`, `hasUnsavedChanges` | on any thread |
/// | what `NSFilePresenter` asks for | on ``presentedItemOperationQueue`` |
///
/// A rule in parentheses, such as (rule D10), is one of Documentation/DocumentRules.md, which says what
/// documents promise.
///
/// A class of documents belongs to no actor, as UIDocument does since iOS 26: a subclass that says
/// nothing is like that too, also in a module whose default isolation is the main actor. Functions
/// that use the ``undoManager`` are marked `@MainActor`; without that they compile with a warning in
/// Swift 6 mode, and in Swift 5 mode with none. The undo manager belongs to the main actor: a document
/// that an actor owns does without one. ``MainDocument`` is for classes that are of the main actor as
/// a whole.
nonisolated open class Document: NSObject {
  let record: DocumentRecord
  let registrar = ObservationRegistrar()
  let operations = OperationLine()
  let fileAccess = FileAccessQueue()
  let autosaver = Autosaver()
  let undoActivity = UndoActivity()
  let watching = DocumentWatching()
  let lateWriting = LateWriting()
  let shown = ShownProperties()
  /// Whether whatever the document is asked belongs to the main actor.
  var livesOnMainActor: Bool { false }
  /// Whether every change is registered.
  var registersChanges: Bool { Self.registersEveryChange }
  /// The object whose class the program has written.
  var clientObject: NSObject { self }
  /// Takes the contents for a comparison, where the document lives; nothing learns of it but the functions
  /// that a save calls too.
  func takeContentsToCompare() throws -> TakenContents { try takeContents() }
  /// The object that a reference to the document has to keep alive.
  var lifeline: NSObject { self }
  /// Whether what is saved by itself goes to the document's item, and not elsewhere.
  var savesItselfInPlace: Bool { !isDraft }
  private let presenterQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()
  var undoObservation: UndoObservation?

  /// A Boolean value that indicates whether the class registers every change, with the ``undoManager`` or by
  /// ``updateChangeCount(_:)``; false.
  ///
  /// The contents of other documents are compared with those of their items, when they are closed, when the
  /// program ends, and now and then while they are open, so that no change is lost that was not registered.
  /// A class that returns true saves that work.
  open class var registersEveryChange: Bool { false }

  /// What the document needs of the world; to be changed before it is opened or saved.
  public var environment = DocumentEnvironment.standard

  /// Whether saving replaces an item that somebody else has changed since it was last read or
  /// written.
  ///
  /// Otherwise it fails, and people decide whose changes to keep.
  public var overwritesChangesOnDisk: Bool {
    get { record.withValues { $0.overwritesChangesOnDisk } }
    set { record.withValues { $0.overwritesChangesOnDisk = newValue } }
  }

  /// Whether saving keeps what it replaces as a version, for `NSFileVersion` to find; false.
  ///
  /// With it, what somebody else has written in the meantime is a version in conflict, and a document
  /// is `.inConflict` while there is one that nobody has resolved.
  public var preservesVersions: Bool {
    get { record.withValues { $0.preservesVersions } }
    set { record.withValues { $0.preservesVersions = newValue } }
  }

  /// Makes a document for an item without touching the file system.
  ///
  /// - Parameter url: where the item is or will be; must not be empty. Any scheme: a document whose
  ///   URL is not a file's must override reading and saving.
  public init(fileURL url: URL) {
    demand(!url.absoluteString.isEmpty, "a document needs a URL that is not empty")
    record = DocumentRecord(fileURL: url)
    super.init()
    let document = WeakDocument(self)
    record.whenVisible { changes in
      document.document?.tellObservers(of: changes)
      document.document?.tellStreams(of: changes)
      document.document?.prepareForEnd(changes)
    }
    LiveDocuments.shared.insert(self)
    undoActivity.whenRecording { [record] in record.noteVisible(.edits) }
  }

  /// Makes a document of whatever class it is called on; not to be called by name.
  ///
  /// Swift makes objects of a class known at run time with required initializers only, which every
  /// subclass with designated initializers of its own has to have, unless it is unavailable.
  @available(*, unavailable, message: "call init(fileURL:), or makeDocument(at:)")
  public required convenience init(documentAt url: URL) {
    self.init(fileURL: url)
  }

  /// Makes a document of the class it is called on, for whoever knows the class at run time only.
  ///
  /// The controller opens documents with it, and ``duplicate()`` makes another. Unless overridden it
  /// calls ``init(fileURL:)``. A class that has designated initializers of its own and does not
  /// override that one overrides this function; without it the program ends here, as in UIKit.
  ///
  /// - Parameter url: where the item is or will be.
  open class func makeDocument(at url: URL) -> Document { DynamicCreation.make(self, at: url) }

  deinit {
    LiveDocuments.shared.remove(ObjectIdentifier(self))
    PresenterRegistration.remove(ObjectIdentifier(self))
    watching.end(record)
    reportLostChanges()
  }

  // MARK: - Attributes

  /// The class and the place, for debugging.
  open override var description: String {
    "\(type(of: self)) at \(fileURL.isFileURL ? fileURL.path : fileURL.absoluteString)"
  }

  /// Where the document is.
  open var fileURL: URL { observed(\.fileURL, record.fileURL) }

  /// The name of the document for people; the last component of the URL unless overridden.
  open var localizedName: String { observed(\.localizedName, fileURL.itemName) }

  /// The identifier of the document's type: of what was read or written, before that of the name.
  open var fileType: String? {
    observed(\.fileType, record.item.type ?? types.identifier(forName: fileURL))
  }

  /// When the item was last modified, as far as the document knows; nil before it was read or
  /// written.
  open var fileModificationDate: Date? {
    get { observed(\.fileModificationDate, record.item.modificationDate) }
    set { record.withValues { $0.item.modificationDate = newValue } }
  }

  /// What the document is up to, and what is wrong with it.
  open var documentState: State { observed(\.documentState, record.state) }

  /// How far reading or writing has come, while the state has `.progressAvailable`.
  open var progress: Progress? { observed(\.progress, record.withValues { $0.progress }?.value) }

  // MARK: - Opening and reverting

  /// Reads the document's item; does nothing when the document is open.
  ///
  /// - Parameter completionHandler: is told whether the document is open.
  @preconcurrency
  open func open(completionHandler: (@Sendable (Bool) -> Void)?) {
    startOpening(completionHandler)
  }

  /// Reads the document's item, and waits for the end; ``openContents()`` also says what is wrong.
  ///
  /// - Returns: whether the document is open.
  open nonisolated(nonsending) func open() async -> Bool {
    await calling { open(completionHandler: $0) }
  }

  /// Takes what was read into the model.
  ///
  /// To be overridden.
  ///
  /// - Parameters:
  ///   - contents: `Data` of a file, or a `FileWrapper` of a package.
  ///   - typeName: the identifier of the type of what was read.
  /// - Throws: whatever the override throws; the document stays as it was. Without an override, an
  ///   error that says so.
  open func load(fromContents contents: Any, ofType typeName: String?) throws {
    throw missingOverride("load(fromContents:ofType:)", .open)
  }

  /// Reads an item and loads it; when this returns, everything is loaded.
  ///
  /// An override for a format of its own need not call this one.
  ///
  /// - Parameter url: where to read.
  /// - Throws: ``DocumentError``, or what ``load(fromContents:ofType:)`` throws.
  open func read(from url: URL) throws { try readItem(at: url) }

  /// Reads the document again and drops all changes.
  ///
  /// - Parameters:
  ///   - url: where to read; the document is there afterwards.
  ///   - completionHandler: is told whether the document has what was read.
  @preconcurrency
  open func revert(
    toContentsOf url: URL, completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    startReverting(to: url, completionHandler)
  }

  /// Reads the document again, and waits for the end; ``revertContents(to:)`` also says what is
  /// wrong.
  ///
  /// - Parameter url: where to read; the document is there afterwards.
  /// - Returns: whether the document has what was read.
  open nonisolated(nonsending) func revert(toContentsOf url: URL) async -> Bool {
    await calling { revert(toContentsOf: url, completionHandler: $0) }
  }

  /// Is called when users must not edit any more; the state says so already.
  open func disableEditing() {}

  /// Is called when users may edit again.
  open func enableEditing() {}

  // MARK: - Saving

  /// Writes the document, whether it has changes or not.
  ///
  /// An override that writes by itself does so in ``performAsynchronousFileAccess(_:)``, with an
  /// `NSFileCoordinator`, and calls ``didSave(to:ofType:for:changeCountToken:)`` in the end.
  ///
  /// - Parameters:
  ///   - url: where to write; an extension that suits the type is appended where it lacks one.
  ///   - saveOperation: whether to make an item, which never replaces one, or to overwrite it.
  ///   - completionHandler: is told whether the document was saved.
  @preconcurrency
  open func save(
    to url: URL, for saveOperation: SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    startSaving(to: url, for: saveOperation, completionHandler)
  }

  /// Writes the document, and waits for the end; ``saveContents(to:for:)`` also says what is wrong.
  ///
  /// - Parameters:
  ///   - url: where to write; an extension that suits the type is appended where it lacks one.
  ///   - saveOperation: whether to make an item, which never replaces one, or to overwrite it.
  /// - Returns: whether the document was saved.
  open nonisolated(nonsending) func save(
    to url: URL, for saveOperation: SaveOperation
  ) async -> Bool {
    await calling { save(to: url, for: saveOperation, completionHandler: $0) }
  }

  /// The contents to save, taken in one go.
  ///
  /// To be overridden.
  ///
  /// - Parameter typeName: the identifier of the type to save as.
  /// - Returns: `Data` for a file, a `FileWrapper` for a package, or whatever an override of
  ///   `writeContents` understands.
  /// - Throws: whatever the override throws; nothing is written then.
  open func contents(forType typeName: String) throws -> Any {
    throw missingOverride("contents(forType:)", .save)
  }

  /// Writes contents so that whoever looks finds the complete old or the complete new item.
  ///
  /// - Parameters:
  ///   - contents: what ``contents(forType:)`` returned.
  ///   - additionalFileAttributes: what ``fileAttributesToWrite(to:for:)`` returned.
  ///   - url: where to write.
  ///   - saveOperation: whether to make an item or to overwrite it.
  /// - Throws: ``SafeWritingError``, or what
  ///   ``writeContents(_:to:for:originalContentsURL:)`` throws; the old item is intact then unless
  ///   the error says otherwise.
  open func writeContents(
    _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
    safelyTo url: URL, for saveOperation: SaveOperation
  ) throws {
    try writeSafely(contents, attributes: additionalFileAttributes, to: url, for: saveOperation)
  }

  /// Writes contents to a place where nothing is.
  ///
  /// - Parameters:
  ///   - contents: what ``contents(forType:)`` returned.
  ///   - url: a temporary place.
  ///   - saveOperation: what the save is.
  ///   - originalContentsURL: the item that is going to be replaced, from which unchanged parts may
  ///     be taken over; nil when there is none.
  /// - Throws: ``DocumentError`` when contents are neither `Data` nor `FileWrapper`, or the error of
  ///   writing.
  open func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    try writeItem(
      DocumentContents(contents), to: url, originalContentsURL: originalContentsURL)
  }

  /// The identifier of the type to save as; override it to change the type with a save.
  open var savingFileType: String? { fileType }

  /// Attributes for the new item, as `FileManager` knows them.
  ///
  /// - Parameters:
  ///   - url: where the item will be.
  ///   - saveOperation: what the save is.
  /// - Returns: for a new item that its extension is hidden, which is for people to see only: the
  ///   name has it always (rule E13).
  /// - Throws: whatever an override throws; nothing is written then.
  open func fileAttributesToWrite(
    to url: URL, for saveOperation: SaveOperation
  ) throws -> [AnyHashable: Any] {
    saveOperation == .forCreating ? [FileAttributeKey.extensionHidden: true] : [:]
  }

  /// The extension for items of a type.
  ///
  /// - Parameters:
  ///   - typeName: the identifier of the type.
  ///   - saveOperation: what the save is.
  /// - Returns: the preferred extension, without a period; empty when there is none.
  open func fileNameExtension(
    forType typeName: String?, saveOperation: SaveOperation
  ) -> String { types.preferredExtension(ofType: typeName) }

  /// Saves when there are unsaved changes.
  ///
  /// An override may decline by completing with false.
  ///
  /// - Parameter completionHandler: is told whether nothing is left to save.
  @preconcurrency
  open func autosave(completionHandler: (@Sendable (Bool) -> Void)?) {
    startAutosaving(completionHandler)
  }

  /// Saves when there are unsaved changes, and waits for the end; ``autosaveContents()`` also says
  /// what is wrong.
  ///
  /// - Returns: whether nothing is left to save.
  open nonisolated(nonsending) func autosave() async -> Bool {
    await calling { autosave(completionHandler: $0) }
  }

  /// Saves when needed, then closes; when saving fails the document stays open.
  ///
  /// - Parameter completionHandler: is told whether the document is closed.
  @preconcurrency
  open func close(completionHandler: (@Sendable (Bool) -> Void)?) {
    startClosing(completionHandler)
  }

  /// Saves when needed, closes, and waits for the end; ``saveAndClose()`` also says what is wrong.
  ///
  /// - Returns: whether the document is closed.
  open nonisolated(nonsending) func close() async -> Bool {
    await calling { close(completionHandler: $0) }
  }

  /// Does something with the document's files when everything asked for earlier is done.
  ///
  /// UIDocument's block is not `Sendable`, and one that is written on the main actor would belong to
  /// it and end the program on another queue. This one belongs to no actor; code that was written
  /// for UIDocument compiles all the same, with warnings where it shares what it must not.
  ///
  /// - Parameter block: runs on a queue of the document's own, one block at a time.
  @preconcurrency
  open func performAsynchronousFileAccess(_ block: @escaping @Sendable () -> Void) {
    startFileAccess(block)
  }

  // MARK: - Changes

  /// Whether there are changes to save, those included that the event under way has registered with
  /// the ``undoManager``.
  open var hasUnsavedChanges: Bool {
    observed(
      \.hasUnsavedChanges,
      record.withValues { $0.changes.hasUnsavedChanges } || undoActivity.isRecording)
  }

  /// Records an edit.
  ///
  /// What goes through the ``undoManager`` is recorded without this.
  ///
  /// - Parameter change: what the edit was.
  open func updateChangeCount(_ change: ChangeKind) { recordChange(change) }

  /// What the contents are now, for ``updateChangeCount(withToken:for:)`` after they were saved.
  ///
  /// - Parameter saveOperation: what the save is.
  open func changeCountToken(for saveOperation: SaveOperation) -> Any {
    record.withValues { $0.changes.current }
  }

  /// Records that the contents of an earlier moment were saved; edits since then are still to save.
  ///
  /// - Parameters:
  ///   - changeCountToken: what ``changeCountToken(for:)`` returned when contents were taken.
  ///   - saveOperation: what the save was.
  open func updateChangeCount(
    withToken changeCountToken: Any, for saveOperation: SaveOperation
  ) {
    recordSaving(token: changeCountToken)
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  // The type is that of UIDocument: nil may be set and is never returned.
  /// The undo manager, made when it is first asked for; nil makes a new one when it is next.
  @preconcurrency @MainActor open var undoManager: UndoManager! {
    get { currentUndoManager() }
    set { setUndoManager(newValue) }
  }

  // MARK: - What others do with the item

  // A document is an `NSFilePresenter` while it is open. The members stand here, like everything
  // that can be overridden, because Swift overrides nothing that an extension declares.

  /// The item of the document.
  open var presentedItemURL: URL? { fileURL }

  /// Where the document is told what others do with its item: a queue of its own.
  open var presentedItemOperationQueue: OperationQueue { presenterQueue }

  /// Lets somebody read the item when the file access under way is over.
  open func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    performAsynchronousFileAccess { reader(nil) }
  }

  /// Lets somebody write the item when the file access under way is over, and reads what was
  /// written if there are no changes that would be lost.
  open func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    let document = WeakDocument(self)
    performAsynchronousFileAccess { writer { document.document?.followChanges() } }
  }

  /// Saves for somebody who is going to read the item.
  open func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    saveForReader(completionHandler)
  }

  /// Notes that the item goes: what is saved by itself must not bring it back.
  open func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    noteDeletion()
    completionHandler(nil)
  }

  /// Follows the item to another place.
  open func presentedItemDidMove(to newURL: URL) { follow(to: newURL) }

  /// Reads the item again when it has other contents and no changes would be lost.
  open func presentedItemDidChange() { followChanges() }

  /// Is in conflict with a version in conflict.
  open func presentedItemDidGain(_ version: NSFileVersion) { noteGained(version) }

  /// Is no longer in conflict when that was the last version in conflict.
  open func presentedItemDidLose(_ version: NSFileVersion) { noteResolved() }

  /// Is no longer in conflict when that was the last version in conflict.
  open func presentedItemDidResolveConflict(_ version: NSFileVersion) { noteResolved() }

  /// Lets a part of a package go.
  open func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    completionHandler(nil)
  }

  /// Counts as a change of the package.
  open func presentedSubitemDidAppear(at url: URL) { presentedItemDidChange() }

  /// Counts as a change of the package.
  open func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) { presentedItemDidChange() }

  /// Counts as a change of the package.
  open func presentedSubitemDidChange(at url: URL) { presentedItemDidChange() }

  // MARK: - Errors

  /// Is called once for every operation that fails.
  ///
  /// - Parameters:
  ///   - error: why.
  ///   - userInteractionPermitted: whether people may be asked; otherwise
  ///     ``finishedHandlingError(_:recovered:)`` must be called before this returns.
  open func handleError(_ error: any Error, userInteractionPermitted: Bool) {
    finishedHandlingError(error, recovered: false)
  }

  /// Ends what ``handleError(_:userInteractionPermitted:)`` began.
  ///
  /// - Parameters:
  ///   - error: the error that was handled.
  ///   - recovered: whether it does not matter any more.
  open func finishedHandlingError(_ error: any Error, recovered: Bool) {
    endHandlingError(recovered: recovered)
  }

  /// Is called when the program is about to stop and people cannot be asked any more;
  /// ``finishedHandlingError(_:recovered:)`` must be called before this returns.
  ///
  /// - Parameter error: the error that is being handled.
  open func userInteractionNoLongerPermitted(forError error: any Error) {
    finishedHandlingError(error, recovered: false)
  }

  // MARK: - Activities

  /// What is being done with the document, for continuing it later.
  open var userActivity: NSUserActivity?

  /// Puts what it takes to continue into an activity: the URL of the document, and what an override
  /// adds.
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
