internal import CUTISystemCalls
internal import Foundation
internal import Synchronization
internal import UTIPlatform

/// The locks of all accesses of one purpose in this process, which end with the process.
///
/// They share one descriptor, whose locks never wait for each other, unlike other purposes' (rule
/// K7).
final class LockFile: Sendable {
  /// The number of accesses of the purpose that hold or await a byte.
  private struct Users {
    var shared = 0
    var exclusive = 0
  }

  private struct Open {
    let file: LockFile
    var users = 0
  }

  private static let open = Mutex<[String: Open]>([:])

  let descriptor: CInt
  private let purpose: String
  private let users = Mutex<[Int64: Users]>([:])
  /// True if an abandoned thread still waits on the descriptor.
  private let isAwaited = Atomic(false)

  private init(descriptor: CInt, purpose: String) {
    self.descriptor = descriptor
    self.purpose = purpose
  }

  deinit { _ = UTIPlatform.close(descriptor) }

  /// ``close(_:)`` must follow; nil if no directory for locks exists.
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

  /// Releases `bytes`, which the access still holds.
  func close(_ bytes: [LockByte]) {
    let isLast = Self.open.withLock { open in
      open[purpose]?.users -= 1
      guard open[purpose]?.users == 0 else { return false }
      open[purpose] = nil
      return true
    }
    // The last reference closes the descriptor, which releases all locks.
    guard !isLast || isAwaited.load(ordering: .relaxed) else { return }
    for byte in bytes { unlock(byte) }
  }

  /// Returns false if another purpose or process holds the byte; a byte that the system cannot lock
  /// counts as locked.
  func tryToLock(_ byte: LockByte) -> Bool {
    want(byte)
    if uti_lock_byte(descriptor, byte.offset, byte.isExclusive ? 1 : 0) == 0 { return true }
    guard errno == EAGAIN || errno == EACCES else { return true }
    unlock(byte)
    return false
  }

  func waitToLock(_ byte: LockByte) {
    want(byte)
    while uti_wait_for_byte(descriptor, byte.offset, byte.isExclusive ? 1 : 0) != 0,
      errno == EINTR
    {}
  }

  /// Releases a byte, unless another access of the purpose holds or awaits it.
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

  /// Returns whether accesses of other purposes or processes hold a byte.
  func isLockedElsewhere(_ byte: LockByte) -> Bool {
    uti_is_byte_locked(descriptor, byte.offset) == 1
  }

  /// Releases bytes and closes the locks after all other holders have released the other bytes.
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

  /// Locks bytes in sequence on a separate thread, because the system cannot cancel a wait: an
  /// abandoned thread releases the bytes that it acquires.
  ///
  /// `isPointless` is called after each change of the state, `whileWaiting` at intervals with the
  /// number of locked bytes. Returns false, without locks, if the wait became pointless.
  func lock(
    _ bytes: [LockByte], unless isPointless: (inout CoordinationState) -> Bool,
    willWait: () -> Void, whileWaiting: (Int) -> Void
  ) -> Bool {
    guard let taken = bytes.firstIndex(where: { !tryToLock($0) }) else { return true }
    willWait()
    let waiting = Waiting(file: self, bytes: Array(bytes[taken...]))
    Thread.detachNewThread { waiting.run() }
    var (interval, count) = (0.05, 0)
    while true {
      let hasEnded = CoordinationMonitor.shared.wait(until: Date(timeIntervalSinceNow: interval)) {
        state -> Bool? in
        count = waiting.lockedCount
        return waiting.hasEnded(unless: { isPointless(&state) }) ? true : nil
      }
      if hasEnded != nil { break }
      whileWaiting(taken + count)
      interval = min(interval * 2, 0.5)
    }
    guard waiting.isAbandoned else { return true }
    isAwaited.store(true, ordering: .relaxed)
    for byte in bytes[..<(taken + waiting.lockedCount)] { unlock(byte) }
    return false
  }

  /// A thread that waits for bytes; unchecked because the lock of the claims guards it.
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
