internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The location of an item on disk, and its status there.
struct FileOrigin: Sendable {
  let root: FileTreeRoot
  /// The path relative to the root; "." is the root itself.
  let name: FilePath
  let status: FileStatus

  var location: FileLocation { FileLocation(name, in: root.descriptor) }
  var path: FilePath { name == "." ? root.path : root.path.pushing(name) }

  /// Ignores the time of the last status change, which a hard link sets: unchanged files get into
  /// the next version of a package by hard links.
  func hasContents(of other: FileStatus) -> Bool {
    status.kind == other.kind && status.isSameItem(as: other) && status.size == other.size
      && status.modified == other.modified
  }

  // MARK: - Files

  /// Smaller files are read as fast, and cannot be truncated during the read by a process that
  /// overwrites them in place.
  private static let smallestMappedSize: Int64 = 1 << 20

  /// - Throws: ``DocumentError``, also if the file is not the expected one.
  func contents() throws(DocumentError) -> Data {
    guard status.size <= root.limits.fileByteCount else {
      throw DocumentError(.tooLarge(limit: root.limits.fileByteCount), at: path)
    }
    let data = try wrapping(in: root) { () throws(FileStoreError) in
      try root.store.withOpen(location, for: .reading) { file throws(FileStoreError) -> Data? in
        guard hasContents(of: try root.store.status(of: file)) else { return nil }
        if let data = mapped(file) {
          try ByteProgress.note(data.count)
          return data
        }
        var data = Data(count: Int(status.size))
        // Closures of `Data` do not pass on typed errors.
        let filled = data.withUnsafeMutableBytes { buffer in
          Result { () throws(FileStoreError) in try fill(buffer, from: file) }
        }
        guard try filled.get(), hasContents(of: try root.store.status(of: file)) else { return nil }
        return data
      }
    }
    guard let data else { throw DocumentError(.changedSinceRead, at: path) }
    return data
  }

  /// Returns false if the file ends before the buffer is full.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from file: FileDescriptor
  ) throws(FileStoreError) -> Bool {
    var start = 0
    while start < buffer.count {
      let portion = ByteProgress.current == nil ? buffer.count : ByteProgress.portion
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...].prefix(portion))
      let count = try root.store.read(from: file, into: rest, at: Int64(start))
      if count == 0 { return false }
      start += count
      try ByteProgress.note(count)
    }
    return true
  }

  private func mapped(_ file: FileDescriptor) -> Data? {
    guard root.mapsFiles, status.size >= Self.smallestMappedSize,
      // Descriptors of other stores may not be system descriptors.
      root.store is SystemFileStore
    else { return nil }
    let size = Int(status.size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.rawValue, 0),
      start != MAP_FAILED
    else { return nil }
    return Data(bytesNoCopy: start, count: size, deallocator: .custom { munmap($0, $1) })
  }
}
