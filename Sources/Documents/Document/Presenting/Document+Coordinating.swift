internal import Foundation
internal import UTIPlatform

extension Document {
  /// Accesses items when nobody else does, and their presenters have given way.
  ///
  /// Runs on the queue of file access. What is no file is accessed at once (rule A8).
  ///
  /// - Parameters:
  ///   - requests: what is going to be done.
  ///   - operation: for whom; cancelling it ends the waiting.
  ///   - body: does it at the URLs that it is given, which may have moved meanwhile.
  /// - Throws: what a presenter or `body` throws, or that the access was called off.
  func coordinate<Result>(
    _ requests: [AccessRequest], as operation: DocumentOperation,
    _ body: (NSFileCoordinator, [URL]) throws -> Result
  ) throws -> Result {
    let coordinator = NSFileCoordinator(filePresenter: self)
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
