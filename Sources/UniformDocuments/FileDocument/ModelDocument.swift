internal import Dispatch
public import Foundation
internal import Observation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions
public import UniformTypes

/// A document whose content is a ``ReadableDocument``, which is saved if it is also a
/// ``WritableDocument``.
///
/// `DocumentController.register(_:role:makingDocument:)` makes a controller open and create
/// documents of this class. Undo steps are registered with ``Document/undoManager``. For a class
/// with `@Observable`, changes of properties that the snapshot reads before it first suspends are
/// saved without a registration.
@MainActor public final class ModelDocument<Content: ReadableDocument>: SnapshotDocument {
  private var content: Content?
  /// The snapshot that was last saved or read.
  private var previous: Any?
  private var trackers: [UTType: ReadTracker] = [:]
  private let lastWrapper = LastFileWrapper()
  /// Creates the content, which reading fills.
  var makesNew: (@MainActor (ModelDocument) async throws -> Content)?
  private var creation: Task<Void, any Error>?
  private var creationError: (any Error)?

  public nonisolated override class var readableContentTypes: [UTType] {
    Content.readableContentTypes
  }
  public nonisolated override class var writableContentTypes: [UTType] {
    (Content.self as? any WritableDocument.Type)?.writableContentTypes ?? []
  }
  nonisolated override class var clientType: any Any.Type { Content.self }

  /// A Boolean value that indicates whether the class has `@Observable`, so that every change of
  /// properties in the snapshot is detected.
  public nonisolated override class var registersEveryChange: Bool {
    Content.self is any Observable.Type
  }

  /// Creates a document; opening it fills the content, and saving it with `.forCreating` creates
  /// its file.
  ///
  /// - Parameters:
  ///   - document: the content.
  ///   - url: the location of the file, which need not exist.
  public convenience init(_ document: Content, fileURL url: URL) {
    self.init(at: url)
    content = document
    follow()
  }

  /// The content, which is one object for the lifetime of the document.
  public var document: Content {
    registrar.access(self, keyPath: \.document)
    do {
      return try requireContent()
    } catch {
      misuse("\(self) has no document; register \(Content.self) with what makes one: \(error)")
    }
  }

  /// The location of the document, for its editor and its content; one object for the lifetime of the
  /// document.
  public private(set) lazy var configuration = URLDocumentConfiguration(self)

  /// Returns the content, which is created on first use if no wait is necessary.
  private func requireContent() throws -> Content {
    if content == nil { _ = beginCreation() }
    if let content { return content }
    if let creationError { throw creationError }
    throw DocumentError(
      .notOverridden, .open, url: fileURL,
      message: "\(localizedName) is not made yet: what makes \(Content.self) suspends",
      remedy: "open or create the document with the controller, which waits")
  }

  override func prepareContent() async throws {
    if content == nil { try await beginCreation().value }
  }

  /// Creates the content once, immediately until that first suspends.
  private func beginCreation() -> Task<Void, any Error> {
    if let creation { return creation }
    creationError = nil
    let task = Task.immediate { @MainActor in
      defer { creation = nil }
      do {
        guard let new = try await makesNew?(self) else { throw withoutContent }
        content = new
      } catch {
        creationError = error
        throw error
      }
      follow()
    }
    if content == nil, creationError == nil { creation = task }
    return task
  }

  // MARK: - Reading

  /// Reads an item with the content's reader, and applies the result to the content.
  public nonisolated override func read(from url: URL) throws {
    guard url.isFileURL else { throw unsupportedScheme(of: url, .open) }
    let url = try recoverItem(at: url)
    let type = type(named: itemReader(at: url).describe()?.type ?? fileType)
    let host = UncheckedSendableBox(self)
    if let creation = try Self.onMainActor({ host.value.waitingCreation }) {
      try finish(creation, "makeDocument", .open)
    }
    let reader = try Self.onMainActor { UncheckedSendableBox(try host.value.makeReader(type)) }
    let operation = Reading.current?.operation
    let read = try BlockingResult(elsewhere: {
      UncheckedSendableBox(
        try await reader.value.read(from: url, progress: .root(of: operation?.progress)))
    }).wait()
    try Reading.current?.operation.checkCancellation()
    let snapshot = UncheckedSendableBox(read)
    let application = try Self.onMainActor { host.value.application(of: snapshot.value) }
    try finish(application, "apply(snapshot:previous:)", .open)
  }

  private var waitingCreation: BlockingResult<Void>? {
    content == nil ? BlockingResult { [self] in try await prepareContent() } : nil
  }

  private func makeReader(_ type: UTType) throws -> Content.Reader {
    try requireContent().reader(configuration: DocumentReadConfiguration(type, lastWrapper))
  }

  private func application(of snapshot: Content.Reader.Snapshot) -> BlockingResult<Void> {
    BlockingResult { [self] in try await apply(snapshot) }
  }

  /// Loads the contents of another document of this class.
  public override func load(_ contents: Any, ofType type: UTType?) throws {
    guard case .snapshot(let snapshotContents) = DocumentContents(contents),
      let model = snapshotContents.value as? ModelContents<Content>,
      let snapshot = try model.taken.value?.snapshot as? Content.Reader.Snapshot
    else {
      throw DocumentError(
        .wrongKind, .open, url: fileURL,
        message: "\(localizedName) cannot be made of contents of type \(Swift.type(of: contents))",
        remedy: "let it read an item")
    }
    makesNew = makesNew ?? model.makesNew
    try finish(application(of: snapshot), "apply(snapshot:previous:)", .open)
  }

  private func apply(_ snapshot: Content.Reader.Snapshot) async throws {
    let content = try requireContent()
    // Changes by the document itself are not edits.
    trackers = [:]
    // The content gets the snapshots while the document keeps them and does not use them.
    nonisolated(unsafe) let (snapshot, last) = (snapshot, previous as? Content.Reader.Snapshot)
    try await content.apply(snapshot: snapshot, previous: last)
    previous = snapshot
    follow()
  }

  /// Waits for a function, except on the main queue, which it may need.
  private nonisolated func finish<Value>(
    _ work: BlockingResult<Value>, _ name: String, _ operation: DocumentError.Operation
  ) throws {
    guard MainQueue.isCurrent else {
      _ = try work.wait()
      return
    }
    guard try work.value == nil else { return }
    throw DocumentError(
      .notOverridden, operation, url: fileURL,
      message: "\(localizedName): \(name) suspends, and the main actor cannot wait",
      remedy: "move asynchronous work to the reader")
  }

  // MARK: - Writing

  override func takeContent(ofType type: UTType) throws -> SnapshotContents {
    guard let content = try requireContent() as? any WritableDocument else {
      throw unwritable(type)
    }
    let taken = try snapshot(of: content, type)
    // An error that is already known fails like the snapshot of other documents.
    _ = try taken.value
    let value = ModelContents<Content>(taken: taken, makesNew: makesNew)
    let noteSaved: () -> Void = { [weak self] in
      MainActor.assumeIsolated { self?.previous = try? taken.value?.snapshot }
    }
    guard content.makesFileWrappers else {
      let (previous, document) = (UncheckedSendableBox(previous), self)
      return SnapshotContents(
        of: type, value: value,
        writingItem: { url, original, isSuccessor in
          let write = try taken.wait().write
          let previous = isSuccessor ? previous : UncheckedSendableBox(nil)
          try document.prepareDestination(
            url, of: type, replacing: previous.value == nil ? nil : original)
          let operation = Writing.current?.operation
          try BlockingResult(elsewhere: {
            UncheckedSendableBox(try await write(url, previous, .root(of: operation?.progress)))
          }).wait()
        },
        whenSaved: noteSaved)
    }
    let made = MadeFileWrapper()
    return SnapshotContents(
      of: type, value: value,
      { _, isSuccessor in
        let makeWrapper = try taken.wait().fileWrapper
        let wrapper = try BlockingResult(elsewhere: {
          UncheckedSendableBox(try await makeWrapper(isSuccessor))
        }).wait()
        made.wrapper = wrapper
        return wrapper
      },
      whenSaved: {
        noteSaved()
        if let wrapper = made.wrapper { try? taken.value?.noteSaved(wrapper) }
      })
  }

  /// A copy of the package that is replaced, or an empty directory for a new package.
  private nonisolated func prepareDestination(
    _ url: URL, of type: UTType, replacing original: URL?
  ) throws {
    let (store, path) = (environment.store, try FilePath(of: url))
    if let original = original.flatMap({ FilePath(resolving: $0) }),
      try store.status(of: FileLocation(original)).kind == .directory
    {
      try store.copyTree(from: FileLocation(original), to: FileLocation(path), withAttributes: true)
    } else if type.conforms(to: .directory) {
      try store.createDirectory(at: FileLocation(path), permissions: .ownerReadWriteExecute)
    }
  }

  /// Starts a snapshot, and tracks the next change of the properties that it reads.
  private func snapshot(
    of content: any WritableDocument, _ type: UTType
  ) throws -> BlockingResult<TakenSnapshot> {
    let lastWrapper = lastWrapper
    let begin = { BlockingResult { try await content.take(type, lastWrapper) } }
    guard content is any Observable, !isForViewing else { return begin() }
    let tracker = trackers[type] ?? ReadTracker()
    trackers[type] = tracker
    let document = WeakDocument(self)
    return try tracker.read(begin) {
      (document.document as? ModelDocument<Content>)?.noteTrackedEdit()
    }
  }

  override func trackContent() { follow() }

  private func follow() {
    guard let content = content as? any WritableDocument & Observable else { return }
    _ = try? snapshot(of: content, type(named: savingFileType))
  }

  /// Tracks the next change, as ``ObjectDocument`` does.
  override func contentDidSettle() {
    let hasSteps =
      record.undoManager.map { $0.canUndo || $0.canRedo || $0.groupingLevel > 0 } ?? false
    if hasSteps || !record.withValues({ $0.changes.hasUnsavedChanges }) { follow() }
  }
}

/// A snapshot in progress, with the function that a duplicate needs.
private struct ModelContents<Content: ReadableDocument> {
  let taken: BlockingResult<TakenSnapshot>
  let makesNew: (@MainActor (ModelDocument<Content>) async throws -> Content)?
}

/// The file wrapper of a save, which the queue of file access writes before the main actor reads it.
private final class MadeFileWrapper {
  var wrapper: FileWrapper?
}

/// A snapshot of a type known to its document only, with the functions that write it.
private struct TakenSnapshot {
  let snapshot: Any
  let write: @Sendable (URL, UncheckedSendableBox<Any?>, consuming Subprogress) async throws -> Void
  let fileWrapper: @Sendable (Bool) async throws -> FileWrapper
  let noteSaved: (FileWrapper) -> Void
}

extension WritableDocument {
  fileprivate var makesFileWrappers: Bool { Writer.self is any FileWrapperMaking.Type }

  @MainActor fileprivate func take(
    _ type: UTType, _ lastWrapper: LastFileWrapper
  ) async throws -> TakenSnapshot {
    let snapshot = try await snapshot(contentType: type)
    let writer = UncheckedSendableBox(
      try writer(configuration: DocumentWriteConfiguration(type, lastWrapper)))
    let taken = UncheckedSendableBox(snapshot)
    return TakenSnapshot(snapshot: snapshot) { url, previous, progress in
      try await writer.value.write(
        snapshot: taken.value, to: url, previous: previous.value as? Writer.Snapshot,
        progress: progress)
    } fileWrapper: { isSuccessor in
      guard let writer = writer.value as? any FileWrapperMaking else {
        throw CocoaError(.fileWriteUnknown)
      }
      // Nothing else uses the writer until it has ended.
      nonisolated(unsafe) let maker = writer
      return try await maker.fileWrapper(of: taken.value, isSuccessor: isSuccessor)
    } noteSaved: {
      (writer.value as? any FileWrapperMaking)?.noteSaved($0)
    }
  }
}

extension Subprogress {
  /// Returns the whole of a new progress, which an operation reports.
  fileprivate static func root(of progress: OperationProgress?) -> Subprogress {
    ProgressManager(totalCount: 1) { manager in
      if !manager.isFinished { progress?.report(manager.fractionCompleted) }
    }.subprogress(assigningCount: 1)
  }
}

/// The result of an asynchronous function, for threads that may wait for it.
final class BlockingResult<Value>: Sendable {
  private let outcome = Mutex<Result<UncheckedSendableBox<Value>, any Error>?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  /// Runs a function on the main actor, immediately until it first suspends.
  @MainActor init(_ body: @escaping @MainActor () async throws -> Value) {
    Task.immediate { @MainActor in
      do { settle(.success(UncheckedSendableBox(try await body()))) } catch {
        settle(.failure(error))
      }
    }
  }

  init(elsewhere body: @escaping @Sendable () async throws -> UncheckedSendableBox<Value>) {
    Task.detached {
      do { self.settle(.success(try await body())) } catch { self.settle(.failure(error)) }
    }
  }

  private func settle(_ result: Result<UncheckedSendableBox<Value>, any Error>) {
    outcome.withLock { $0 = result }
    isOver.signal()
  }

  var value: Value? {
    get throws { try outcome.withLock { $0 }?.get().value }
  }

  /// Waits for the function; only for the threads of file access, for which no thread waits.
  func wait() throws -> Value {
    isOver.wait()
    isOver.signal()
    guard let value = try value else { throw CancellationError() }
    return value
  }
}

/// The location of a document, for its editor and its content: the counterpart of SwiftUI's newer
/// class of the same name.
///
/// A document may keep it; it holds the document weakly.
@MainActor public final class URLDocumentConfiguration: Observable {
  private weak var host: SnapshotDocument?

  init(_ host: SnapshotDocument) { self.host = host }

  /// The location of the document; nil before its first save.
  ///
  /// If a program has moved the item itself, it sets the new location. Setting nil has no effect, because a
  /// saved document keeps its location.
  public var fileURL: URL? {
    get { host?.savedURL }
    set { if let newValue { host?.presentedItemDidMove(to: newValue) } }
  }

  /// The modification date of the contents when the document last read or wrote them.
  public var lastContentModificationDate: Date? {
    get { host?.fileModificationDate }
    set { host?.fileModificationDate = newValue }
  }

  /// The way in which the document was created; nil for one that was opened.
  public var creationSource: DocumentCreationSource? { host?.creationSource }

  /// Creates a file coordinator of the document, which is not notified of its accesses.
  public func makeFileCoordinator() -> sending NSFileCoordinator {
    // The coordinator only has the identity of the document.
    nonisolated(unsafe) let coordinator = NSFileCoordinator(filePresenter: host)
    return coordinator
  }
}

extension URLDocumentConfiguration: Hashable, CustomStringConvertible {
  /// Returns a Boolean value that indicates whether both are the same object.
  public nonisolated static func == (
    first: URLDocumentConfiguration, second: URLDocumentConfiguration
  ) -> Bool {
    first === second
  }

  /// Hashes the identity of the object.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  /// The name of the class.
  public nonisolated var description: String { "URLDocumentConfiguration" }
}
