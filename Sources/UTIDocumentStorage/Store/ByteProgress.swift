internal import CUTISystemCalls
import SystemPackage

/// Progress and cancellation of a transfer of bytes.
///
/// The value belongs to a thread, because many calls lie between the observer and the code that
/// transfers bytes. A task-local value would link the runtime of concurrency into `uti`.
package final class ByteProgress: Sendable {
  /// The progress of the transfer that this thread makes; nil if nothing observes it.
  package static var current: ByteProgress? {
    uti_transfer().map { Unmanaged<ByteProgress>.fromOpaque($0).takeUnretainedValue() }
  }

  /// The number of bytes between two checks for cancellation.
  package static let portion = 1 << 20

  package let advance: @Sendable (_ count: Int) -> Void
  package let isCancelled: @Sendable () -> Bool

  package init(
    advance: @escaping @Sendable (_ count: Int) -> Void,
    isCancelled: @escaping @Sendable () -> Bool
  ) {
    self.advance = advance
    self.isCancelled = isCancelled
  }

  /// Calls a function that transfers bytes on this thread.
  ///
  /// - Parameters:
  ///   - progress: what observes the transfer; nil for nothing.
  ///   - transfer: the function.
  package static func observing<Result>(
    with progress: ByteProgress?, _ transfer: () throws -> Result
  ) rethrows -> Result {
    let outer = uti_transfer()
    uti_set_transfer(progress.map { Unmanaged.passUnretained($0).toOpaque() })
    defer { uti_set_transfer(outer) }
    return try withExtendedLifetime(progress) { try transfer() }
  }

  /// Counts transferred bytes.
  ///
  /// - Throws: `ECANCELED` if the transfer is cancelled.
  package static func note(_ count: Int) throws(FileStoreError) {
    guard let current else { return }
    current.advance(count)
    if current.isCancelled() { throw FileStoreError(.write, path: "", errno: .canceled) }
  }
}
