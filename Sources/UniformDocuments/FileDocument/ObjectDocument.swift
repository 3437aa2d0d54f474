public import Foundation
internal import Synchronization
internal import UTIPlatform
internal import UniformFoundationAdditions
public import UniformTypes

/// A document whose content is a shared object: it saves a ``ReferenceFileDocument``, detects its
/// edits and follows its file.
///
/// `DocumentController.register(_:role:newDocument:)` makes a controller open and create documents
/// of this class. Undo steps are registered with ``Document/undoManager``; edits without a
/// registration are saved too.
///
/// For a class with `@Observable`, the document tracks the properties that the snapshot has read.
/// It takes a snapshot when the document is opened, and after every event with an undoable edit, to
/// detect the next edit. Snapshots should therefore be cheap.
@MainActor public final class ObjectDocument<Content: ReferenceFileDocument>: SnapshotDocument {
  private var content: Content?
  private var subscription: ObservableObjectPublisher.Subscription?
  /// The snapshot that was last saved or read, if the content needs it.
  private var previous: Content.Snapshot?
  /// The trackers of the snapshots' properties, by type: each type may read other properties.
  private var trackers: [UTType: ReadTracker] = [:]
  var makesNew: (@MainActor () -> Content)?

  public nonisolated override class var readableContentTypes: [UTType] {
    Content.readableContentTypes
  }
  public nonisolated override class var writableContentTypes: [UTType] {
    Content.writableContentTypes
  }
  nonisolated override class var clientType: any Any.Type { Content.self }

  /// Creates a document without a file; saving it with `.forCreating` creates the file.
  ///
  /// - Parameters:
  ///   - document: the content.
  ///   - url: the location of the new file.
  public convenience init(_ document: Content, fileURL url: URL) {
    self.init(at: url)
    show(document)
  }

  /// The content; a document that is neither open nor new has none, and reading it is an error.
  ///
  /// It is a new object after the file was read again. Views that observe the property are
  /// notified.
  public var document: Content {
    registrar.access(self, keyPath: \.document)
    guard let content = content ?? makeNew() else {
      misuse("\(self) has no document before it is opened; call openContents() first")
    }
    return content
  }

  /// The document, for its editor.
  public var configuration: ReferenceFileDocumentConfiguration<Content> {
    ReferenceFileDocumentConfiguration(self)
  }

  private func makeNew() -> Content? {
    guard let new = makesNew?() else { return nil }
    show(new)
    return new
  }

  private func show(_ newContent: Content) {
    registrar.withMutation(of: self, keyPath: \.document) { content = newContent }
    let document = WeakDocument(self)
    subscription = newContent.objectWillChange.sink { _ in
      (document.document as? ObjectDocument<Content>)?.noteEdit()
    }
    trackers = [:]
    previous = nil
    if newContent is any IncrementalReferenceFileDocument {
      previous = try? snapshot(of: newContent, type(named: savingFileType))
    } else {
      track(newContent)
    }
  }

  // MARK: - Reading and writing

  override func takeContent(ofType type: UTType) throws -> SnapshotContents {
    guard let content = content ?? makeNew() else { throw withoutContent }
    if content.objectWillChange.isSending { edits.withLock { $0.isSnapshotStale = true } }
    let taken = UncheckedSendableBox(try snapshot(of: content, type))
    let object = UncheckedSendableBox(content)
    guard let incremental = content as? any IncrementalReferenceFileDocument else {
      return SnapshotContents(of: type) { configuration, _ in
        try object.value.fileWrapper(snapshot: taken.value, configuration: configuration)
      }
    }
    let previous = UncheckedSendableBox(previous)
    return SnapshotContents(of: type) { configuration, isSuccessor in
      try incremental.write(taken.value, after: isSuccessor ? previous.value : nil, configuration)
    } whenSaved: { [weak self] in
      MainActor.assumeIsolated { self?.previous = taken.value }
    }
  }

  nonisolated override func makeContent(
    of contents: DocumentContents, ofType typeName: String?
  ) throws -> Any {
    try content(of: contents, typeName)
  }

  private nonisolated func content(
    of contents: DocumentContents, _ typeName: String?
  ) throws -> Content {
    try Content(configuration: configuration(contents, ofType: typeName))
  }

  /// Loads the contents that were read.
  public override func load(_ contents: Any, ofType type: UTType?) throws {
    let contents = DocumentContents(contents)
    if case .other(let content as Content) = contents { return show(content) }
    show(try content(of: contents, type?.identifier))
  }

  // MARK: - Observing a class with @Observable

  /// Takes a snapshot, and tracks the next change of the properties that it reads.
  private func snapshot(of content: Content, _ type: UTType) throws -> Content.Snapshot {
    guard content is any Observable, !isForViewing else {
      return try content.snapshot(contentType: type)
    }
    let tracker = trackers[type] ?? ReadTracker()
    trackers[type] = tracker
    let document = WeakDocument(self)
    return try tracker.read {
      try content.snapshot(contentType: type)
    } onChange: {
      (document.document as? ObjectDocument<Content>)?.noteTrackedEdit()
    }
  }

  override func trackContent() {
    if let content { track(content) }
  }

  private func track(_ content: Content) {
    guard content is any Observable, !isForViewing else { return }
    _ = try? snapshot(of: content, type(named: savingFileType))
  }

  /// Tracks only the saved state, or a state from which an undo can lead back to it; others stay
  /// changed until the next save.
  override func contentDidSettle() {
    guard let content else { return }
    let hasSteps =
      record.undoManager.map { $0.canUndo || $0.canRedo || $0.groupingLevel > 0 } ?? false
    if hasSteps || !record.withValues({ $0.changes.hasUnsavedChanges }) { track(content) }
  }
}

extension IncrementalReferenceFileDocument {
  /// Writes snapshots of a type that only the document knows.
  fileprivate func write(
    _ snapshot: Any, after previous: Any?, _ configuration: FileDocumentWriteConfiguration
  ) throws -> FileWrapper {
    guard let snapshot = snapshot as? Snapshot else { throw CocoaError(.fileWriteUnknown) }
    return try fileWrapper(
      snapshot: snapshot, previousSnapshot: previous as? Snapshot, configuration: configuration)
  }
}
