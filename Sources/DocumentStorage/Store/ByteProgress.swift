internal import SystemPackage

/// Progress and cancellation of a transfer of bytes.
///
/// The value is task-local, because many calls lie between the observer and the code that transfers
/// bytes.
package struct ByteProgress: Sendable {
  @TaskLocal package static var current: ByteProgress?

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

  /// Counts transferred bytes.
  ///
  /// - Throws: `ECANCELED` if the transfer is cancelled.
  package static func note(_ count: Int) throws(FileStoreError) {
    guard let current else { return }
    current.advance(count)
    if current.isCancelled() { throw FileStoreError(.write, path: "", errno: .canceled) }
  }
}
