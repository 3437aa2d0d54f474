internal import CUTISystemCalls
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
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

/// A lock of an access, as one of four bytes of the lock file at four times a hash of the path:
/// accesses to two paths of the same hash wait without need, with no other effect.
struct LockByte: Codable, Hashable, Comparable, Sendable {
  /// The meaning of a byte of a path.
  private enum Role: Int64 {
    /// The turn to access the item, which is held while presenters are asked.
    case gate = 0
    /// The item, shared by readers or held by one writer.
    case item = 1
    /// Shared by accesses to items in a directory, or held by one that removes or moves the
    /// directory.
    case contents = 2
    /// The accesses of one purpose to the item; the hash includes the purpose.
    case purpose = 3
  }

  let offset: Int64
  let isExclusive: Bool

  private init(_ role: Role, of path: FilePath, isExclusive: Bool) {
    self.init(Self.hash(of: path), role, isExclusive: isExclusive)
  }

  private init(_ hash: StableHash, _ role: Role, isExclusive: Bool) {
    offset = InodeLockFile.offset(of: hash) + role.rawValue
    self.isExclusive = isExclusive
  }

  init(offset: Int64, isExclusive: Bool) {
    self.offset = offset
    self.isExclusive = isExclusive
  }

  private static func hash(of path: FilePath) -> StableHash {
    var hash = StableHash()
    path.withPlatformString {
      hash.combine(UnsafeRawBufferPointer(start: $0, count: path.length))
    }
    return hash
  }

  var exclusive: LockByte { LockByte(offset: offset, isExclusive: true) }

  /// The common order of byte locks in all processes, which prevents deadlocks.
  static func < (left: LockByte, right: LockByte) -> Bool { left.offset < right.offset }

  static func gates(of items: [ClaimedItem]) -> [LockByte] {
    merged(items.map { LockByte(.gate, of: $0.path, isExclusive: true) })
  }

  static func companions(of item: ClaimedItem, purpose: String) -> LockByte {
    var hash = hash(of: item.path)
    hash.combine(0 as UInt8)
    hash.combine(purpose)
    return LockByte(hash, .purpose, isExclusive: false)
  }

  /// `isAlone`: a reader shares the items with no other access.
  static func contents(of items: [ClaimedItem], isAlone: Bool) -> [LockByte] {
    var bytes: [LockByte] = []
    for item in items {
      let isExclusive = item.access == .writing || isAlone
      bytes.append(LockByte(.item, of: item.path, isExclusive: isExclusive))
      if item.coversContents {
        bytes.append(LockByte(.contents, of: item.path, isExclusive: true))
      }
      bytes += ancestors(of: item.path)
    }
    return merged(bytes)
  }

  /// Returns the contents bytes of all parent directories, hashed in one pass over the path.
  private static func ancestors(of path: FilePath) -> [LockByte] {
    var bytes: [LockByte] = []
    var hash = StableHash()
    path.withPlatformString { characters in
      for index in 0..<path.length {
        let character = UInt8(bitPattern: characters[index])
        if character == UInt8(ascii: "/"), index > 0 {
          bytes.append(LockByte(hash, .contents, isExclusive: false))
        }
        hash.combine(character)
      }
    }
    return bytes
  }

  private static func merged(_ bytes: [LockByte]) -> [LockByte] {
    var merged: [LockByte] = []
    for byte in bytes.sorted() {
      guard let last = merged.last, last.offset == byte.offset else {
        merged.append(byte)
        continue
      }
      if byte.isExclusive { merged[merged.count - 1] = byte }
    }
    return merged
  }
}

/// The locks by which an access excludes other processes; without a directory for coordination,
/// each access has its turn at once.
final class InterProcessLock {
  var isShared: Bool { file != nil }
  /// The items of the access, at the paths at which they are locked.
  private(set) var items: [ClaimedItem]

  private let monitor = CoordinationMonitor.shared
  /// True if other accesses may have the same purpose (rule K7).
  private let isKnown: Bool
  private let purpose: String
  private let file: LockFile?
  private let patience: Duration
  private let cancellation: Cancellation
  private let willWait: () -> Void
  private var gates: [LockByte] = []
  private var contents: [LockByte] = []
  private var companions: [LockByte] = []

  init(
    _ items: [ClaimedItem], purpose: (identifier: String, isKnown: Bool), patience: Duration,
    cancellation: Cancellation, willWait: @escaping () -> Void
  ) {
    self.items = items
    self.purpose = purpose.identifier
    isKnown = purpose.isKnown
    file = LockFile.forPurpose(purpose.identifier)
    self.patience = patience
    self.cancellation = cancellation
    self.willWait = willWait
  }

  /// Acquires the turn, unless the wait becomes pointless.
  func takeTurn(_ number: CoordinationState.Number) {
    items = monitor.withState { $0.items(of: number) }
    // The access with the turn may wait for accesses of the same purpose.
    if let file, !items.contains(where: hasCompanions) {
      guard let locked = lock(file, number, LockByte.gates) else { return }
      gates = locked
      noteLocks(of: number)
    }
    monitor.withState { $0.noteTurn(number) }
  }

  /// Waits until no other process accesses the items, and releases the turn.
  func lockItems(_ number: CoordinationState.Number) {
    guard let file else { return }
    items = monitor.withState { $0.items(of: number) }
    for item in items where hasCompanions(item) {
      // The locks of companions exclude other accesses until the last companion ends.
      contents += LockByte.contents(of: [item], isAlone: true).filter(file.tryToLock)
    }
    guard let locked = lock(file, number, bytesOfOthers) else { return }
    contents += locked
    if isKnown { companions = items.map(companionByte).filter(file.tryToLock) }
    for gate in gates { file.unlock(gate) }
    gates = []
    noteLocks(of: number)
    monitor.withState { $0.noteItemsLocked(number) }
  }

  /// Releases all locks, after other accesses of the purpose have ended.
  func end(_ number: CoordinationState.Number) {
    guard let file else { return }
    HeldLocks.shared.set(number, [])
    for byte in companions { file.unlock(byte) }
    let awaited = companions.filter(file.isLockedElsewhere).map(\.exclusive)
    guard awaited.isEmpty else { return file.close(gates + contents, after: awaited) }
    file.close(gates + contents)
  }

  private func noteLocks(of number: CoordinationState.Number) {
    HeldLocks.shared.set(number, gates + contents)
  }

  private func bytesOfOthers(of items: [ClaimedItem]) -> [LockByte] {
    LockByte.contents(of: items.filter { !hasCompanions($0) }, isAlone: isKnown)
  }

  private func companionByte(of item: ClaimedItem) -> LockByte {
    LockByte.companions(of: item, purpose: purpose)
  }

  private func hasCompanions(_ item: ClaimedItem) -> Bool {
    isKnown && file?.isLockedElsewhere(companionByte(of: item)) == true
  }

  /// Follows items that move; nil if the wait became pointless, and no byte is locked.
  private func lock(
    _ file: LockFile, _ number: CoordinationState.Number, _ bytes: ([ClaimedItem]) -> [LockByte]
  ) -> [LockByte]? {
    while true {
      let wanted = bytes(items)
      var hasWaited = false
      let search = CircleSearch(number)
      let stopped = StoppedHolderSearch(number, patience: patience)
      let isLocked = file.lock(
        wanted,
        unless: { [cancellation] state in
          if cancellation.isCancelled { state.cancel(number) }
          return state.isPointless(number)
        },
        willWait: {
          hasWaited = true
          monitor.withState { $0.noteOutside(number, true) }
          willWait()
        },
        whileWaiting: { count in
          search.run(wanted, after: count)
          if count < wanted.count, let item = items.first {
            stopped.run(wanted[count], of: file, at: URL(of: item.path))
          }
        })
      guard isLocked else {
        monitor.withState { $0.noteOutside(number, false) }
        return nil
      }
      guard hasWaited else { return wanted }
      let moved = monitor.withState { state in
        state.noteOutside(number, false)
        return state.items(of: number)
      }
      if moved == items { return wanted }
      items = moved
      for byte in wanted { file.unlock(byte) }
    }
  }
}
