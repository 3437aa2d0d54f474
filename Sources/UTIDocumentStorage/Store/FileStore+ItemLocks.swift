package import SystemPackage
package import UTIPlatform

extension FileStore {
  /// Acquires the lock of the item at a location (rule K10).
  ///
  /// A save holds the lock of an item from the first look until the item is replaced. A reader
  /// shares the lock and therefore never sees a partly overwritten file. The lock belongs to the
  /// item and not to a name: hard links, symbolic links, mounts and renamed directories all lead to
  /// it, other users and containers share it, and the system releases it when its holder dies. If
  /// the item is replaced during the wait, the function waits for the lock of the new item.
  ///
  /// - Parameters:
  ///   - location: the location.
  ///   - mode: shared or exclusive.
  ///   - patience: the maximum time to wait.
  ///   - opened: the item if the caller has it open for reading; the function closes it in time.
  ///   - known: the status of the opened item if no other process can replace it.
  /// - Returns: nil if there is no item to lock, or it is not readable.
  /// - Throws: `FileStoreError` with `EAGAIN` if another process still holds the lock at the end.
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

  /// Releases a lock.
  package func release(_ lock: ItemLock) {
    try? close(lock.file)
    if let number = lock.number { _ = UTIPlatform.close(number.rawValue) }
  }

  /// Tries to lock an open item.
  ///
  /// - Parameter isLast: whether no other access mode is left to try.
  /// - Returns: false if another process holds the lock.
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
  /// The lock on the number of the item; nil if the lock of the item is enough.
  var number: FileDescriptor?
  /// The status of the item under the lock; nil if it was not read by the item's name.
  package var status: FileStatus?

  init(file: FileDescriptor) { self.file = file }

  /// Returns whether an error number means that a file system has no locks, or none for this access
  /// mode.
  static func isLacking(_ errno: Errno) -> Bool {
    [.noLocks, .notSupported, .noFunction, .badFileDescriptor].contains(errno)
  }
}

/// The pauses between two attempts to acquire a lock.
///
/// A blocking call would not end when the time is over, or when the item is replaced.
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

  /// - Returns: false if the maximum time is over.
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
