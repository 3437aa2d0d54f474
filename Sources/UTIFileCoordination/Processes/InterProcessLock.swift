internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

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
