internal import Foundation
internal import FoundationAdditions
internal import UTIPlatform

/// The bytes of the file that `writeContents` has written.
///
/// An override may write others than those of the contents, compressed ones for example, and only
/// what lies on the disk is to be found there again.
final class WrittenBytes: @unchecked Sendable {
  @TaskLocal static var current: WrittenBytes?

  /// Up to which size what an override has written is read again for its digest.
  private static let mostBytesRead = 64 << 20

  // Only the queue of file access touches them, which is why unchecked is safe.
  private var size: Int64 = 0
  private var digest: UInt64?

  func note(_ data: Data) { data.withUnsafeBytes(note) }

  private func note(_ bytes: UnsafeRawBufferPointer) {
    size = Int64(bytes.count)
    digest = FileIdentity.digest(of: bytes)
  }

  /// Looks at a new file that something else than the default of `writeContents` may have written.
  func look(at location: FileLocation, in store: any FileStore) {
    guard let status = try? store.status(of: location), status.kind == .regular,
      digest == nil || status.size != size
    else { return }
    digest = nil
    guard status.size <= Self.mostBytesRead, let bytes = try? store.contents(of: location) else {
      return
    }
    bytes.withUnsafeBytes(note)
  }

  /// The digest of a file; nil when something else than what is known has been written.
  func digest(ofSize size: Int64) -> UInt64? { size == self.size ? digest : nil }
}
