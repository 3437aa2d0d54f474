import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

@Suite struct ContentDigests {
  static let portion = 1 << 18

  /// A file is read in portions, each of which may arrive in several parts.
  @Test(
    arguments: [
      0, 1, 7, 8, 9, 1000, portion - 1, portion, portion + 1, portion + 13, 3 * portion + 5,
    ], [1, 3, 1 << 30])
  func `The digest of a file is the digest of its bytes, however it is read`(
    count: Int, parts: Int
  ) throws {
    let scratch = try ScratchDirectory()
    let path = scratch.file("a")
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    let store = InterposedFileStore(ShortReads(count: max(1, count / parts + 1)))
    try bytes.withUnsafeBytes { buffer in
      _ = try SafeWriter().write(buffer, to: path, .create)
    }
    let digest = bytes.withUnsafeBytes { FileIdentity.digest(of: $0) }
    #expect(try store.digest(of: FileLocation(path)) == digest)
  }
}

/// Lets each read return fewer bytes than requested.
private final class ShortReads: StoreObserver, Sendable {
  private let count: Int

  init(count: Int) { self.count = count }

  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    call.operation == .read ? count : nil
  }
}
