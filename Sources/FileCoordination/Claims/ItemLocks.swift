internal import DocumentStorage
internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// Readers and writers of items in this process: many readers of an item or one writer.
///
/// Who waits is let in first come, first served, so that a stream of readers does not keep a
/// writer out. Before an access begins, its claim asks the presenters of the items; while they
/// save for its sake, their own claims pass it and all who wait behind it, or both would wait for
/// each other. The same goes for what presenters save for the sake of other processes: it passes
/// those here who wait for these processes.
///
/// ```
/// waiting ── nothing in the way ──> asking ── presenters have answered ──> active ──> released
/// ```
///
/// Unchecked because a condition variable guards everything in it.
final class ItemLocks: @unchecked Sendable {
  /// What somebody wants to do with an item.
  enum Access: Sendable {
    case reading
    case writing
  }

  /// An item that somebody wants.
  struct Item: Sendable {
    var url: URL
    var path: FilePath
    let access: Access
    /// Whether everything in a directory counts as well, because the directory goes or moves.
    let coversContents: Bool

    func overlaps(_ other: Item) -> Bool {
      path == other.path || coversContents && other.path.isWithin(path)
        || other.coversContents && path.isWithin(other.path)
    }
  }

  /// Who wants items, and how far that has come.
  struct Claim: Sendable {
    enum Phase: Sendable {
      case waiting
      case asking
      case active
    }

    let number: UInt64
    var items: [Item]
    let purpose: String?
    let presenter: ObjectIdentifier?
    var phase = Phase.waiting
    /// The presenters that save for the sake of this claim.
    var saving: Set<ObjectIdentifier> = []
    /// Whether it waits for other processes, whose own accesses may need what is claimed here.
    var isOutside = false

    fileprivate func conflicts(with other: Claim) -> Bool {
      guard purpose == nil || purpose != other.purpose else { return false }
      return items.contains { item in
        other.items.contains {
          item.overlaps($0) && (item.access == .writing || $0.access == .writing)
        }
      }
    }

    fileprivate func overlaps(_ others: [Item]) -> Bool {
      items.contains { item in others.contains(where: item.overlaps) }
    }

    fileprivate func lets(_ other: Claim) -> Bool {
      other.presenter.map(saving.contains) ?? false
    }
  }

  /// An access of another process, whose presenters here are asked.
  private struct Guest {
    let items: [Item]
    var saving: Set<ObjectIdentifier> = []
  }

  static let shared = ItemLocks()

  private let condition = NSCondition()
  private var newest: UInt64 = 0
  /// Claims in the order of their calls.
  private var claims: [Claim] = []
  private var guests: [UInt64: Guest] = [:]

  /// Waits until all items may be accessed.
  ///
  /// They are claimed at once, so that two callers that want the same items never wait for each
  /// other. The claim is asking then.
  ///
  /// - Parameters:
  ///   - isCancelled: is asked whenever something has changed.
  ///   - willWait: is called when the items are not free at once.
  /// - Returns: nil when the caller does not want them any more.
  func acquire(
    _ items: [Item], purpose: String?, presenter: ObjectIdentifier?,
    isCancelled: () -> Bool, willWait: () -> Void
  ) -> Claim? {
    condition.lock()
    defer { condition.unlock() }
    newest += 1
    let number = newest
    claims.append(Claim(number: number, items: items, purpose: purpose, presenter: presenter))
    // Who looks whether a presenter waits must hear of it.
    condition.broadcast()
    var hasWaited = false
    while let claim = claim(number), isBlocked(claim), !isCancelled() {
      if !hasWaited {
        hasWaited = true
        condition.unlock()
        willWait()
        condition.lock()
        continue
      }
      condition.wait()
    }
    guard !isCancelled() else {
      remove(number)
      return nil
    }
    update(number) { $0.phase = .asking }
    return claim(number)
  }

  /// Changes a claim.
  func change(_ number: UInt64, _ body: (inout Claim) -> Void) {
    condition.lock()
    defer { condition.unlock() }
    update(number, body)
  }

  /// Gives items back.
  func release(_ number: UInt64) {
    condition.lock()
    defer { condition.unlock() }
    remove(number)
  }

  /// Does something that somebody waits for.
  func signal(_ body: () -> Void = {}) {
    condition.lock()
    body()
    condition.broadcast()
    condition.unlock()
  }

  /// Waits until something has happened, which is looked at whenever somebody signals.
  ///
  /// - Parameter deadline: when to give up; nil for never, as Foundation cannot count that far.
  /// - Returns: false when the time was over first.
  @discardableResult
  func wait(until deadline: Date?, _ hasHappened: () -> Bool) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while !hasHappened() {
      guard let deadline else {
        condition.wait()
        continue
      }
      guard condition.wait(until: deadline) else { return hasHappened() }
    }
    return true
  }

  /// Whether a presenter waits for items itself, and so makes no use of them; to be called while
  /// waiting.
  func isIdle(_ presenter: ObjectIdentifier) -> Bool {
    claims.contains { $0.presenter == presenter && $0.phase != .active }
      && !claims.contains { $0.presenter == presenter && $0.phase == .active }
  }

  /// Whether a claim is that of a presenter that saves because somebody who wants the same items has
  /// asked it to; to be called while waiting.
  ///
  /// Such a claim does not wait for its turn: whoever has the turn waits for it.
  func isDelegate(_ number: UInt64) -> Bool {
    guard let claim = claim(number), let presenter = claim.presenter else { return false }
    return claims.contains { $0.saving.contains(presenter) && $0.overlaps(claim.items) }
      || isAskedByGuest(claim)
  }

  /// The same, for those who do not wait.
  func isDelegateNow(_ number: UInt64) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    return isDelegate(number)
  }

  /// What a claim is for by now, as items move while it waits.
  func items(of number: UInt64) -> [Item] {
    condition.lock()
    defer { condition.unlock() }
    return claim(number)?.items ?? []
  }

  // MARK: - Accesses of other processes

  /// Lets an access of another process have the presenters here asked.
  ///
  /// - Returns: its number.
  func admit(_ items: [Item]) -> UInt64 {
    condition.lock()
    defer { condition.unlock() }
    newest += 1
    guests[newest] = Guest(items: items)
    return newest
  }

  /// Notes the presenters that save for the sake of another process.
  func setSaving(_ presenters: Set<ObjectIdentifier>, forGuest number: UInt64) {
    condition.lock()
    defer { condition.unlock() }
    guests[number]?.saving = presenters
    condition.broadcast()
  }

  /// Ends what ``admit(_:)`` has begun.
  func dismiss(_ number: UInt64) {
    condition.lock()
    defer { condition.unlock() }
    guests[number] = nil
    condition.broadcast()
  }

  private func isAskedByGuest(_ claim: Claim) -> Bool {
    guard !guests.isEmpty, let presenter = claim.presenter else { return false }
    return guests.values.contains { guest in
      guest.saving.contains(presenter)
        && guest.items.contains { item in claim.items.contains(where: item.overlaps) }
    }
  }

  // MARK: - The claims

  /// Whether somebody waits for an item; for tests that must not come too early.
  func hasWaiting(for url: URL) -> Bool {
    guard let path = FilePath(coordinating: url) else { return false }
    condition.lock()
    defer { condition.unlock() }
    return claims.contains { claim in
      claim.phase == .waiting && claim.items.contains { $0.path == path }
    }
  }

  /// Lets those who wait for an item follow it to another place.
  func move(_ source: FilePath, to destination: FilePath) {
    condition.lock()
    defer { condition.unlock() }
    for index in claims.indices
    where claims[index].phase == .waiting || claims[index].isOutside {
      for position in claims[index].items.indices {
        let path = claims[index].items[position].path
        guard let moved = path.moved(from: source, to: destination) else { continue }
        claims[index].items[position].path = moved
        claims[index].items[position].url = URL(of: moved)
      }
    }
    condition.broadcast()
  }

  private func claim(_ number: UInt64) -> Claim? { claims.first { $0.number == number } }

  private func update(_ number: UInt64, _ body: (inout Claim) -> Void) {
    guard let index = claims.firstIndex(where: { $0.number == number }) else { return }
    body(&claims[index])
    condition.broadcast()
  }

  private func remove(_ number: UInt64) {
    claims.removeAll { $0.number == number }
    condition.broadcast()
  }

  private func isBlocked(_ claim: Claim) -> Bool {
    let isAwaited = claims.contains { $0.phase == .asking && $0.lets(claim) }
    let isAskedByGuest = isAskedByGuest(claim)
    return claims.contains { other in
      guard other.number != claim.number, !other.lets(claim) else { return false }
      if isAskedByGuest, other.phase == .waiting || other.isOutside { return false }
      let isAhead = other.phase != .waiting || other.number < claim.number && !isAwaited
      return isAhead && claim.conflicts(with: other)
    }
  }
}

extension FilePath {
  /// The path after an item, or a directory on the way, has moved; nil when that is elsewhere.
  func moved(from source: FilePath, to destination: FilePath) -> FilePath? {
    var rest = self
    guard rest.removePrefix(source) else { return nil }
    return rest.isEmpty ? destination : destination.pushing(rest)
  }
}
