internal import SystemPackage

extension FileStore {
  /// Opens an item for the time of a function.
  ///
  /// Errors of closing are of no interest to readers; whoever writes closes with ``close(_:)``.
  func withOpen<Result>(
    _ location: FileLocation, for access: FileAccess,
    _ body: (FileDescriptor) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    let file = try open(location, for: access)
    defer { try? close(file) }
    return try body(file)
  }

  /// The status of an item; nil when there is none.
  func statusIfPresent(of location: FileLocation) throws(FileStoreError) -> FileStatus? {
    do {
      return try status(of: location)
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    }
  }

  /// Writes all bytes, however few the system takes at once.
  func writeAll(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64 = 0
  ) throws(FileStoreError) {
    var start = 0
    while start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
      start += try write(rest, to: file, at: offset + Int64(start))
    }
  }

  /// Copies the contents of a file to an empty one, sharing blocks where the file system can.
  func copyContents(
    of source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError) {
    do {
      return try clone(source, to: destination)
    } catch {
      // Few file systems can; copying is the answer to whatever the reason was.
    }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { buffer.deallocate() }
    var offset: Int64 = 0
    while true {
      let count = try read(from: source, into: buffer, at: offset)
      if count == 0 { return }
      try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: destination, at: offset)
      offset += Int64(count)
    }
  }

  /// Removes an item with everything in it; nothing where there is none.
  func removeTree(at location: FileLocation) throws(FileStoreError) {
    guard let status = try statusIfPresent(of: location) else { return }
    guard status.kind == .directory else { return try removeFile(at: location) }
    try withOpen(location, for: .reading) { directory throws(FileStoreError) in
      for name in try names(in: directory) {
        try removeTree(at: FileLocation(name, in: directory))
      }
    }
    try removeDirectory(at: location)
  }
}
