internal import Dispatch
internal import Synchronization
internal import SystemPackage

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
