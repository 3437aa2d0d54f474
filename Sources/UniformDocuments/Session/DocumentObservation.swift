internal import Foundation
internal import Observation
internal import Synchronization
internal import UniformFoundationAdditions

/// Observes a document; the only type that depends on the ways in which documents report changes.
@MainActor final class DocumentObservation {
  private weak var document: Document?
  private let changed: @MainActor () -> Void
  private let undoObservers: UndoObservers
  private var isScheduled = false

  /// Calls `changed` in a separate turn of the main queue when a visible property has changed.
  init(of document: Document, changed: @escaping @MainActor () -> Void) {
    self.document = document
    self.changed = changed
    undoObservers = UndoObservers()
    undoObservers.observe { [weak self] manager in
      guard let self, let own = self.document?.undoManager, ObjectIdentifier(own) == manager else {
        return
      }
      self.schedule()
    }
    follow()
  }

  private func follow() {
    guard let document else { return }
    withObservationTracking {
      _ = (document.fileURL, document.localizedName, document.fileType, document.documentState)
      _ = (document.hasUnsavedChanges, document.isDraft, document.problem)
      _ = (document.progress, document.autosavedContentsFileURL)
    } onChange: { [weak self] in
      // It may run on any thread, in the middle of a change.
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          self?.follow()
          self?.schedule()
        }
      }
    }
  }

  /// Reports several changes at once.
  private func schedule() {
    guard !isScheduled else { return }
    isScheduled = true
    DispatchQueue.main.async {
      MainActor.assumeIsolated { [weak self] in
        self?.isScheduled = false
        self?.changed()
      }
    }
  }
}

/// Observes undo managers; releasing it removes the observers.
private final class UndoObservers {
  private var tokens: [any NSObjectProtocol] = []

  /// Calls `body` with the undo manager whose steps have changed.
  @MainActor func observe(_ body: @escaping @MainActor (ObjectIdentifier) -> Void) {
    let names: [Notification.Name] = [
      .NSUndoManagerDidCloseUndoGroup, .NSUndoManagerDidUndoChange, .NSUndoManagerDidRedoChange,
      UndoManager.didRegisterNotification,
    ]
    tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { note in
        guard let manager = note.object.map({ ObjectIdentifier($0 as AnyObject) }) else { return }
        MainActor.assumeIsolated { body(manager) }
      }
    }
  }

  deinit { tokens.forEach(NotificationCenter.default.removeObserver) }
}

/// The streams of a model's values or events, which end with the model.
final class ModelStreams<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var continuations: [Int: AsyncStream<Element>.Continuation] = [:]
    var next = 0
  }

  private let policy: AsyncStream<Element>.Continuation.BufferingPolicy
  private let state = Mutex(State())

  /// `policy` is the buffering for a slow reader.
  init(_ policy: AsyncStream<Element>.Continuation.BufferingPolicy = .unbounded) {
    self.policy = policy
  }

  /// Returns a stream that begins with an element, if there is one already.
  func makeStream(beginning element: Element? = nil) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: policy)
    if let element { continuation.yield(element) }
    let number = state.withLock { state in
      state.next += 1
      state.continuations[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.continuations.removeValue(forKey: number) }
    }
    return stream
  }

  func yield(_ element: Element) {
    for continuation in state.withLock({ Array($0.continuations.values) }) {
      continuation.yield(element)
    }
  }

  deinit {
    for continuation in state.withLock({ Array($0.continuations.values) }) { continuation.finish() }
  }
}
