package import SystemPackage
internal import UTIDocumentStorage

/// The state of coordination in one process, as a value without threads: ``CoordinationMonitor``
/// drives it under its lock, and tests drive several through each interleaving.
///
/// Accesses are admitted in the order of their calls, so that readers do not exclude a writer,
/// after presenters were asked (rule K2). A presenter's save for an access overtakes it and all
/// that wait for it; otherwise both would wait for each other.
package struct CoordinationState: Hashable, Sendable {
  package typealias Number = Claim.Number
  package typealias Presenter = Claim.Presenter

  /// A question to presenters.
  package enum Question: Hashable, Sendable {
    case relinquish
    /// To save, or to prepare for a deletion.
    case prepare
  }

  /// The next step of an access.
  package enum Step: Hashable, Sendable {
    case wait
    /// Lock the turn among processes, then call ``noteTurn(_:)``.
    case takeTurn
    /// Give up waiting for the turn, then call ``noteTurnLeft(_:)``.
    case leaveTurn
    /// Ask presenters, then call ``ask(_:_:_:awaitsPeers:)``.
    case ask(Question)
    /// Wait for presenters of other processes, then call ``notePeersAnswered(_:)``.
    case awaitPeers
    /// Lock the items among processes, then call ``noteItemsLocked(_:)``.
    case lockItems
    /// Run the accessor, then call ``release(_:)``.
    case access
    /// Call ``release(_:)``; the accessor does not run.
    case fail(Failure)
  }

  /// The reason why an accessor does not run.
  package enum Failure: Hashable, Sendable {
    case cancelled
    case refused
    /// The access would wait for itself, through the accesses that are listed.
    case circularWait([Wait])
    /// The access would wait for itself, through the accesses of other processes that are listed.
    case circleOfProcesses([ForeignWait])
    /// The access waits for a process that stays stopped.
    case stoppedProcess(String)
  }

  /// One access of a circle of processes.
  package struct ForeignWait: Hashable, Sendable {
    package let process: String
    package let path: String
    package let access: ItemAccess
  }

  private var newest: Number = 0
  var claims: [Claim] = []
  var guests: [Guest] = []
  /// The number of saves for readers that overtake an operation of a document.
  var overtaking: [Presenter: Int] = [:]
  /// The resources that presenters need before they can answer, with the number of times.
  var needs: [Presenter: [Executor: Int]] = [:]
  private var moves: [Presenter: [Move]] = [:]

  package init() {}

  package var isIdle: Bool {
    claims.isEmpty && guests.isEmpty && overtaking.isEmpty && needs.isEmpty && moves.isEmpty
  }

  mutating func nextNumber() -> Number {
    newest += 1
    return newest
  }

  // MARK: - Accesses

  /// Claims all items at once, so that two accesses to the same items never wait for each other.
  package mutating func begin(_ items: [ClaimedItem], _ description: Claim.Description) -> Number {
    let number = nextNumber()
    var claim = Claim(number: number, items: items, description: description)
    for move in description.presenter.flatMap({ moves[$0] }) ?? [] { claim.follow(move) }
    claims.append(claim)
    return number
  }

  /// Advances as far as possible without the caller.
  ///
  /// - Complexity: O(*n*²) in the number of accesses of the process.
  package mutating func advance(_ number: Number) -> Step {
    guard let index = index(of: number) else { return .fail(.cancelled) }
    if claims[index].phase == .active { return .access }
    if claims[index].failure == nil {
      if claims[index].isCancelled {
        claims[index].failure = .cancelled
      } else {
        let step = nextStep(index)
        if claims[index].failure == nil {
          guard step == .wait, let cycle = circularWait(from: number) else { return step }
          claims[index].failure = .circularWait(cycle)
        }
      }
    }
    // The operation ends after the access, and must not end before the one that overtakes it.
    guard let failure = claims[index].failure, !isOvertaken(claims[index]) else { return .wait }
    return .fail(failure)
  }

  private mutating func nextStep(_ index: Int) -> Step {
    switch claims[index].phase {
    case .waiting:
      guard !isBlocked(claims[index]) else { return .wait }
      claims[index].isDelegate = isDelegate(claims[index])
      guard claims[index].description.isShared, !claims[index].isDelegate,
        !claims[index].description.inheritsTurn
      else {
        claims[index].phase = .relinquishing
        return .ask(.relinquish)
      }
      claims[index].phase = .turning
      return .takeTurn
    case .turning:
      if isDelegate(claims[index]) { return .leaveTurn }
      return claims[index].isOutside ? .wait : .takeTurn
    case .relinquishing:
      guard let step = stepOfEnquiry(index, .relinquish) else {
        guard claims[index].description.asksToPrepare else { return stepToLocking(index) }
        claims[index].enquiry = nil
        claims[index].phase = .preparing
        return .ask(.prepare)
      }
      return step
    case .preparing: return stepOfEnquiry(index, .prepare) ?? stepToLocking(index)
    case .locking:
      guard claims[index].description.isShared, !claims[index].hasLockedItems else {
        claims[index].phase = .active
        return .access
      }
      return claims[index].isOutside ? .wait : .lockItems
    case .active: return .access
    }
  }

  /// Nil when all presenters have answered.
  private mutating func stepOfEnquiry(_ index: Int, _ question: Question) -> Step? {
    guard let enquiry = claims[index].enquiry else { return .ask(question) }
    guard isAnswered(enquiry) else { return .wait }
    if enquiry.isRefused {
      claims[index].failure = .refused
      return .wait
    }
    return claims[index].awaitsPeers ? .awaitPeers : nil
  }

  /// Locks must not be held while an operation overtakes, which may need them.
  private mutating func stepToLocking(_ index: Int) -> Step {
    guard !isOvertaken(claims[index]) else { return .wait }
    claims[index].enquiry = nil
    claims[index].phase = .locking
    return nextStep(index)
  }

  package mutating func noteOutside(_ number: Number, _ isOutside: Bool) {
    update(number) { $0.isOutside = isOutside }
  }

  /// Returns whether an access need not wait any longer for locks of other processes.
  package mutating func isPointless(_ number: Number) -> Bool {
    switch advance(number) {
    case .wait: claims.first { $0.number == number }?.failure != nil
    case .takeTurn, .lockItems: false
    default: true
    }
  }

  package mutating func noteTurn(_ number: Number) {
    update(number) {
      $0.isOutside = false
      $0.phase = .relinquishing
    }
  }

  /// Records that an access needs no turn, because the access with the turn waits for it.
  package mutating func noteTurnLeft(_ number: Number) {
    update(number) {
      $0.isOutside = false
      $0.isDelegate = true
      $0.phase = .relinquishing
    }
  }

  package mutating func notePeersAnswered(_ number: Number) {
    update(number) { $0.awaitsPeers = false }
  }

  package mutating func noteItemsLocked(_ number: Number) {
    update(number) {
      $0.isOutside = false
      $0.hasLockedItems = true
    }
  }

  /// Records the resource that the accessor needs before it can run; nil if it runs.
  package mutating func noteAwaited(_ number: Number, _ executor: Executor?) {
    update(number) { $0.awaited = executor }
  }

  package mutating func fail(_ number: Number, _ failure: Failure) {
    update(number) { if $0.phase != .active { $0.failure = failure } }
  }

  package mutating func cancel(_ number: Number) { update(number) { $0.isCancelled = true } }

  /// Ends an access, in any phase.
  package mutating func release(_ number: Number) { claims.removeAll { $0.number == number } }

  /// A move of an item.
  package struct Move: Hashable, Sendable {
    let source: FilePath
    let destination: FilePath
  }

  /// The presenter's own accesses to the old path go to the new one until ``noteMoved(_:)`` is
  /// called for it.
  package mutating func move(
    _ source: FilePath, to destination: FilePath, notifying presenters: [Presenter] = []
  ) {
    let move = Move(source: source, destination: destination)
    for index in claims.indices
    where claims[index].phase != .active && !claims[index].hasLockedItems {
      claims[index].follow(move)
    }
    for presenter in presenters { moves[presenter, default: []].append(move) }
  }

  package mutating func noteMoved(_ presenter: Presenter) {
    guard var pending = moves[presenter], !pending.isEmpty else { return }
    pending.removeFirst()
    moves[presenter] = pending.isEmpty ? nil : pending
  }

  /// The moves that a presenter has not been notified of yet, the oldest first.
  package func pendingMoves(of presenter: Presenter) -> [Move] { moves[presenter] ?? [] }

  var hasPendingMoves: Bool { !moves.isEmpty }

  /// The present paths of an access, whose items may have moved while it waited.
  package func items(of number: Number) -> [ClaimedItem] { claim(number)?.items ?? [] }

  package func isDelegate(_ number: Number) -> Bool { claim(number)?.isDelegate ?? false }

  package func isShared(_ number: Number) -> Bool {
    claim(number)?.description.isShared ?? false
  }

  package func hasWaiting(for path: FilePath) -> Bool {
    claims.contains { claim in
      claim.phase == .waiting && claim.items.contains { $0.path == path } && isBlocked(claim)
    }
  }

  func claim(_ number: Number) -> Claim? { claims.first { $0.number == number } }

  func index(of number: Number) -> Int? { claims.firstIndex { $0.number == number } }

  mutating func update(_ number: Number, _ body: (inout Claim) -> Void) {
    guard let index = index(of: number) else { return }
    body(&claims[index])
  }
}

extension FilePath {
  /// Returns the path after a move of the item or a parent directory; nil if neither has moved.
  func moved(from source: FilePath, to destination: FilePath) -> FilePath? {
    var rest = self
    guard rest.removePrefix(source) else { return nil }
    return rest.isEmpty ? destination : destination.pushing(rest)
  }
}

/// The access whose question to save a presenter is answering.
package enum ServedAccess {
  /// Nil outside ``NSFilePresenter/savePresentedItemChanges(completionHandler:)`` and similar
  /// calls.
  @TaskLocal package static var current: CoordinationState.Number?
}
