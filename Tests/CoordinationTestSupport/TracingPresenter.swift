package import Foundation
internal import Synchronization
internal import UTIFileCoordination

/// A refusal of a file presenter.
package struct PresenterRefusal: Error, Equatable {
  package let reason: String
  package init(reason: String) { self.reason = reason }
}

/// A presenter that records its messages and answers as a test requires.
package final class TracingPresenter: NSFilePresenter, Sendable {
  private struct State: Sendable {
    var url: URL?
    var steps: [String] = []
  }

  private let state: Mutex<State>
  private let queue = OperationQueue()
  /// The error for a reader of the latest contents, or for a deletion.
  private let refusal: (any Error & Sendable)?
  /// True if requests are answered at all.
  private let answers: Bool

  package init(_ url: URL?, refusal: (any Error & Sendable)? = nil, answers: Bool = true) {
    state = Mutex(State(url: url))
    self.refusal = refusal
    self.answers = answers
    queue.maxConcurrentOperationCount = 1
    NSFileCoordinator.addFilePresenter(self)
  }

  package func resign() { NSFileCoordinator.removeFilePresenter(self) }

  /// The events, after everything that was sent has arrived.
  package var steps: [String] {
    queue.waitUntilAllOperationsAreFinished()
    return state.withLock { $0.steps }
  }

  package func add(_ step: String) { state.withLock { $0.steps.append(step) } }

  package var presentedItemURL: URL? { state.withLock { $0.url } }
  package var presentedItemOperationQueue: OperationQueue { queue }

  package func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    add("reader")
    if answers { reader { self.add("reader is done") } }
  }

  package func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    add("writer")
    if answers { writer { self.add("writer is done") } }
  }

  package func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    add("save")
    if answers { completionHandler(refusal) }
  }

  package func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) {
    add("deletion")
    completionHandler(refusal)
  }

  package func presentedItemDidMove(to newURL: URL) {
    state.withLock { $0.url = newURL }
    add("moved to \(newURL.lastPathComponent)")
  }

  package func presentedItemDidChange() { add("changed") }
}
