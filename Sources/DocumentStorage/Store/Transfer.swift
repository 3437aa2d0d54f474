internal import SystemPackage

/// Bytes that are being moved for somebody who counts them and may want them no more.
///
/// It is a task-local value, because those who move bytes lie many calls below those who watch.
package struct Transfer: Sendable {
  @TaskLocal package static var current: Transfer?

  /// How many bytes are moved between two looks at whether they are still wanted.
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

  /// Counts bytes that have been moved.
  ///
  /// - Throws: `ECANCELED` when nobody wants the rest.
  package static func note(_ count: Int) throws(FileStoreError) {
    guard let current else { return }
    current.advance(count)
    if current.isCancelled() { throw FileStoreError(.write, path: "", errno: .canceled) }
  }
}
