internal import Dispatch
public import Foundation
internal import Observation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions
public import UniformTypes

/// A document that is saved from a snapshot of its content: the base of ``ValueDocument``,
/// ``ObjectDocument`` and ``ModelDocument``.
///
/// ```
/// main actor          snapshot ── editing goes on ─────────────────── saved
///                         │                                             │
/// file access             └── file wrapper ── temporary item ── exchange┘
/// ```
///
/// Saving, exporting, duplicating and autosaving to the recovery location take the same snapshot
/// (rule Q1). Changes of the item by other processes are loaded if there are no edits, and are in
/// conflict with the edits otherwise (rule Q5). The readable and writable types decide the
/// operations on a file:
///
/// | type of the file | document |
/// |---|---|
/// | read and written | is edited and saved to the file |
/// | read, while other types are written | is edited, autosaved to the recovery location, and saved to another file of a written type; the file itself is unchanged |
/// | read, while no type is written | is for viewing |
@MainActor public class SnapshotDocument: MainDocument {
  nonisolated let edits = ContentEdits()
  /// The way in which the document was created; nil if it is unknown.
  var creationSource: DocumentCreationSource?

  /// Creates the content if it is created by a function that can wait.
  func prepareContent() async throws {}

  /// The types that the content can be read from.
  public nonisolated class var readableContentTypes: [UTType] { [] }

  /// The types that the content can be saved and exported as.
  public nonisolated class var writableContentTypes: [UTType] { [] }

  /// The type of the content, by whose name declarations find the document.
  nonisolated class var clientType: any Any.Type { Self.self }

  /// Creates a document for an item without accessing the file system.
  ///
  /// - Parameter url: the location of the item, which need not exist; must not be empty.
  public required init(at url: URL) {
    super.init(at: url)
    hooks.registersChanges = { [weak self] in
      guard let self else { return true }
      return Self.registersEveryChange || isForViewing
    }
    hooks.savesInPlace = { [weak self] in self?.importedType == nil }
  }

  /// A Boolean value that indicates whether the user may edit now.
  ///
  /// It is false if the document is for viewing, is closed, is being closed or read again, or is to
  /// be saved at its location and cannot be (``Document/savingObstacle``).
  public final var isEditable: Bool {
    let isClosed = documentState.contains(.closed) && record.withValues { $0.machine.hasBeenOpen }
    return !isForViewing && !isClosed && !documentState.contains(.editingDisabled)
      && (savingObstacle == nil || importedType != nil)
  }

  /// A Boolean value that indicates whether no change of the content is to be saved.
  public nonisolated final var isForViewing: Bool {
    Self.writableContentTypes.isEmpty || edits.withLock { $0.isForViewing }
  }

  // MARK: - Overriding points of subclasses

  func takeContent(ofType type: UTType) throws -> SnapshotContents {
    throw missingOverride("takeContent(ofType:)", .save)
  }

  /// Runs in the isolation of reading; returns what ``MainDocument/load(_:ofType:)`` accepts.
  nonisolated func makeContent(
    of contents: DocumentContents, ofType typeName: String?
  ) throws -> Any {
    throw missingOverride("makeContent(of:ofType:)", .open)
  }

  /// Tracks the next change of the content, if it is of a class with `@Observable`.
  func trackContent() {}

  /// Called at the end of an event in which the content has changed.
  func contentDidSettle() {}

  // MARK: - Reading and writing

  /// Takes a snapshot, of a writable type.
  public final override func contents(ofType type: UTType) throws -> Any {
    guard isWritable(type) else { throw unwritable(type) }
    return try takeContent(ofType: type)
  }

  /// Reads an item, and creates content from it in the same isolation.
  public nonisolated override func read(from url: URL) throws {
    try readItem(at: url) { [self] in try makeContent(of: $0, ofType: $1) }
  }

  /// The type to save as: the document's type if it is writable, else the first writable type.
  public nonisolated final override var savingFileType: String? {
    let own = super.savingFileType
    if let own, isWritable(type(named: own)) { return own }
    return Self.writableContentTypes.first?.identifier ?? own
  }

  /// Saves, unless that would replace a file by one of another type without a request.
  public nonisolated final override func save(
    to url: URL, for saveOperation: SaveOperation,
    completionHandler: (@Sendable (Bool) -> Void)?
  ) {
    guard saveOperation == .forOverwriting, let type = importedType,
      DocumentOperation.current?.savingType == nil,
      url.leadsToSameItem(as: fileURL, in: environment.store)
    else {
      return super.save(to: url, for: saveOperation, completionHandler: completionHandler)
    }
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      fail(operation, .save, unwritable(type), completionHandler)
    }
  }

  /// Creates the content's file wrapper, and writes it.
  public nonisolated final override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    guard case .snapshot(let snapshot) = DocumentContents(contents) else {
      return try super.writeContents(
        contents, to: url, for: saveOperation, originalContentsURL: originalContentsURL)
    }
    if let writeItem = snapshot.writeItem {
      return try writeItem(url, originalContentsURL, isSuccessor(ofItemAt: originalContentsURL))
    }
    try super.writeContents(
      written(snapshot, to: url, original: originalContentsURL).value, to: url,
      for: saveOperation, originalContentsURL: originalContentsURL)
  }
}

extension SnapshotDocument {
  nonisolated func type(named typeName: String?) -> UTType {
    typeName.flatMap { types.registry.type($0, allowUndeclared: true) } ?? .data
  }

  /// True if a supertype of the type is writable; the document decides for a dynamic type.
  nonisolated func isWritable(_ type: UTType) -> Bool {
    let writable = Self.writableContentTypes
    return type.isDynamic && !writable.isEmpty || writable.contains { type.conforms(to: $0) }
  }

  /// The type of the document's item if it is readable and not writable; nil otherwise.
  nonisolated var importedType: UTType? {
    let (isDraft, item) = record.withValues { ($0.isDraft, $0.item) }
    guard !isDraft, item.identity != nil else { return nil }
    let type = type(named: fileType)
    return isWritable(type) ? nil : type
  }

  nonisolated func unwritable(_ type: UTType) -> DocumentError {
    let writable = Self.writableContentTypes
    let names = writable.map(\.identifier).joined(separator: ", ")
    return DocumentError(
      .typeNotWritable, .save, url: fileURL,
      unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName): \(Self.clientType) does not write \(type)",
      remedy: writable.isEmpty
        ? "it is for viewing" : "save it elsewhere, as one of \(names)")
  }

  nonisolated var withoutContent: DocumentError {
    DocumentError(
      .notOpen, .save, url: fileURL, message: "\(localizedName) was never opened, and is not new",
      remedy: "open it first, or register \(Self.clientType) with what a new document has")
  }

  /// The location of the document's item; nil before there is one.
  var savedURL: URL? { isDraft || fileModificationDate == nil ? nil : fileURL }

  nonisolated func configuration(
    _ contents: DocumentContents, ofType typeName: String?
  ) throws -> FileDocumentReadConfiguration {
    let type = type(named: typeName)
    switch contents {
    case .snapshot(let snapshot):
      return FileDocumentReadConfiguration(contentType: snapshot.type, file: try snapshot.copy())
    case .fileWrapper(let wrapper):
      return FileDocumentReadConfiguration(contentType: type, file: wrapper)
    case .data(let data):
      let wrapper = FileWrapper(regularFileWithContents: data)
      wrapper.filename = fileURL.itemName
      wrapper.preferredFilename = fileURL.itemName
      return FileDocumentReadConfiguration(contentType: type, file: wrapper)
    case .other(let contents):
      throw DocumentError(
        .wrongKind, .open, url: fileURL,
        message: "\(localizedName) cannot be made of contents of type \(Swift.type(of: contents))",
        remedy: "return Data or a FileWrapper")
    }
  }

  /// Runs on the queue of file access; returns what the default of `writeContents` writes.
  nonisolated func written(
    _ snapshot: SnapshotContents, to url: URL, original: URL?
  ) throws -> DocumentContents {
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    let existing = original.flatMap(existingFile)
    return try ProcessEnd.shared.running(codeOf: self, isTaking: true) {
      try snapshot.write(
        FileDocumentWriteConfiguration(
          contentType: snapshot.type, existingFile: existing,
          destinationURL: writing?.plan.url ?? url),
        afterPrevious: existing != nil && isSuccessor(ofItemAt: original))
    }
  }

  /// The item has the contents of the last save: only the document's own item, unless changes of
  /// another process are overwritten.
  nonisolated func isSuccessor(ofItemAt original: URL?) -> Bool {
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    return original != nil && writing?.plan.movesDocument == true && !overwritesChangesOnDisk
  }

  /// Nil if the item cannot be read, and nothing is copied from it.
  private nonisolated func existingFile(_ url: URL) -> FileWrapper? {
    guard let path = FilePath(resolving: url) else { return nil }
    return try? FileWrapper(
      url: URL(of: path), options: .withoutMapping, limits: FileWrapper.Limits(),
      store: environment.store)
  }
}

// The closures that write are written in functions of the main actor, and run on the queue of file
// access. An initializer of another target would get them with a check of their actor.
extension SnapshotContents {
  convenience init(
    of type: UTType, value: Any? = nil,
    _ makeWrapper: @escaping (FileDocumentWriteConfiguration, Bool) throws -> FileWrapper,
    whenSaved: @escaping () -> Void = {}
  ) {
    self.init(ofType: type, value: value, makeWrapper, whenSaved: whenSaved)
  }

  convenience init(
    of type: UTType, value: Any, writingItem: @escaping (URL, URL?, Bool) throws -> Void,
    whenSaved: @escaping () -> Void
  ) {
    self.init(ofType: type, value: value, writeItem: writingItem, whenSaved: whenSaved)
  }
}

/// The state of unregistered edits; an object, because the compiler of Swift 6.3 crashes on a lock
/// in an open class that is imported from another module.
final class ContentEdits: Sendable {
  struct State {
    var isForViewing = false
    /// True if the end of the event that changes the content is awaited.
    fileprivate var isSettling = false
    /// The start of that event, and the time spent on tracking its changes.
    fileprivate var beginning = ContinuousClock.now
    fileprivate var trackingCost = Duration.zero
    /// True if a snapshot was taken between the announcement of a change and the change.
    var isSnapshotStale = false
  }

  private let state = Mutex(State())

  func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { body(&$0) }
  }
}

extension SnapshotDocument {
  /// Registers a change in this event, on any thread, with or without an undo step (rule Q3).
  ///
  /// A registration with the undo manager in the event becomes one step with it.
  nonisolated func noteEdit() {
    guard !isForViewing else { return }
    takeOverdueContents()
    if !isUndoingOrRedoing { touch() }
    let isFirst = edits.withLock { edits in
      defer { edits.isSettling = true }
      if !edits.isSettling { (edits.beginning, edits.trackingCost) = (.now, .zero) }
      return !edits.isSettling
    }
    guard isFirst else { return }
    let document = WeakDocument(self)
    DispatchQueue.main.async {
      MainActor.assumeIsolated { (document.document as? SnapshotDocument)?.settle() }
    }
  }

  /// Registers a change of a property that a snapshot has read, and tracks the next one, because
  /// the event does not end while the main queue is not served.
  ///
  /// Tracking takes at most 2 ms or a tenth of the event, and one snapshot more.
  nonisolated func noteTrackedEdit() {
    noteEdit()
    let isAffordable = edits.withLock { edits in
      edits.trackingCost <= max(.milliseconds(2), (.now - edits.beginning) / 10)
    }
    guard isAffordable, MainQueue.isCurrent else { return }
    let document = UncheckedSendableBox(self)
    let cost = MainActor.assumeIsolated {
      ContinuousClock().measure { document.value.trackContent() }
    }
    edits.withLock { $0.trackingCost += cost }
  }

  /// Marks the current state as never saved and not yet known to the undo manager.
  private nonisolated func touch() {
    record.withValues { $0.changes.touch() }
    autosaver.edited(self)
  }

  private func settle() {
    let isStale = edits.withLock { edits in
      defer { (edits.isSettling, edits.isSnapshotStale) = (false, false) }
      return edits.isSnapshotStale
    }
    if isStale { touch() }
    // The open group becomes the step of the change.
    if !undoActivity.hasOpenGroup { record.withValues { $0.changes.endTouching() } }
    contentDidSettle()
  }
}

/// Observes the first change of properties that were read of `@Observable` objects.
final class ReadTracker: Sendable {
  private let isUnderWay = Mutex(false)

  /// Calls `onChange` once, before the change, in the isolation of the change; a read is not
  /// observed while an earlier one is.
  func read<Result>(
    _ body: () throws -> Result, onChange: @escaping @Sendable () -> Void
  ) throws -> Result {
    let isFirst = isUnderWay.withLock { isUnderWay in
      defer { isUnderWay = true }
      return !isUnderWay
    }
    guard isFirst else { return try body() }
    return try withObservationTracking {
      Swift.Result { try body() }
    } onChange: { [weak self] in
      guard let self else { return }
      isUnderWay.withLock { $0 = false }
      onChange()
    }.get()
  }
}
