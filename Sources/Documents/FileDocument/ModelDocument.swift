public import Foundation
internal import FoundationAdditions
internal import Observation
internal import UTIPlatform
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
  /// Creates the content, which reading fills.
  var makesNew: (@MainActor () -> Content)?

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
    guard let content = content ?? makeNew() else {
      misuse("\(self) has no document; register \(Content.self) with what makes one")
    }
    return content
  }

  /// The location of the document, for its editor.
  public var configuration: URLDocumentConfiguration { URLDocumentConfiguration(self) }

  private func makeNew() -> Content? {
    content = makesNew?()
    follow()
    return content
  }

  // MARK: - Reading

  /// Reads an item with the content's reader, and applies the result to the content.
  public nonisolated override func read(from url: URL) throws {
    guard url.isFileURL else { throw unsupportedScheme(of: url, .open) }
    let url = try recoverItem(at: url)
    let type = type(named: ItemReader(document: self, url: url).describe()?.type ?? fileType)
    let host = UncheckedSendableBox(self)
    let reader = try Self.onMainActor { try host.value.makeReader(type) }
    let read = try BlockingResult(elsewhere: {
      UncheckedSendableBox(try await reader.read(from: url, progress: Progress(totalUnitCount: 0)))
    }).wait()
    try Reading.current?.operation.checkCancellation()
    let snapshot = UncheckedSendableBox(read)
    let application = try Self.onMainActor { host.value.application(of: snapshot.value) }
    try finish(application, "apply(snapshot:previous:)", .open)
  }

  private func makeReader(_ type: UTType) throws -> Content.Reader {
    guard let content = content ?? makeNew() else { throw withoutContent }
    return try content.reader(configuration: DocumentReaderConfiguration(contentType: type))
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
    guard let content = content ?? makeNew() else { throw withoutContent }
    // Changes by the document itself are not edits.
    trackers = [:]
    try await content.apply(snapshot: snapshot, previous: previous as? Content.Reader.Snapshot)
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
    guard let content = content ?? makeNew() else { throw withoutContent }
    guard let content = content as? any WritableDocument else { throw unwritable(type) }
    let taken = try snapshot(of: content, type)
    // An error that is already known fails like the snapshot of other documents.
    _ = try taken.value
    let previous = UncheckedSendableBox(previous)
    return SnapshotContents(
      ofType: type, value: ModelContents<Content>(taken: taken, makesNew: makesNew),
      writeItem: { url, isSuccessor in
        let writing = try taken.wait().write
        let previous = isSuccessor ? previous : UncheckedSendableBox(nil)
        try BlockingResult(elsewhere: {
          UncheckedSendableBox(try await writing(url, previous, Progress(totalUnitCount: 0)))
        }).wait()
      },
      whenSaved: { [weak self] in
        MainActor.assumeIsolated { self?.previous = try? taken.value?.snapshot }
      })
  }

  /// Starts a snapshot, and tracks the next change of the properties that it reads.
  private func snapshot(
    of content: any WritableDocument, _ type: UTType
  ) throws -> BlockingResult<TakenSnapshot> {
    let begin = { BlockingResult { try await content.take(type) } }
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
  let makesNew: (@MainActor () -> Content)?
}

/// A snapshot of a type that only its document knows, with the function that writes it.
private struct TakenSnapshot {
  let snapshot: Any
  let write: @Sendable (URL, UncheckedSendableBox<Any?>, Progress) async throws -> Void
}

extension WritableDocument {
  @MainActor fileprivate func take(_ type: UTType) async throws -> TakenSnapshot {
    let snapshot = try await snapshot(contentType: type)
    let writer = try writer(configuration: DocumentWriterConfiguration(contentType: type))
    let taken = UncheckedSendableBox(snapshot)
    return TakenSnapshot(snapshot: snapshot) { url, previous, progress in
      try await writer.write(
        snapshot: taken.value, to: url, previous: previous.value as? Writer.Snapshot,
        progress: progress)
    }
  }
}
