import Foundation
import Synchronization
import UniformDocuments

/// The notifications that arrive at observers with a queue.
struct ReceivedNotifications {
  /// The queue of the observers.
  enum Queue: String, CaseIterable {
    case none, main, other

    var value: OperationQueue? {
      switch self {
      case .none: nil
      case .main: .main
      case .other: OperationQueue()
      }
    }
  }

  /// All notifications that the products post.
  private static let names: [Notification.Name] = [
    Document.stateChangedNotification, Document.didMoveToWritableLocationNotification,
    .NSUndoManagerCheckpoint, .NSUndoManagerDidOpenUndoGroup, .NSUndoManagerWillCloseUndoGroup,
    .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerWillUndoChange, .NSUndoManagerDidUndoChange,
    .NSUndoManagerWillRedoChange, .NSUndoManagerDidRedoChange,
  ]

  /// Uses documents, and prints the notifications that no observer received.
  ///
  /// - Parameters:
  ///   - queue: the queue of the observers.
  ///   - directory: an empty directory.
  @MainActor static func run(_ queue: Queue, in directory: URL) async throws {
    let seen = Seen()
    // Foundation does not keep the queue alive.
    let operations = queue.value
    defer { withExtendedLifetime(operations) {} }
    let observers = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: operations) { _ in
        seen.insert(name)
      }
    }
    try await edit(in: directory)
    // A document whose directory is read-only moves at its first edit.
    let closed = directory.appending(path: "closed", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: closed, withIntermediateDirectories: true)
    try Data("old".utf8).write(to: closed.appending(path: "note.txt"))
    try setMode(0o444, of: closed.appending(path: "note.txt"))
    try setMode(0o555, of: closed)
    defer { try? setMode(0o755, of: closed) }
    let note = ObservedNote(fileURL: closed.appending(path: "note.txt"))
    note.environment.writableCopiesDirectory = .init(directory.appending(path: "copies").path())
    try await note.openContents()
    note.setText("new")
    for _ in 0..<500 where seen.names.count < names.count {
      try await Task.sleep(for: .milliseconds(10))
    }
    try await note.saveAndClose()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    for name in names where !seen.names.contains(name) { print("missing: \(name.rawValue)") }
    print("received: \(seen.names.count)")
  }

  @MainActor private static func edit(in directory: URL) async throws {
    let url = directory.appending(path: "note.txt")
    try Data("old".utf8).write(to: url)
    let note = ObservedNote(fileURL: url)
    try await note.openContents()
    note.setText("new")
    try await note.saveContents(to: url, for: .forOverwriting)
    note.undoManager.undo()
    note.undoManager.redo()
    try await note.saveAndClose()
    guard try String(contentsOf: url, encoding: .utf8) == "new" else {
      throw CocoaError(.fileReadCorruptFile)
    }
  }

  private static func setMode(_ mode: Int, of url: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path())
  }

  private final class Seen: Sendable {
    private let received = Mutex<Set<Notification.Name>>([])

    var names: Set<Notification.Name> { received.withLock { $0 } }

    func insert(_ name: Notification.Name) { received.withLock { _ = $0.insert(name) } }
  }
}

private final class ObservedNote: Document {
  private var text = ""

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }

  @MainActor func setText(_ new: String) {
    undoManager.registerUndo(withTarget: self) { [text] in $0.setText(text) }
    text = new
  }
}
