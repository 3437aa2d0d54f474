internal import CUTISystemCalls
package import SystemPackage
package import UTIPlatform

extension FileStore {
  /// Errors of closing are ignored, because they do not affect reads; a writer must use
  /// ``close(_:)``.
  package func withOpen<Result>(
    _ location: FileLocation, for access: FileAccess,
    _ body: (FileDescriptor) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    let file = try open(location, for: access)
    defer { try? close(file) }
    return try body(file)
  }

  /// True even for a symbolic link without a destination.
  package func exists(_ location: FileLocation) -> Bool { (try? status(of: location)) != nil }

  /// Nil if the item does not exist.
  package func statusIfPresent(of location: FileLocation) throws(FileStoreError) -> FileStatus? {
    do {
      return try status(of: location)
    } catch  where error.errno == .noSuchFileOrDirectory {
      return nil
    }
  }

  /// Writes all bytes, with as many calls as the system needs.
  package func writeAll(
    _ bytes: UnsafeRawBufferPointer, to file: FileDescriptor, at offset: Int64 = 0
  ) throws(FileStoreError) {
    let portion = ByteProgress.current == nil ? bytes.count : ByteProgress.portion
    var start = 0
    while start < bytes.count {
      let rest = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix(portion))
      let count = try write(rest, to: file, at: offset + Int64(start))
      start += count
      try ByteProgress.note(count)
    }
  }

  /// Copies the contents of a file to an empty one, with shared blocks if the file system can.
  package func copyContents(
    of source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError) {
    do {
      try clone(source, to: destination)
    } catch {
      // Few file systems support it; a failure for any reason leads to a copy.
      return try copyWithinSystem(source, to: destination)
    }
    if ByteProgress.current != nil { try ByteProgress.note(Int(status(of: destination).size)) }
  }

  /// The kernel may refuse at any offset, and generated files look empty to it.
  private func copyWithinSystem(
    _ source: FileDescriptor, to destination: FileDescriptor
  ) throws(FileStoreError) {
    let portion = ByteProgress.current == nil ? 1 << 30 : ByteProgress.portion
    var offset: Int64 = 0
    while let count = try? copyRange(of: source, to: destination, at: offset, count: portion),
      count > 0
    {
      offset += Int64(count)
      try ByteProgress.note(count)
    }
    try copyBytes(of: source, to: destination, from: offset)
  }

  /// Overwrites the bytes of a file with those from another one, and keeps bytes after them.
  package func copyBytes(
    of source: FileDescriptor, to destination: FileDescriptor, from start: Int64 = 0
  ) throws(FileStoreError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { buffer.deallocate() }
    var offset = start
    while true {
      let count = try read(from: source, into: buffer, at: offset)
      if count == 0 { return }
      try writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: destination, at: offset)
      offset += Int64(count)
    }
  }

  /// A file system may report on close that it has no space; a file of a failure is not removed.
  package func withNewFile<Result>(
    at location: FileLocation, permissions: FilePermissions = .ownerReadWrite,
    _ body: (FileDescriptor) throws(FileStoreError) -> Result
  ) throws(FileStoreError) -> Result {
    let file = try createFile(at: location, permissions: permissions)
    let result: Result
    do throws(FileStoreError) {
      result = try body(file)
    } catch {
      try? close(file)
      throw error
    }
    try close(file)
    return result
  }

  package func writeFile(
    _ bytes: [UInt8], to location: FileLocation, synchronizes: Bool
  ) throws(FileStoreError) {
    try withNewFile(at: location) { file throws(FileStoreError) in
      try bytes.withUnsafeBufferPointer { buffer throws(FileStoreError) in
        try writeAll(UnsafeRawBufferPointer(buffer), to: file)
      }
      if synchronizes { try flush(file) }
    }
  }

  /// - Complexity: O(*n*) time for *n* bytes, and constant memory.
  package func digest(of location: FileLocation) throws(FileStoreError) -> UInt64 {
    try withOpen(location, for: .reading) { file throws(FileStoreError) in
      let size = try status(of: file).size
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Int(min(max(size, 1), 1 << 18)), alignment: 16)
      defer { buffer.deallocate() }
      var digest = ContentDigest()
      var offset: Int64 = 0
      while offset < size {
        let portion = UnsafeMutableRawBufferPointer(
          rebasing: buffer[..<Int(min(Int64(buffer.count), size - offset))])
        let count = try fill(portion, from: file, at: offset)
        digest.add(UnsafeRawBufferPointer(rebasing: portion[..<count]))
        if count < portion.count { break }
        offset += Int64(count)
      }
      return digest.value
    }
  }

  /// Reads until the buffer is full or the file ends; returns the number of bytes.
  func fill(
    _ buffer: UnsafeMutableRawBufferPointer, from file: FileDescriptor, at offset: Int64
  ) throws(FileStoreError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try read(from: file, into: rest, at: offset + Int64(filled))
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}

/// Progress and cancellation of a transfer, by thread because many calls lie between: a task-local
/// value would link the runtime of concurrency into `uti`.
package final class ByteProgress: Sendable {
  /// Nil if nothing observes the transfer of this thread.
  package static var current: ByteProgress? {
    uti_transfer().map { Unmanaged<ByteProgress>.fromOpaque($0).takeUnretainedValue() }
  }

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

  package static func observing<Result>(
    with progress: ByteProgress?, _ transfer: () throws -> Result
  ) rethrows -> Result {
    let outer = uti_transfer()
    uti_set_transfer(progress.map { Unmanaged.passUnretained($0).toOpaque() })
    defer { uti_set_transfer(outer) }
    return try withExtendedLifetime(progress) { try transfer() }
  }

  /// - Throws: `ECANCELED` if the transfer is cancelled.
  package static func note(_ count: Int) throws(FileStoreError) {
    guard let current else { return }
    current.advance(count)
    if current.isCancelled() { throw FileStoreError(.write, path: "", errno: .canceled) }
  }
}
