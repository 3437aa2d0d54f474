internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// The locks by which an access keeps other processes from its items.
///
/// If the processes have no directory in which to coordinate, every access has its turn at once.
final class InterProcessLock {
  /// A Boolean value that indicates whether other processes are excluded at all.
  var isShared: Bool { file != nil }
  /// The items of the access, at the places where they are locked.
  private(set) var items: [ClaimedItem]

  private let monitor = CoordinationMonitor.shared
  /// A Boolean value that indicates whether other accesses may have the same purpose (rule K7).
  private let isKnown: Bool
  private let purpose: String
  private let file: LockFile?
  private let cancellation: Cancellation
  private let willWait: () -> Void
  private var gates: [LockByte] = []
  private var contents: [LockByte] = []
  private var companions: [LockByte] = []

  init(
    _ items: [ClaimedItem], purpose: (identifier: String, isKnown: Bool),
    cancellation: Cancellation, willWait: @escaping () -> Void
  ) {
    self.items = items
    self.purpose = purpose.identifier
    isKnown = purpose.isKnown
    file = LockFile.forPurpose(purpose.identifier)
    self.cancellation = cancellation
    self.willWait = willWait
  }

  /// Waits for the turn, until that is pointless.
  func takeTurn(_ number: CoordinationState.Number) {
    items = monitor.withState { $0.items(of: number) }
    // The access that has the turn may wait for those of the same purpose.
    if let file, !items.contains(where: hasCompanions) {
      guard let locked = lock(file, number, LockByte.gates) else { return }
      gates = locked
    }
    monitor.withState { $0.noteTurn(number) }
  }

  /// Waits until no other process accesses the items, and gives the turn to the next.
  func lockItems(_ number: CoordinationState.Number) {
    guard let file else { return }
    items = monitor.withState { $0.items(of: number) }
    for item in items where hasCompanions(item) {
      // The locks of companions keep others away until the last companion is done.
      contents += LockByte.contents(of: [item], isAlone: true).filter(file.tryToLock)
    }
    guard let locked = lock(file, number, bytesOfOthers) else { return }
    contents += locked
    if isKnown { companions = items.map(companionByte).filter(file.tryToLock) }
    for gate in gates { file.unlock(gate) }
    gates = []
    monitor.withState { $0.noteItemsLocked(number) }
  }

  /// Gives all locks back; if others of the purpose still access the items, when they are done.
  func end() {
    guard let file else { return }
    for byte in companions { file.unlock(byte) }
    let awaited = companions.filter(file.isLockedElsewhere).map(\.exclusive)
    guard awaited.isEmpty else { return file.close(gates + contents, after: awaited) }
    file.close(gates + contents)
  }

  private func bytesOfOthers(of items: [ClaimedItem]) -> [LockByte] {
    LockByte.contents(of: items.filter { !hasCompanions($0) }, isAlone: isKnown)
  }

  private func companionByte(of item: ClaimedItem) -> LockByte {
    LockByte.companions(of: item, purpose: purpose)
  }

  /// Returns whether an access of the same purpose has the item in another process.
  private func hasCompanions(_ item: ClaimedItem) -> Bool {
    isKnown && file?.isLockedElsewhere(companionByte(of: item)) == true
  }

  /// Locks bytes of the items, wherever these move meanwhile.
  ///
  /// - Returns: The bytes; nil if the wait was pointless, and nothing is locked.
  private func lock(
    _ file: LockFile, _ number: CoordinationState.Number, _ bytes: ([ClaimedItem]) -> [LockByte]
  ) -> [LockByte]? {
    while true {
      let wanted = bytes(items)
      var hasWaited = false
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
