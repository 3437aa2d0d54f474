internal import Dispatch
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFileCoordination
internal import UTIFoundationBridge
internal import UTIPlatform

/// A wait of a document for access to its item, while the recovery location gets its changes
/// (rule G14).
///
/// The item may be in use for any time, such as by a process that is stopped.
final class AccessWait: Sendable {
  /// The contents of a save that waits.
  struct Contents {
    let snapshot: SaveSnapshot
    let state: ChangeTracker.StateIdentity
  }

  private static let queue = DispatchQueue(label: "UniformDocuments.accessWait")
  /// The longest wait before the changes are written, and the longest time until later ones are.
  private static let (patience, pause) = (Duration.milliseconds(500), Duration.seconds(2))

  private let document: WeakDocument
  private let idlePeriod: Duration?
  private let hasBegun = Mutex(false)
  /// The contents of the waiting save, which are written first.
  private let contents: Mutex<UncheckedSendableBox<Contents?>>
  /// Locked while a copy is written, so that a save and its copy are not written at the same time.
  private let isOver = Mutex(false)

  init(_ document: Document, _ contents: Contents?) {
    self.document = WeakDocument(document)
    self.contents = Mutex(UncheckedSendableBox(contents))
    idlePeriod = document.environment.autosavePolicy?.idlePeriod
  }

  func begin() {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    guard isFirst, let idlePeriod else { return }
    after(min(idlePeriod / 4, Self.patience)) { $0.writeFirst() }
  }

  /// Waits for a copy that is being written.
  func end() {
    isOver.withLock { $0 = true }
    _ = takeFirst()
  }

  private func takeFirst() -> UncheckedSendableBox<Contents?> {
    contents.withLock { contents in
      defer { contents = UncheckedSendableBox(nil) }
      return contents
    }
  }

  private func after(_ delay: Duration, _ work: @escaping @Sendable (AccessWait) -> Void) {
    Self.queue.asyncAfter(deadline: .now() + delay.dispatchInterval) { [weak self] in
      guard self != nil else { return }
      WorkerPool.files.perform { [weak self] in
        guard let self, !isOver.withLock({ $0 }) else { return }
        work(self)
      }
    }
  }

  private func continueLater() {
    guard let idlePeriod else { return }
    after(min(max(idlePeriod, .milliseconds(100)), Self.pause)) { $0.takeContents() }
  }

  private func writeFirst() {
    guard let contents = takeFirst().value, let document = document.document else {
      return takeContents()
    }
    write(contents, of: document, as: document.makeOperationOfOwner(isAutosave: true))
  }

  /// Takes contents that no file has in the isolation of the document.
  private func takeContents() {
    guard let document = document.document else { return }
    guard document.isAtRisk else { return continueLater() }
    let operation = document.makeOperationOfOwner(isAutosave: true)
    let owner = UncheckedSendableBox(document)
    operation.resume { [self] in
      let document = owner.value
      document.afterUndoEvent(as: operation) { [self] in
        let contents = document.isUndoingOrRedoing ? nil : document.takeForRecovery()
        let box = UncheckedSendableBox(contents)
        WorkerPool.files.perform { [self] in
          guard let contents = box.value else { return continueLater() }
          write(contents, of: owner.value, as: operation)
        }
      }
    }
  }

  private func write(
    _ contents: Contents, of document: Document, as operation: DocumentOperation
  ) {
    isOver.withLock { isOver in
      guard !isOver else { return }
      document.keepWhileWaiting(contents, as: operation)
    }
    continueLater()
  }
}

extension Document {
  /// Runs in the isolation of the document; nil if the class has no contents.
  fileprivate func takeForRecovery() -> AccessWait.Contents? {
    guard hasUnsavedChanges, !autosavesElsewhere, fileURL.isFileURL,
      let directory = environment.autosaveDirectory, let path = try? FilePath(of: fileURL)
    else { return nil }
    let state = record.withValues { $0.changes.current }
    let place = URL(of: directory.appending(path.lastComponent ?? .known("document")))
    // The waiting save, or a later one, reports an error of the class.
    let snapshot = try? takeSnapshot(to: place, for: .forOverwriting, movesDocument: false)
    return snapshot.map { AccessWait.Contents(snapshot: $0, state: state) }
  }

  /// A failure is not reported, because the document has not failed to save yet.
  fileprivate func keepWhileWaiting(
    _ contents: AccessWait.Contents, as operation: DocumentOperation
  ) {
    let (autosaved, ownFolder) = record.withValues { ($0.autosaved?.state, $0.ownFolder) }
    guard hasUnsavedChanges, fileURL.isFileURL, let directory = environment.autosaveDirectory,
      ownFolder == nil, autosaved != contents.state
    else { return }
    var snapshot = contents.snapshot
    snapshot.plan = snapshot.plan.elsewhere
    try? write(
      snapshot, elsewhereIn: directory, state: contents.state, as: operation, isCoordinated: false)
  }
}
