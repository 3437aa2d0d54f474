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

extension FileStore {
  /// Acquires the lock of an item (rule K10): readers share it, and a save holds it from the first
  /// look until the item is replaced, so no reader sees a partly overwritten file.
  ///
  /// The lock belongs to the item, not to a name: links, mounts, renamed directories, other users
  /// and containers share it, and the system releases it when its holder dies. If the item is
  /// replaced during the wait, the new item is locked.
  ///
  /// `opened` is the item open for reading, which this closes; `known` is its status if no process
  /// can replace it. Nil for no or an unreadable item. Throws `EAGAIN` if the time is over.
  package func lockItem(
    at location: FileLocation, _ mode: FileLockMode, patience: Duration,
    opened: FileDescriptor? = nil, knownAs known: FileStatus? = nil
  ) throws(FileStoreError) -> ItemLock? {
    var access = FileAccess.reading
    var opened = opened
    var pause = ItemLockPause(patience: patience)
    while !pause.isHopeless {
      let isOpened = opened != nil
      if !isOpened { opened = try openToLock(location, for: access) }
      guard let file = opened else { return nil }
      opened = nil
      var lock = ItemLock(file: file)
      do throws(FileStoreError) {
        let isKnown = isOpened && known != nil
        let status = if isOpened, let known { known } else { try status(of: file) }
        if try take(&lock, of: status, mode, isLast: access == .writing) {
          if isKnown { return lock }
          lock.status = try statusIfPresent(of: location)
          if lock.status?.isSameItem(as: status) ?? false { return lock }
          pause.itemWasReplaced()
        } else if !pause.wait() {
          throw FileStoreError(.lock, path: location.path, errno: .wouldBlock)
        }
      } catch  where error.errno == .badFileDescriptor && access == .reading {
        // A network file system only locks files that are open for writing.
        access = .writing
      } catch {
        release(lock)
        throw error
      }
      release(lock)
    }
    return nil
  }

  package func release(_ lock: ItemLock) {
    try? close(lock.file)
    if let number = lock.number { _ = UTIPlatform.close(number.rawValue) }
  }

  /// `isLast`: no other access mode is left; returns false if another process holds the lock.
  private func take(
    _ lock: inout ItemLock, of status: FileStatus, _ mode: FileLockMode, isLast: Bool
  ) throws(FileStoreError) -> Bool {
    var isLocked = true
    do throws(FileStoreError) {
      guard try self.lock(lock.file, mode) else { return false }
    } catch  where ItemLock.isLacking(error.errno) {
      guard error.errno != .badFileDescriptor || status.kind != .regular || isLast else {
        throw error
      }
      isLocked = false
    }
    // Each name of a file may have a separate lock if the kernel does not know that they are one
    // file.
    guard !isLocked || status.kind == .regular && status.linkCount > 1 else { return true }
    do throws(FileStoreError) {
      lock.number = try InodeLockFile.lock(status, mode)
      return true
    } catch  where error.errno == .wouldBlock {
      return false
    }
  }

  private func openToLock(
    _ location: FileLocation, for access: FileAccess
  ) throws(FileStoreError) -> FileDescriptor? {
    let reasons: Set<Errno> = [
      .noSuchFileOrDirectory, .permissionDenied, .tooManySymbolicLinkLevels, .isDirectory,
    ]
    do throws(FileStoreError) {
      return try open(location, for: access)
    } catch  where error.errno == .permissionDenied && access == .reading {
      // The file is writable but not readable.
      return try openToLock(location, for: .writing)
    } catch  where reasons.contains(error.errno) {
      return nil
    }
  }
}

/// The lock of an item, which lasts until it is released or its holder dies.
package struct ItemLock {
  /// The open item, which is locked if its file system has locks.
  package let file: FileDescriptor
  /// Nil if the lock of the item is enough.
  var number: FileDescriptor?
  /// The status of the item under the lock; nil if it was not read by the item's name.
  package var status: FileStatus?

  init(file: FileDescriptor) { self.file = file }

  /// The file system may lack locks for this access mode only.
  static func isLacking(_ errno: Errno) -> Bool {
    [.noLocks, .notSupported, .noFunction, .badFileDescriptor].contains(errno)
  }
}

/// Pauses between attempts: a blocking call would not end when the time is over, or when the item
/// is replaced.
private struct ItemLockPause {
  /// The limit ends a wait on file systems that change the numbers of items again and again.
  private static let mostReplacements = 1_000

  private let patience: Duration
  private var deadline: Duration?
  private var microseconds: UInt32 = 50
  private var replacements = 0

  init(patience: Duration) { self.patience = patience }

  var isHopeless: Bool { replacements >= Self.mostReplacements }

  mutating func itemWasReplaced() { replacements += 1 }

  /// Returns false if the maximum time is over.
  mutating func wait() -> Bool {
    let now = MonotonicTime.now
    let end = deadline ?? now + patience
    deadline = end
    guard now < end else { return false }
    // A random pause separates processes that begin to wait at the same time.
    usleep(.random(in: microseconds / 2...microseconds))
    microseconds = min(microseconds * 2, 4_000)
    return true
  }
}
