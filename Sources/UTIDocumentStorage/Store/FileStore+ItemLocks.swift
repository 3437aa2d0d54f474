package import SystemPackage
package import UTIPlatform

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
