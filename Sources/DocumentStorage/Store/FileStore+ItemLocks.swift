internal import SystemPackage
internal import UTIPlatform

extension FileStore {
  /// Waits for the lock of what is at a place (rule K10).
  ///
  /// Whoever saves an item holds its lock from looking at what is there until that is replaced, and
  /// whoever reads it shares the lock, so that nobody sees a file half overwritten. It lies on the
  /// item and not on a name: hard links, symbolic links, mounts and directories on the way that get
  /// other names all lead to it, other users and containers meet at it, and the system drops it
  /// when its holder dies. An item that has given its place to another while somebody waited is let
  /// go for the one that is there now.
  ///
  /// - Parameters:
  ///   - location: the place.
  ///   - mode: who else may hold the lock.
  ///   - patience: how long to wait.
  /// - Returns: nil where there is nothing to lock, or it may not be read.
  /// - Throws: `FileStoreError` with `EAGAIN` where somebody still holds the lock at the end.
  package func lockItem(
    at location: FileLocation, _ mode: FileLockMode, patience: Duration
  ) throws(FileStoreError) -> ItemLock? {
    var access = FileAccess.reading
    var pause = ItemLockPause(patience: patience)
    while !pause.isHopeless {
      guard let file = try openToLock(location, for: access) else { return nil }
      var lock = ItemLock(file: file)
      do throws(FileStoreError) {
        let status = try status(of: file)
        if try take(&lock, of: status, mode, isLast: access == .writing) {
          if try statusIfPresent(of: location)?.isSameItem(as: status) ?? false { return lock }
          pause.itemWasReplaced()
        } else if !pause.wait() {
          throw FileStoreError(.lock, path: location.path, errno: .wouldBlock)
        }
      } catch  where error.errno == .badFileDescriptor && access == .reading {
        // A network file system locks what is open for writing.
        access = .writing
      } catch {
        release(lock)
        throw error
      }
      release(lock)
    }
    return nil
  }

  /// Gives a lock back.
  package func release(_ lock: ItemLock) {
    try? close(lock.file)
    if let number = lock.number { _ = UTIPlatform.close(number.rawValue) }
  }

  /// Tries to lock an open item.
  ///
  /// - Parameter isLast: whether it cannot be opened in another way.
  /// - Returns: false where somebody else has it.
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
    // Each name of a file may lead to a lock of its own where the kernel does not know the file.
    guard !isLocked || status.kind == .regular && status.linkCount > 1 else { return true }
    do throws(FileStoreError) {
      lock.number = try UserLocks.lock(status, mode)
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
      // A file that may be written and not read.
      return try openToLock(location, for: .writing)
    } catch  where reasons.contains(error.errno) {
      return nil
    }
  }
}

/// The lock of an item, which lasts until it is released or its holder dies.
package struct ItemLock {
  /// The item, open and locked where its file system has locks.
  let file: FileDescriptor
  /// The lock on the number of the item; nil where that of the item does.
  var number: FileDescriptor?

  init(file: FileDescriptor) { self.file = file }

  /// Whether an error number says that a file system has no locks, or none for what is open like
  /// this.
  static func isLacking(_ errno: Errno) -> Bool {
    [.noLocks, .notSupported, .noFunction, .badFileDescriptor].contains(errno)
  }
}

/// How long somebody who waits for a lock sleeps before looking again.
///
/// Waiting in the system could not end: neither with the patience, nor when the item gives its place
/// to another one.
private struct ItemLockPause {
  /// File systems that number their items anew again and again would keep us for ever.
  private static let mostReplacements = 1_000

  private let patience: Duration
  private var deadline: ContinuousClock.Instant?
  private var microseconds: UInt32 = 50
  private var replacements = 0

  init(patience: Duration) { self.patience = patience }

  var isHopeless: Bool { replacements >= Self.mostReplacements }

  mutating func itemWasReplaced() { replacements += 1 }

  /// - Returns: false when the patience has come to its end.
  mutating func wait() -> Bool {
    let now = ContinuousClock.now
    let end = deadline ?? now + patience
    deadline = end
    guard now < end else { return false }
    // Who comes at the same moment goes on at another.
    usleep(.random(in: microseconds / 2...microseconds))
    microseconds = min(microseconds * 2, 4_000)
    return true
  }
}
