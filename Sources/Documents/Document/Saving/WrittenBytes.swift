internal import Foundation
internal import UTIFoundationBridge
internal import UTIPlatform

/// The bytes of the file that `writeContents` has written.
///
/// An override may write other bytes than the contents, for example compressed ones, and only the
/// bytes on disk can be compared later.
final class WrittenBytes: @unchecked Sendable {
  @TaskLocal static var current: WrittenBytes?

  /// The maximum size of a file of an override that is read again for its digest.
  private static let mostBytesRead = 64 << 20

  // Only the queue of file access uses these properties, which is why unchecked is safe.
  private var size: Int64 = 0
  private var digest: UInt64?

  func note(_ data: Data) {
    size = Int64(data.count)
    digest = data.withUnsafeBytes(FileIdentity.digest(of:))
  }

  /// Examines a new file that an override of `writeContents` may have written.
  func look(at location: FileLocation, in store: any FileStore) {
    guard let status = try? store.status(of: location), status.kind == .regular,
      digest == nil || status.size != size
    else { return }
    digest = nil
    guard status.size <= Self.mostBytesRead else { return }
    size = status.size
    digest = try? store.digest(of: location)
  }

  /// Returns the digest of a file; nil if other bytes than the known ones were written.
  func digest(ofSize size: Int64) -> UInt64? { size == self.size ? digest : nil }
}
