internal import CUTISystemCalls
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The documents of the process; one with changes that no file has is kept alive until a file has
/// them.
final class LiveDocuments: Sendable {
  static let shared = LiveDocuments()

  private struct Entry: Sendable {
    let document: WeakEndingDocument
    /// A child of fork(2) inherits the table without the work.
    let process: CUnsignedInt
    let number: Int
    var lifeline: UncheckedSendableBox<NSObject>?
    /// The note, created when the document first has unsaved changes.
    var note: TrapNote?
  }

  private struct State: Sendable {
    var entries: [ObjectIdentifier: Entry] = [:]
    var newest = 0
  }

  private let state = Mutex(State())

  func insert(_ document: any EndingDocument) {
    let entry = WeakEndingDocument(document)
    let id = ObjectIdentifier(document)
    state.withLock { state in
      state.newest += 1
      state.entries[id] = Entry(
        document: entry, process: uti_process_generation(), number: state.newest)
    }
  }

  func remove(_ id: ObjectIdentifier) {
    _ = state.withLock { $0.entries.removeValue(forKey: id) }
  }

  /// Keeps a document alive for exactly as long as necessary.
  func update(_ document: any EndingDocument) {
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

  var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

  /// The documents that this process has created, in order of their creation.
  var all: [any EndingDocument] {
    let process = uti_process_generation()
    return state.withLock { state in
      UncheckedSendableBox(
        state.entries.values.filter { $0.process == process }.sorted { $0.number < $1.number }
          .compactMap(\.document.document))
    }.value
  }
}

/// The line about a document that is printed when the process traps.
final class TrapNote: Sendable {
  // Unsafe in name only: the functions for notes may be called on any thread.
  nonisolated(unsafe) private let note = uti_trap_note_make()

  /// The knowledge of changes that no file has.
  enum Loss {
    case certain
    case possible
    case keptByClass(FilePath)
  }

  /// `loss` is nil for no line; `place` is a path or URL.
  func set(_ loss: Loss?, _ place: String) {
    switch loss {
    case nil: uti_trap_note_set(note, nil)
    case .certain:
      uti_trap_note_set(
        note,
        "\(place): error: the program ended at once with changes that no file has, and they are lost; "
          + "find the cause of this end\n")
    case .keptByClass(let folder):
      uti_trap_note_set(
        note,
        "\(place): note: the program ended at once with changes that the file lacks; nothing is lost, "
          + "because \(folder) has them; open the document again\n")
    case .possible:
      uti_trap_note_set(
        note,
        "\(place): error: the program ended at once, and changes of the last seconds are lost if they were "
          + "not registered; register changes, and find the cause of this end\n")
    }
  }

  deinit { uti_trap_note_discard(note) }
}
