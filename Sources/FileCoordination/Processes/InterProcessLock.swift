internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// The part of an access that keeps other processes from the items.
///
/// Where processes have no place to agree in, every access has its turn at once.
final class InterProcessLock {
  private(set) var items: [ItemLocks.Item]
  /// Whether whoever has the turn waits for this access, which therefore does not wait for a turn.
  private(set) var isDelegate = false
  /// Whether other processes are kept away at all.
  var isShared: Bool { file != nil }

  /// Whether others may have the same purpose, who are then let in (rule K7).
  private let isKnown: Bool
  private let purpose: String
  private let number: UInt64
  private let file: LockFile?
  private let cancellation: Cancellation
  private let willWait: () -> Void
  private var gates: [LockByte] = []
  private var contents: [LockByte] = []
  private var companions: [LockByte] = []

  init(
    _ claim: ItemLocks.Claim, purpose: (identifier: String, isKnown: Bool),
    cancellation: Cancellation, willWait: @escaping () -> Void
  ) {
    items = claim.items
    number = claim.number
    self.purpose = purpose.identifier
    isKnown = purpose.isKnown
    file = LockFile.forPurpose(purpose.identifier)
    self.cancellation = cancellation
    self.willWait = willWait
  }

  /// Waits for the turn.
  ///
  /// - Throws: `CocoaError` with the code `userCancelled`.
  func begin() throws {
    guard let file else { return }
    let locks = ItemLocks.shared
    isDelegate = locks.isDelegateNow(number)
    // Who waits for the turn may wait for those of the same purpose.
    guard !isDelegate, !items.contains(where: hasCompanions) else { return }
    do {
      gates = try lock(file, LockByte.gates, unless: { locks.isDelegate(self.number) })
    } catch is NoLongerNeeded {
      isDelegate = true
    }
  }

  /// Waits until nobody else accesses the items, and lets the next have its turn.
  ///
  /// - Throws: `CocoaError` with the code `userCancelled`.
  func lockItems() throws {
    guard let file else { return }
    for item in items where hasCompanions(item) {
      // What they have keeps others away until the last of them is done.
      contents += LockByte.contents(of: [item], isAlone: true).filter(file.tryToLock)
    }
    contents += try lock(file, bytesOfOthers, unless: { false })
    if isKnown { companions = items.map(companionByte).filter(file.tryToLock) }
    for gate in gates { file.unlock(gate) }
    gates = []
  }

  /// Gives everything back; where others of the purpose are still there, when they are done.
  func end() {
    guard let file else { return }
    for byte in companions { file.unlock(byte) }
    let awaited = companions.filter(file.isLockedElsewhere).map(\.exclusive)
    guard awaited.isEmpty else { return file.close(gates + contents, after: awaited) }
    file.close(gates + contents)
  }

  private func bytesOfOthers(of items: [ItemLocks.Item]) -> [LockByte] {
    LockByte.contents(of: items.filter { !hasCompanions($0) }, isAlone: isKnown)
  }

  private func companionByte(of item: ItemLocks.Item) -> LockByte {
    LockByte.companions(of: item, purpose: purpose)
  }

  /// Whether somebody of the same purpose has the item in another process.
  private func hasCompanions(_ item: ItemLocks.Item) -> Bool {
    isKnown && file?.isLockedElsewhere(companionByte(of: item)) == true
  }

  private struct NoLongerNeeded: Error {}

  /// Locks bytes of the items, wherever these move meanwhile.
  private func lock(
    _ file: LockFile, _ bytes: ([ItemLocks.Item]) -> [LockByte],
    unless isNeedless: () -> Bool
  ) throws -> [LockByte] {
    let locks = ItemLocks.shared
    while true {
      let wanted = bytes(items)
      var hasWaited = false
      func isPointless() -> Bool { cancellation.isCancelled || isNeedless() }
      func noteWaiting() {
        hasWaited = true
        locks.change(number) { $0.isOutside = true }
        willWait()
      }
      let isLocked = file.lock(wanted, unless: isPointless, willWait: noteWaiting)
      if hasWaited { locks.change(number) { $0.isOutside = false } }
      guard isLocked else {
        if cancellation.isCancelled { throw CocoaError(.userCancelled) }
        throw NoLongerNeeded()
      }
      guard hasWaited else { return wanted }
      let paths = items.map(\.path)
      items = locks.items(of: number)
      if items.map(\.path) == paths { return wanted }
      for byte in wanted { file.unlock(byte) }
    }
  }
}
