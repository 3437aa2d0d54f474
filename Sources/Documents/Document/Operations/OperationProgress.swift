internal import Foundation
internal import Synchronization

/// How far an operation has come, for as long as that is worth telling.
final class OperationProgress: Sendable {
  private let threshold: Int
  private let begin: @Sendable (Handover<Progress>) -> Void
  private let progress = Mutex<Handover<Progress>?>(nil)

  /// - Parameters:
  ///   - threshold: how many bytes are worth telling of.
  ///   - begin: is called when there are that many.
  init(threshold: Int, begin: @escaping @Sendable (Handover<Progress>) -> Void) {
    self.threshold = threshold
    self.begin = begin
  }

  func begin(total: Int) {
    guard total >= threshold else { return }
    let started = Handover(Progress(totalUnitCount: Int64(total)))
    progress.withLock { $0 = started }
    begin(started)
  }

  func advance(to count: Int) {
    progress.withLock { $0 }?.value.completedUnitCount = Int64(count)
  }

  var isCancelled: Bool { progress.withLock { $0 }?.value.isCancelled == true }
}
