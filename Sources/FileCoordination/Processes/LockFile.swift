internal import CSystemCalls
internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// The locks of the accesses of one purpose in this process.
///
/// They have one descriptor in common, and locks of a descriptor never wait for each other: that is
/// what equal purposes are for (rule K7). All others have a descriptor of their own, and wait. The
/// system drops the locks when the process dies.
final class LockFile: Sendable {
  /// How many accesses of the purpose want a byte, including those that still wait for it.
  private struct Users {
    var shared = 0
    var exclusive = 0
  }

  private struct Open {
    let file: LockFile
    var users = 0
  }

  private static let open = Mutex<[String: Open]>([:])

  private let descriptor: CInt
  private let purpose: String
  private let users = Mutex<[Int64: Users]>([:])
  /// Whether a thread was left behind, which keeps the descriptor for as long as it waits.
  private let isAwaited = Atomic(false)

  private init(descriptor: CInt, purpose: String) {
    self.descriptor = descriptor
    self.purpose = purpose
  }

  deinit { _ = UTIPlatform.close(descriptor) }

  /// The locks of a purpose; ``close()`` must follow.
  ///
  /// - Returns: nil where there is no place for locks.
  static func forPurpose(_ purpose: String) -> LockFile? {
    open.withLock { open in
      if let file = open[purpose]?.file {
        open[purpose]?.users += 1
        return file
      }
      guard let descriptor = PrivateDirectory.shared.openLocks() else { return nil }
      let file = LockFile(descriptor: descriptor, purpose: purpose)
      open[purpose] = Open(file: file, users: 1)
      return file
    }
  }

  /// Ends what ``forPurpose(_:)`` has begun.
  ///
  /// - Parameter bytes: what the access still has, which it gives back.
  func close(_ bytes: [LockByte]) {
    let isLast = Self.open.withLock { open in
      open[purpose]?.users -= 1
      guard open[purpose]?.users == 0 else { return false }
      open[purpose] = nil
      return true
    }
    // With its last reference the descriptor goes, and with that all locks at once.
    guard !isLast || isAwaited.load(ordering: .relaxed) else { return }
    for byte in bytes { unlock(byte) }
  }

  /// Tries to lock a byte.
  ///
  /// - Returns: false where somebody else has it; locks that the system does not give count as had.
  func tryToLock(_ byte: LockByte) -> Bool {
    want(byte)
    if uti_lock_byte(descriptor, byte.offset, byte.isExclusive ? 1 : 0) == 0 { return true }
    guard errno == EAGAIN || errno == EACCES else { return true }
    unlock(byte)
    return false
  }

  /// Waits until a byte is locked.
  func waitToLock(_ byte: LockByte) {
    want(byte)
    while uti_wait_for_byte(descriptor, byte.offset, byte.isExclusive ? 1 : 0) != 0,
      errno == EINTR
    {}
  }

  /// Gives a byte back, as far as nobody else of the purpose has it or waits for it.
  func unlock(_ byte: LockByte) {
    users.withLock { users in
      var left = users[byte.offset] ?? Users()
      if byte.isExclusive { left.exclusive -= 1 } else { left.shared -= 1 }
      guard left.shared > 0 || left.exclusive > 0 else {
        users[byte.offset] = nil
        _ = uti_unlock_byte(descriptor, byte.offset)
        return
      }
      users[byte.offset] = left
      if left.exclusive == 0 { _ = uti_lock_byte(descriptor, byte.offset, 0) }
    }
  }

  /// Whether accesses of other purposes, or of other processes, have a byte.
  func isLockedElsewhere(_ byte: LockByte) -> Bool {
    uti_is_byte_locked(descriptor, byte.offset) == 1
  }

  /// Gives bytes back, and ends what ``forPurpose(_:)`` has begun, as soon as nobody else has others.
  func close(_ bytes: [LockByte], after others: [LockByte]) {
    Thread.detachNewThread { [self] in
      for byte in others { waitToLock(byte) }
      close(bytes + others)
    }
  }

  private func want(_ byte: LockByte) {
    users.withLock { users in
      if byte.isExclusive {
        users[byte.offset, default: Users()].exclusive += 1
      } else {
        users[byte.offset, default: Users()].shared += 1
      }
    }
  }

  // MARK: - Several bytes

  /// Locks bytes, one after the other.
  ///
  /// The system cannot be told to stop waiting, which is why that is done on a thread of its own.
  /// Who does not want to wait any more leaves the thread behind, which gives back what it gets.
  ///
  /// - Parameters:
  ///   - bytes: in their order.
  ///   - isPointless: is asked while waiting, whenever something has happened in this process.
  ///   - willWait: is called when the bytes are not free at once.
  /// - Returns: false when the waiting was pointless; nothing is locked then.
  func lock(
    _ bytes: [LockByte], unless isPointless: (inout CoordinationState) -> Bool,
    willWait: () -> Void
  ) -> Bool {
    guard let taken = bytes.firstIndex(where: { !tryToLock($0) }) else { return true }
    willWait()
    let waiting = Waiting(file: self, bytes: Array(bytes[taken...]))
    Thread.detachNewThread { waiting.run() }
    _ = CoordinationMonitor.shared.wait(until: nil) { state in
      waiting.hasEnded(unless: { isPointless(&state) }) ? true : nil
    }
    guard waiting.isAbandoned else { return true }
    isAwaited.store(true, ordering: .relaxed)
    for byte in bytes[..<(taken + waiting.lockedCount)] { unlock(byte) }
    return false
  }

  /// Somebody who waits for bytes; the lock of the claims guards it, which is why unchecked is safe.
  private final class Waiting: @unchecked Sendable {
    private let file: LockFile
    private let bytes: [LockByte]
    private(set) var lockedCount = 0
    private(set) var isAbandoned = false

    init(file: LockFile, bytes: [LockByte]) {
      self.file = file
      self.bytes = bytes
    }

    func hasEnded(unless isPointless: () -> Bool) -> Bool {
      let isDone = lockedCount == bytes.count
      if !isDone, isPointless() { isAbandoned = true }
      return isDone || isAbandoned
    }

    func run() {
      for byte in bytes {
        file.waitToLock(byte)
        var isPointless = false
        CoordinationMonitor.shared.signal {
          isPointless = isAbandoned
          if !isPointless { lockedCount += 1 }
        }
        if isPointless { return file.unlock(byte) }
      }
    }
  }
}
