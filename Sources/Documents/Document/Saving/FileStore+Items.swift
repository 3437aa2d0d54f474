internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension FileStore {
  /// Writes the bytes of a file to a free location.
  ///
  /// - Throws: `FileStoreError`.
  func write(_ data: Data, toNewFileAt path: FilePath) throws {
    let file = try createFile(
      at: FileLocation(path), permissions: FilePermissions(rawValue: 0o666))
    do {
      try data.withUnsafeBytes { try writeAll($0, to: file) }
    } catch {
      try? close(file)
      throw error
    }
    try close(file)
  }
}
