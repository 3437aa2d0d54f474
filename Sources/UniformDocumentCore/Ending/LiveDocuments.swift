internal import CUTISystemCalls
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
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

/// The outcome of the end of the process for one document.
enum EndOutcome: Sendable {
  case unchanged
  case saved
  /// A file in the recovery location has the changes, because the item could not be saved.
  case kept(FilePath, DocumentError?)
  /// The class of the document has reported that nothing is left to save.
  case declined
  case lost(DocumentError)
  case notAutosaved
  case unanswered(LostPart)
  /// The document, which may have unregistered changes, did not answer in time.
  case notCompared

  /// The reason for which the process ends.
  enum Cause: Sendable {
    case exit
    case uncaughtError
    case signal
  }

  func message(about url: URL, _ cause: Cause) -> DocumentError? {
    switch self {
    case .unchanged, .declined: return nil
    case .saved:
      return DocumentError(
        .savedAtEnd, .end, url: url,
        message: "unsaved changes were saved at exit",
        remedy: cause == .signal
          ? "nothing is lost" : "call saveAndClose() before the program ends")
    case .kept(let path, let error):
      return DocumentError(
        .keptAtEnd, .end, url: url, errno: error?.errno, unsavedContents: .file(path),
        underlyingError: error,
        message: "kept in \(path) at the end of the program"
          + (error.map { ", because saving failed: \($0.message)" } ?? ""),
        remedy: "open it with DocumentController.autosavedDocuments(in:)")
    case .lost(let error):
      return DocumentError(
        error.code, .end, url: url, errno: error.errno,
        isOriginalIntact: error.isOriginalIntact, underlyingError: error,
        message: "not saved at the end of the program, and the changes are lost: \(error.message)",
        remedy: error.remedy)
    case .notAutosaved:
      return DocumentError(
        .changesLost, .end, url: url,
        message: "not saved at the end of the program, and the changes are lost: its environment "
          + "has no autosave policy",
        remedy: "save it before the program ends")
    case .unanswered(let part):
      return DocumentError(
        .changesLost, .end, url: url, unsavedContents: part.file.map { .file($0) } ?? .none,
        message: "not saved at the end of the program, and \(part): the thread, actor "
          + "or queue that the document belongs to was busy",
        remedy: "save it before the program ends, or end the program on the main actor; read lines "
          + "with InputLines, so that the main thread serves its queue")
    case .notCompared:
      return DocumentError(
        .unregisteredChange, .end, url: url,
        message:
          "not examined at the end of the program: unregistered changes are lost, "
          + "if there are any, because the thread, actor or queue that the document belongs to was busy",
        remedy: "register changes, and close documents before the program ends")
    }
  }

  /// The changes that the end of the process loses.
  struct LostPart: Sendable, CustomStringConvertible {
    /// The time since the first of these changes; nil if it is unknown.
    let age: Duration?
    /// The file that has the earlier changes; nil if all are lost.
    let file: FilePath?
    /// The folder in which the class itself keeps every change; nil if it does not.
    let ownFolder: FilePath?

    var description: String {
      if let ownFolder {
        return "nothing is lost, because \(ownFolder) has the changes for the next opening"
      }
      guard let file else { return "the changes are lost" }
      // Rounded up, so that no lost change is older.
      let seconds = age.map { $0.components.seconds + 1 }
      let part = seconds.map { $0 == 1 ? "the last second" : "the last \($0) seconds" }
      return "the changes of \(part ?? "the last autosave") may be lost, while \(file) has the "
        + "earlier ones"
    }
  }

  static func == (left: EndOutcome, right: EndOutcome) -> Bool {
    if case .unchanged = left, case .unchanged = right { true } else { false }
  }
}

/// A document as the end of the process sees it.
protocol EndingDocument: AnyObject {
  var environment: DocumentEnvironment { get }
  var operations: OperationLine { get }
  var fileURL: URL { get }
  var clientClass: NSObject.Type { get }
  var lifeline: NSObject { get }
  /// The path of the document, or its URL if it is not a file URL, for messages.
  var place: String { get }
  /// The folder in which the class itself keeps every change; nil if it does not.
  var ownFolder: FilePath? { get }
  var isAtRisk: Bool { get }
  var hidesChanges: Bool { get }
  /// True if an operation is in progress, or no file has the changes.
  var needsEnd: Bool { get }
  /// True if there may be changes that were not registered, and are saved if they are found.
  var mayNeedEnd: Bool { get }
  var endState: EndState { get }
  var lostPart: EndOutcome.LostPart { get }

  /// The outcome for changes that the recovery location has already, because of a problem.
  var keptOutcome: EndOutcome? { get }
  /// The outcome for changes that the recovery location has, if the document does not answer.
  var keptUnanswered: EndOutcome? { get }
  /// True if the document belongs to the main actor, as far as is known.
  var isOfMainActor: Bool { get }

  func isAutosaveDue(within duration: Duration) -> Bool

  /// Runs after the pending operations; calls `completion` on any thread.
  func saveBeforeWaiting(_ completion: @escaping @Sendable () -> Void)

  /// Runs after the pending operations; calls `completion` on any thread.
  func saveAtEnd(_ completion: @escaping @Sendable (EndOutcome, EndState) -> Void)
}

/// The state that decides whether the end of the process must handle a document again.
struct EndState: Hashable, Sendable {
  let changes: ChangeTracker.StateIdentity
  let hasUnsavedChanges: Bool
  let isIdle: Bool
}

/// Unchecked because reading a weak reference is safe on any thread, and each reader uses the
/// document in its isolation only.
final class WeakEndingDocument: @unchecked Sendable {
  private(set) weak var document: (any EndingDocument)?

  init(_ document: any EndingDocument) { self.document = document }
}
