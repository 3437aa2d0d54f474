internal import CUTISystemCalls
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The locks of all accesses of this process.
final class HeldLocks: Sendable {
  static let shared = HeldLocks()

  private let locks = Mutex<[CoordinationState.Number: [LockByte]]>([:])

  func set(_ number: CoordinationState.Number, _ bytes: [LockByte]) {
    locks.withLock { $0[number] = bytes.isEmpty ? nil : bytes }
  }

  func all(of numbers: Set<CoordinationState.Number>) -> [LockByte] {
    locks.withLock { locks in numbers.flatMap { locks[$0] ?? [] } }
  }
}

/// The search for a circle of processes while an access waits for locks.
///
/// It begins after a moment, so that short waits write no files. An access that nothing waits for is
/// not part of a circle and writes no file either.
final class CircleSearch {
  private let number: CoordinationState.Number
  private let began = DispatchTime.now().uptimeNanoseconds
  private let monitor = CoordinationMonitor.shared
  private var file: WaitFile?
  /// The circle that the latest search has found.
  private var found: [ProcessWaits.Member]?

  init(_ number: CoordinationState.Number) { self.number = number }

  /// Searches, and makes the access fail if it is the one of a circle that has to.
  ///
  /// - Parameters:
  ///   - bytes: The locks of the wait, in their order.
  ///   - count: The number of locks that the access has got.
  func run(_ bytes: [LockByte], after count: Int) {
    guard count < bytes.count else { return }
    let (dependent, access) = monitor.read { ($0.dependents(of: number), $0.claim(number)) }
    let held = HeldLocks.shared.all(of: dependent) + bytes[..<count]
    guard !held.isEmpty, let access, let item = access.items.first else {
      file = nil
      return
    }
    file = file ?? WaitFile()
    guard let file else { return }
    let wait = ProcessWait(
      held: held.sorted(), awaited: bytes[count], isNested: access.description.parent != nil,
      began: began, path: item.path.string, isWriting: item.access == .writing)
    file.write(wait)
    let own = ProcessWaits.Member(name: file.name, wait: wait)
    let others = WaitFile.all().filter { $0.name != own.name }
    let circle = ProcessWaits(members: [own] + others).circle(through: own)
    defer { found = circle }
    // Files are read one after another, so a circle counts only if it was there before.
    guard let circle, circle == found, ProcessWaits.victim(of: circle) == own else { return }
    let waits = circle.map { member in
      CoordinationState.ForeignWait(
        process: PeerDirectory.description(of: member.name), path: member.wait.path,
        access: member.wait.isWriting ? .writing : .reading)
    }
    monitor.withState { $0.fail(number, .circleOfProcesses(waits)) }
  }
}

/// The file by which a process shows the wait of one of its accesses to others.
///
/// The process holds a lock of the file, which the system releases when the process dies.
final class WaitFile {
  /// A random part of names, because containers give equal numbers to processes.
  private static let process = String(UInt64.random(in: .min ... .max), radix: 36)

  let name: String
  private let path: FilePath
  private let descriptor: CInt
  private var written: ProcessWait?

  /// Creates the file, which has its name only after it is locked.
  ///
  /// - Returns: nil if the system does not allow it.
  init?() {
    guard let directory = PrivateDirectory.shared.path?.appending("waits") else { return nil }
    _ = directory.withPlatformString { mkdir($0, 0o700) }
    PeerDirectory.sweep(directory)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    name = "\(getpid())-\(Self.process).\(random)"
    path = directory.appending(name)
    let temporary = directory.appending(".\(random)")
    descriptor = temporary.withPlatformString {
      open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    let isNamed =
      uti_lock_byte(descriptor, 0, 1) == 0
      && temporary.withPlatformString { old in path.withPlatformString { rename(old, $0) } } == 0
    if !isNamed {
      _ = temporary.withPlatformString(unlink)
      return nil
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    _ = path.withPlatformString(unlink)
    _ = close(descriptor)
  }

  /// Writes the wait, if it has changed.
  func write(_ wait: ProcessWait) {
    guard wait != written, let data = try? JSONEncoder().encode(wait) else { return }
    // A reader that sees half of it reads it again later.
    _ = ftruncate(descriptor, 0)
    let count = data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    written = count == data.count ? wait : nil
  }

  /// Reads the waits of all processes that live.
  static func all() -> [ProcessWaits.Member] {
    guard let directory = PrivateDirectory.shared.path?.appending("waits") else { return [] }
    return directory.withPlatformString { DirectoryEntries.readableNames(inDirectory: $0) }
      .compactMap { read($0, in: directory) }
  }

  /// Reads a wait, and removes its file if its process has died.
  private static func read(_ name: String, in directory: FilePath) -> ProcessWaits.Member? {
    let path = directory.appending(name)
    let file = path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    guard uti_is_byte_locked(file, 0) == 1 else {
      // A file without a name may not be locked yet.
      if !name.hasPrefix(".") { _ = path.withPlatformString(unlink) }
      return nil
    }
    guard !name.hasPrefix("."),
      let data = try? FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd(),
      let wait = try? JSONDecoder().decode(ProcessWait.self, from: data)
    else { return nil }
    return ProcessWaits.Member(name: name, wait: wait)
  }
}

/// The wait of an access for a lock of another process, as other processes see it.
struct ProcessWait: Codable, Hashable, Sendable {
  /// The locks of the accesses of its process that wait for the access, and its own locks.
  let held: [LockByte]
  /// The lock that the access waits for.
  let awaited: LockByte
  /// True if the access is made in the accessor of another one.
  let isNested: Bool
  /// The time of the system's monotonic clock when the wait began, in nanoseconds.
  let began: UInt64
  let path: String
  let isWriting: Bool

  /// Returns whether the awaited lock is one of those that another access holds.
  func isBlocked(by other: ProcessWait) -> Bool {
    other.held.contains { lock in
      lock.offset == awaited.offset && (lock.isExclusive || awaited.isExclusive)
    }
  }
}

/// The waits of all processes, as a graph.
struct ProcessWaits {
  /// A wait with the name of its file, which is `PID-PROCESS.NUMBER`.
  struct Member: Hashable, Sendable {
    let name: String
    let wait: ProcessWait

    /// Returns whether the access cannot continue before another one ends.
    ///
    /// Accesses of one process wait for each other in its ``CoordinationState``, not for locks.
    func isBlocked(by other: Member) -> Bool {
      let process = name.prefix { $0 != "." }
      return !other.name.hasPrefix(process + ".") && wait.isBlocked(by: other.wait)
    }
  }

  let members: [Member]

  /// Returns the waits through which a wait depends on itself, beginning with it; nil if it does
  /// not.
  ///
  /// - Complexity: O(*n*²) in the number of waits.
  func circle(through start: Member) -> [Member]? {
    var seen: Set<String> = []
    func search(_ member: Member) -> [Member]? {
      for next in members where member.isBlocked(by: next) {
        if next.name == start.name { return [member] }
        guard seen.insert(next.name).inserted, let rest = search(next) else { continue }
        return [member] + rest
      }
      return nil
    }
    return search(start)
  }

  /// Returns the wait of a circle that fails, to let the others continue.
  ///
  /// All processes choose the same one: the latest access that is made inside another one.
  static func victim(of circle: [Member]) -> Member? {
    let nested = circle.filter(\.wait.isNested)
    return (nested.isEmpty ? circle : nested)
      .max { ($0.wait.began, $0.name) < ($1.wait.began, $1.name) }
  }
}
