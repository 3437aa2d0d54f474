internal import DocumentStorage
internal import Foundation
internal import SystemPackage
internal import UTIPlatform

/// Where an item lies on disk, and what it was like when it was seen there.
struct FileOrigin: Sendable {
  let root: FileTreeRoot
  /// The path from the root on; "." is the root itself.
  let name: FilePath
  let status: FileStatus

  var location: FileLocation { FileLocation(name, in: root.descriptor) }
  var path: FilePath { name == "." ? root.path : root.path.pushing(name) }

  /// Whether an item has the contents that were seen.
  ///
  /// The time of the last change of the item itself does not count: a hard link, which is how an
  /// unchanged file gets into the next version of its package, sets it.
  func hasContents(of other: FileStatus) -> Bool {
    status.kind == other.kind && status.isSameItem(as: other) && status.size == other.size
      && status.modified == other.modified
  }

  // MARK: - Files

  /// From this size on a file is mapped; smaller ones are read as fast and cannot be cut off under
  /// the reader by somebody who overwrites them in place.
  private static let smallestMappedSize: Int64 = 1 << 20

  /// The contents of a file.
  ///
  /// - Throws: ``FileWrapperError``, also when the file is not the one that was seen.
  func contents() throws(FileWrapperError) -> Data {
    guard status.size <= root.limits.fileByteCount else {
      throw FileWrapperError(path: path, reason: .tooLarge(limit: root.limits.fileByteCount))
    }
    let data = try wrapping { () throws(FileStoreError) in
      try root.store.withOpen(location, for: .reading) { file throws(FileStoreError) -> Data? in
        guard hasContents(of: try root.store.status(of: file)) else { return nil }
        if let data = mapped(file) {
          try Transfer.note(data.count)
          return data
        }
        var data = Data(count: Int(status.size))
        // Data's closures do not pass typed errors on.
        let filled = data.withUnsafeMutableBytes { buffer in
          Result { () throws(FileStoreError) in try fill(buffer, from: file) }
        }
        guard try filled.get(), hasContents(of: try root.store.status(of: file)) else { return nil }
        return data
      }
    }
    guard let data else { throw FileWrapperError(path: path, reason: .changedSinceRead) }
    return data
  }

  /// - Returns: false when the file ends before the buffer is full.
  private func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from file: FileDescriptor
  ) throws(FileStoreError) -> Bool {
    var start = 0
    while start < buffer.count {
      let portion = Transfer.current == nil ? buffer.count : Transfer.portion
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[start...].prefix(portion))
      let count = try root.store.read(from: file, into: rest, at: Int64(start))
      if count == 0 { return false }
      start += count
      try Transfer.note(count)
    }
    return true
  }

  private func mapped(_ file: FileDescriptor) -> Data? {
    guard root.mapsFiles, status.size >= Self.smallestMappedSize,
      // Descriptors of other stores need not be those of the system.
      root.store is SystemFileStore
    else { return nil }
    let size = Int(status.size)
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, file.rawValue, 0),
      start != MAP_FAILED
    else { return nil }
    return Data(bytesNoCopy: start, count: size, deallocator: .custom { munmap($0, $1) })
  }
}
