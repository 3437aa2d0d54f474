internal import Foundation

/// The functions to call after an access.
///
/// Unchecked because of its lock.
final class ReacquisitionCallbacks: @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false
  private var waiting: [(FilePresenters.Concerned, @Sendable () -> Void)] = []

  func add(_ reacquirer: @escaping @Sendable () -> Void, of presenter: FilePresenters.Concerned) {
    lock.lock()
    let isLate = isOver
    if !isLate { waiting.append((presenter, reacquirer)) }
    lock.unlock()
    if isLate { presenter.notify { _ in reacquirer() } }
  }

  func callAll() {
    lock.lock()
    isOver = true
    let waiting = waiting
    lock.unlock()
    for (presenter, reacquirer) in waiting { presenter.notify { _ in reacquirer() } }
  }
}
