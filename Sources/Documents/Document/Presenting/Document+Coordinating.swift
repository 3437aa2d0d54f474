internal import Foundation
internal import UTIPlatform

extension Document {
  /// Runs an access in coordination with other processes and with the presenters of the items.
  ///
  /// Runs on the queue of file access. URLs of other schemes are accessed at once (rule A8).
  ///
  /// - Parameters:
  ///   - requests: the requested accesses.
  ///   - operation: the operation of the access; cancelling it ends the wait.
  ///   - body: accesses the items at the given URLs, which may differ from the requested ones after
  ///     a move.
  /// - Throws: the error of a presenter or of `body`, or the reason of a cancellation.
  func coordinate<Result>(
    _ requests: [AccessRequest], as operation: DocumentOperation,
    _ body: (NSFileCoordinator, [URL]) throws -> Result
  ) throws -> Result {
    let coordinator = NSFileCoordinator(filePresenter: presenter)
    coordinator.presenterPatience = environment.presenterPatience
    operation.whenCancelled(UncheckedSendableBox { coordinator.cancel() })
    defer { operation.whenCancelled(nil) }
    let access = DocumentAccess(
      by: ObjectIdentifier(self), isOvertaking: operation.isOvertaking, served: operation.served)
    return try coordinator.access(
      requests, of: access,
      willWait: { [operations] in
        operation.progress?.begin(total: nil)
        if !operation.isOvertaking { operations.noteWaiting() }
      },
      { try body(coordinator, $0) })
  }
}
