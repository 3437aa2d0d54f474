public import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import UTIPlatform
public import UniformTypes

/// A document whose content is a shared object: it saves a ``ReferenceFileDocument``, notices its
/// edits and follows its file.
///
/// `DocumentController.register(_:role:newDocument:)` has a controller open and make documents with it.
/// Steps to undo are registered with ``Document/undoManager``; edits without any are saved all the
/// same.
///
/// Of a class with `@Observable` it knows what the snapshot has read. It takes one when the document
/// was opened, and one after every event with an edit that can be undone, so that it knows of the next
/// edit: snapshots are to be cheap.
@MainActor public final class ObjectDocument<Content: ReferenceFileDocument>: SnapshotDocument {
  private var content: Content?
  private var subscription: ObservableObjectPublisher.Subscription?
  /// What was last saved or read, where the content asks for that.
  private var previous: Content.Snapshot?
  /// What follows the changes of snapshots, by their types: each may read something else.
  private var trackers: [UTType: ReadTracker] = [:]
  /// Makes the content of a new document.
  var makesNew: (@MainActor () -> Content)?

  public nonisolated override class var readableContentTypes: [UTType] {
    Content.readableContentTypes
  }
  public nonisolated override class var writableContentTypes: [UTType] {
    Content.writableContentTypes
  }
  nonisolated override class var clientType: any Any.Type { Content.self }

  /// Makes a document that is in no file yet; saving it for creating makes one.
  ///
  /// - Parameters:
  ///   - document: what it has.
  ///   - url: where it will be.
  public convenience init(_ document: Content, fileURL url: URL) {
    self.init(at: url)
    show(document)
  }

  /// The content; a document that is neither open nor new has none, and must not be asked.
  ///
  /// It is another object when the file was read again. Views that follow the property learn that.
  public var document: Content {
    registrar.access(self, keyPath: \.document)
    guard let content = content ?? makeNew() else {
      misuse("\(self) has no document before it is opened; call openContents() first")
    }
    return content
  }

  /// The document as editors see it.
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
      return SnapshotContents(ofType: type) { configuration, _ in
        try object.value.fileWrapper(snapshot: taken.value, configuration: configuration)
      }
    }
    let previous = UncheckedSendableBox(previous)
    return SnapshotContents(ofType: type) { configuration, isSuccessor in
      try incremental.write(
        taken.value, after: isSuccessor ? previous.value : nil, configuration)
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

  /// Takes over what was read.
  public override func load(_ contents: Any, ofType type: UTType?) throws {
    let contents = DocumentContents(contents)
    if case .other(let content as Content) = contents { return show(content) }
    show(try content(of: contents, type?.identifier))
  }

  // MARK: - Following a class with @Observable

  /// Takes a snapshot, and learns of the next change of what it has read.
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
      (document.document as? ObjectDocument<Content>)?.noteEdit()
    }
  }

  private func track(_ content: Content) {
    guard content is any Observable, !isForViewing else { return }
    _ = try? snapshot(of: content, type(named: savingFileType))
  }

  /// Tracks the next change of what is saved, or of what undoing could lead back to that; anything
  /// else stays changed until its next save takes a snapshot.
  override func contentDidSettle() {
    guard let content else { return }
    let hasSteps =
      record.undoManager.map { $0.canUndo || $0.canRedo || $0.groupingLevel > 0 } ?? false
    if hasSteps || !record.withValues({ $0.changes.hasUnsavedChanges }) { track(content) }
  }
}

extension IncrementalReferenceFileDocument {
  /// Writes snapshots whose type only the document knows.
  fileprivate func write(
    _ snapshot: Any, after previous: Any?, _ configuration: FileDocumentWriteConfiguration
  ) throws -> FileWrapper {
    guard let snapshot = snapshot as? Snapshot else { throw CocoaError(.fileWriteUnknown) }
    return try fileWrapper(
      snapshot: snapshot, previousSnapshot: previous as? Snapshot, configuration: configuration)
  }
}
