internal import CUTISystemCalls
internal import Dispatch
internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
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
/// It begins after a moment, so short waits write no files, and for accesses that others wait for.
final class CircleSearch {
  private let number: CoordinationState.Number
  private let began = DispatchTime.now().uptimeNanoseconds
  private let monitor = CoordinationMonitor.shared
  private var file: WaitFile?
  private var found: [ProcessWaits.Member]?

  init(_ number: CoordinationState.Number) { self.number = number }

  /// The access of a circle that has to fail does; `bytes` are in their order, and `count` of them
  /// locked.
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

/// A file that shows the wait of an access to other processes; its process holds a lock of it,
/// which the system releases when the process dies.
final class WaitFile {
  /// A random part of names, because containers give equal numbers to processes.
  private static let process = String(UInt64.random(in: .min ... .max), radix: 36)

  let name: String
  private let path: FilePath
  private let descriptor: CInt
  private var written: ProcessWait?

  /// Has its name only after it is locked; nil if the system does not allow it.
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

  func write(_ wait: ProcessWait) {
    guard wait != written, let data = try? JSONEncoder().encode(wait) else { return }
    // A reader that sees half of it reads it again later.
    _ = ftruncate(descriptor, 0)
    let count = data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    written = count == data.count ? wait : nil
  }

  static func all() -> [ProcessWaits.Member] {
    guard let directory = PrivateDirectory.shared.path?.appending("waits") else { return [] }
    return directory.withPlatformString { DirectoryEntries.readableNames(inDirectory: $0) }
      .compactMap { read($0, in: directory) }
  }

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
  let awaited: LockByte
  let isNested: Bool
  /// The time of the system's monotonic clock when the wait began, in nanoseconds.
  let began: UInt64
  let path: String
  let isWriting: Bool

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

    /// Accesses of one process wait for each other in its ``CoordinationState``, not for locks.
    func isBlocked(by other: Member) -> Bool {
      let process = name.prefix { $0 != "." }
      return !other.name.hasPrefix(process + ".") && wait.isBlocked(by: other.wait)
    }
  }

  let members: [Member]

  /// Begins with the given wait; complexity: O(*n*²) in the number of waits.
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

  /// All processes choose the same one: the latest access that is made inside another one.
  static func victim(of circle: [Member]) -> Member? {
    let nested = circle.filter(\.wait.isNested)
    return (nested.isEmpty ? circle : nested)
      .max { ($0.wait.began, $0.name) < ($1.wait.began, $1.name) }
  }
}

/// The search, after the patience of an access, for a stopped process that holds its lock, for
/// example after Ctrl-Z.
///
/// The access fails after ``FileCoordinationConfiguration/stoppedProcessPatience``.
final class StoppedHolderSearch {
  private let number: CoordinationState.Number
  private let patience: Duration
  private let began = ContinuousClock.now
  private var next: ContinuousClock.Instant
  private var found: ContinuousClock.Instant?

  init(_ number: CoordinationState.Number, patience: Duration) {
    self.number = number
    self.patience = patience
    next = began + patience
  }

  /// The search for the holder of the lock that the access waits for.
  func run(_ awaited: LockByte, of file: LockFile, at url: URL) {
    let now = ContinuousClock.now
    guard now >= next else { return }
    next = now + .seconds(1)
    guard let process = stoppedProcess(behind: awaited, of: file, WaitFile.all()) else {
      found = nil
      return
    }
    let description = PeerDirectory.description(of: "\(process)")
    if found == nil {
      FileCoordinationConfiguration.standard.report(
        DocumentError(
          .processStopped, .coordinate, url: url,
          message: "the access waits, because \(description) accesses the item and is stopped",
          remedy: "continue it with 'kill -CONT \(process)', or end it"))
    }
    let first = found ?? now
    found = first
    if let limit = FileCoordinationConfiguration.standard.stoppedProcessPatience,
      now - first >= limit
    {
      CoordinationMonitor.shared.withState { $0.fail(number, .stoppedProcess(description)) }
    }
  }
}

extension StoppedHolderSearch {
  /// Follows the waits of others; `waits` have not been followed yet.
  private func stoppedProcess(
    behind awaited: LockByte, of file: LockFile, _ waits: [ProcessWaits.Member]
  ) -> Int32? {
    let holders = file.holders(of: awaited)
    if let stopped = holders.first(where: { ThreadActivity(in: $0) == .stopped }) { return stopped }
    for wait in waits where wait.wait.held.contains(where: { $0.offset == awaited.offset }) {
      guard let process = Int32(wait.name.prefix { $0.isNumber }), holders.contains(process) else {
        continue
      }
      let rest = waits.filter { $0.name != wait.name }
      if let stopped = stoppedProcess(behind: wait.wait.awaited, of: file, rest) { return stopped }
    }
    return nil
  }
}

extension LockFile {
  /// The system shows the holders below `/proc`, to the same user, by the locks of each descriptor.
  ///
  /// - Complexity: O(*n*) in the number of open files of the user's processes.
  func holders(of byte: LockByte) -> [Int32] {
    guard let own = FileStatus.present(at: "/proc/self/fd/\(descriptor)") else { return [] }
    func names(_ path: String) -> [String] {
      path.withCString { DirectoryEntries.readableNames(inDirectory: $0) }
    }
    return names("/proc").compactMap { Int32($0) }.filter { process in
      process != getpid()
        && names("/proc/\(process)/fd").contains { name in
          FileStatus.present(at: "/proc/\(process)/fd/\(name)")?.item == own.item
            && Self.locks("/proc/\(process)/fdinfo/\(name)", byte)
        }
    }
  }

  static func locks(_ path: String, _ byte: LockByte) -> Bool {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    return text.split(separator: "\n").contains { line in
      // Such as "lock:	1: OFDLCK ADVISORY  WRITE -1 00:1f:123 4 4".
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.first == "lock:", words.count >= 9, let first = Int64(words[7]) else {
        return false
      }
      let last = Int64(words[8]) ?? .max
      return first <= byte.offset && byte.offset <= last
        && (byte.isExclusive || words[4] == "WRITE")
    }
  }
}
