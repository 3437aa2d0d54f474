internal import CUTISystemCalls
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The documents of the process.
///
/// A document with changes that no file has is kept alive until a file has them.
final class LiveDocuments: Sendable {
  static let shared = LiveDocuments()

  private struct Entry: Sendable {
    let document: WeakDocument
    /// The process that created the document; a child of fork(2) inherits the table without the
    /// work.
    let process: pid_t
    let number: Int
    /// The reference that keeps the document alive.
    var lifeline: UncheckedSendableBox<NSObject>?
    /// The note, created when the document first has unsaved changes.
    var note: TrapNote?
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var newest = 0
  }

  private let state = Mutex(State())

  func insert(_ document: Document) {
    let entry = WeakDocument(document)
    let id = ObjectIdentifier(document)
    state.withLock { state in
      state.newest += 1
      state.entries[id] = Entry(document: entry, process: getpid(), number: state.newest)
    }
  }

  func remove(_ id: ObjectIdentifier) {
    _ = state.withLock { $0.entries.removeValue(forKey: id) }
  }

  /// Keeps a document alive for exactly as long as necessary.
  func update(_ document: Document) {
    let id = ObjectIdentifier(document)
    // The reference that is released may be the last one, and `deinit` takes the lock.
    let released = state.withLock { state -> UncheckedSendableBox<NSObject>? in
      guard var entry = state.entries[id] else { return nil }
      defer { state.entries[id] = entry }
      // The state is read under the lock, so that the last call sees the final state. Nothing that
      // is called here may notify observers or call code of the program.
      let isAtRisk = document.isAtRisk
      let loss: TrapNote.Loss? =
        isAtRisk
        ? document.ownFolder.map { .keptByClass($0) } ?? .certain
        : document.hidesChanges ? .possible : nil
      if loss != nil, entry.note == nil { entry.note = TrapNote() }
      entry.note?.set(loss, document.place)
      let released = entry.lifeline
      let isKept = isAtRisk && document.environment.autosavePolicy != nil
      entry.lifeline = isKept ? UncheckedSendableBox(document.lifeline) : nil
      return released
    }
    withExtendedLifetime(released) {}
  }

  /// The documents that this process has created, in order of their creation.
  var all: [Document] {
    let process = getpid()
    return state.withLock { state in
      UncheckedSendableBox(
        state.entries.values.filter { $0.process == process }.sorted { $0.number < $1.number }
          .compactMap(\.document.document))
    }.value
  }
}

extension Document {
  /// True if there are changes that no file has.
  var isAtRisk: Bool { record.withValues { $0.isAtRisk } || undoActivity.isRecording }

  /// The folder in which the class itself keeps every change; nil if it does not.
  fileprivate var ownFolder: FilePath? { record.withValues { $0.ownFolder } }

  /// The path of the document, or its URL if it is not a file URL, for messages.
  var place: String {
    let url = record.fileURL
    return url.isFileURL ? url.path : url.absoluteString
  }

  /// Notes changes that affect the handling of the document when the process ends.
  func prepareForEnd(_ changes: DocumentRecord.Changes) {
    guard !changes.isDisjoint(with: [.risk, .edits, .place, .state]) else { return }
    // A thread that changes a document may also run out of stack.
    if environment.endPatience != nil { uti_use_signal_stack() }
    LiveDocuments.shared.update(self)
    if changes.contains(.state) { ContentsWatch.shared.update(self) }
    if isAtRisk || !record.state.contains(.closed) {
      ProcessEnd.shared.register(environment)
    }
  }
}
