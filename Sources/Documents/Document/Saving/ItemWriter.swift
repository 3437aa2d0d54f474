internal import Foundation
internal import SystemPackage

/// Writes the bytes of a file at a place where nothing is.
struct ItemWriter {
  /// How many bytes are written between two looks at whether anybody still wants the result.
  private static let portion = 1 << 20

  let store: any FileStore

  /// Writes a file.
  ///
  /// - Throws: `FileStoreError`, or `CancellationError`.
  func write(_ data: Data, to path: FilePath, checking operation: DocumentOperation?) throws {
    let file = try store.createFile(
      at: FileLocation(path), permissions: FilePermissions(rawValue: 0o666))
    do {
      try data.withUnsafeBytes { bytes in
        var start = 0
        while start < bytes.count {
          try operation?.checkCancellation()
          let end = min(start + Self.portion, bytes.count)
          try store.writeAll(
            UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: file, at: Int64(start))
          start = end
          operation?.progress?.advance(to: start)
        }
      }
    } catch {
      try? store.close(file)
      throw error
    }
    try store.close(file)
  }
}

extension FileStore {
  /// Whether there is an item, be it a link that leads nowhere.
  func exists(_ url: URL) -> Bool {
    guard url.isFileURL else { return false }
    return (try? status(of: FileLocation(FilePath(url.path(percentEncoded: false))))) != nil
  }
}
