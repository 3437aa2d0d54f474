import SystemPackage

@testable import UTIFileCoordination

extension World {
  /// One access on a separate thread.
  struct Access: Hashable {
    /// The point at which the thread is.
    enum Stage: Hashable {
      case notBegun
      /// The thread asks for the next step.
      case stepping
      /// The thread has seen that it must wait, and announces that.
      case announcing
      case waiting
      case locking(isTurn: Bool, position: Int)
      case announcingLock(isTurn: Bool, position: Int)
      case waitingForLock(isTurn: Bool, position: Int)
      case abandoning
      /// All bytes are locked; `hasWaited` if items may have moved meanwhile.
      case locked(isTurn: Bool, hasWaited: Bool)
      case notingItems
      case awaitingPeers
      case entering
      case inside
      case awaitingMove
      case leaving
      case releasing
      case over
    }

    /// The effect of the accessor.
    enum Effect: Hashable {
      case read
      /// Writes a version, or one more than the latest for nil.
      case write(Int?)
      case move(to: Int)
    }

    let process: Int
    /// The document that makes the access; nil for none.
    let document: Int?
    let operation: Operation?
    let effect: Effect
    var description: Claim.Description
    var stage = Stage.notBegun
    var items: [ClaimedItem]
    var number: Number = 0
    var gates: [LockByte] = []
    var contents: [LockByte] = []
    /// The version that a reader must see.
    var required = 0
    var canBeCancelled = false
    var isCancelled = false
    var hasFailed = false
    /// The read version.
    var seen: Int?

    var readPlace: Int? {
      effect == .read ? items.first.flatMap { World.places.firstIndex(of: $0.path) } : nil
    }
  }

  /// Adds an access that no document makes.
  mutating func add(
    process: Int = 0, _ effect: Access.Effect, at place: Int, canBeCancelled: Bool = false
  ) {
    var items = [
      ClaimedItem(path: Self.places[place], access: effect == .read ? .reading : .writing)
    ]
    if case .move(let target) = effect {
      items = [
        ClaimedItem(path: Self.places[place], access: .writing, coversContents: true),
        ClaimedItem(path: Self.places[target], access: .writing),
      ]
    }
    var access = Access(
      process: process, document: nil, operation: nil, effect: effect,
      description: Claim.Description(purpose: "\(accesses.count)", asksToPrepare: effect == .read),
      items: items)
    access.canBeCancelled = canBeCancelled
    accesses.append(access)
  }

  /// Lets the thread of an access go on.
  ///
  /// - Returns: false if it waits.
  mutating func advance(access index: Int) -> Bool {
    let process = accesses[index].process
    let number = accesses[index].number
    switch accesses[index].stage {
    case .notBegun:
      if let document = accesses[index].document, case .write = accesses[index].effect {
        // The place is taken when the access begins; the moment between the snapshot of a save and its
        // access is not explored.
        accesses[index].items[0].path = Self.places[documents[document].place]
      }
      if let place = accesses[index].readPlace {
        accesses[index].required = latest(at: place, except: accesses[index].document)
      }
      accesses[index].number = processes[process].begin(
        accesses[index].items, accesses[index].description)
      accesses[index].stage = .stepping
      if accesses[index].isCancelled { processes[process].cancel(accesses[index].number) }
    case .stepping, .waiting:
      let step = processes[process].advance(number)
      if step == .wait {
        guard accesses[index].stage == .stepping else { return false }
        accesses[index].stage = .announcing
      } else {
        perform(step, index)
      }
    case .announcing:
      announceWaiting(index)
      accesses[index].stage = .waiting
    case .locking(let isTurn, let position):
      let bytes = isTurn ? accesses[index].gates : accesses[index].contents
      if position == bytes.count {
        accesses[index].stage = .locked(isTurn: isTurn, hasWaited: false)
        return advance(access: index)
      }
      accesses[index].stage =
        lock(bytes[position], index)
        ? .locking(isTurn: isTurn, position: position + 1)
        : .announcingLock(isTurn: isTurn, position: position)
    case .announcingLock(let isTurn, let position):
      processes[process].noteOutside(number, true)
      announceWaiting(index)
      accesses[index].stage = .waitingForLock(isTurn: isTurn, position: position)
    case .waitingForLock(let isTurn, let position):
      let bytes = isTurn ? accesses[index].gates : accesses[index].contents
      guard lock(bytes[position], index) else { return false }
      accesses[index].stage =
        position + 1 == bytes.count
        ? .locked(isTurn: isTurn, hasWaited: true)
        : .waitingForLock(isTurn: isTurn, position: position + 1)
    case .locked(let isTurn, let hasWaited): finishLocking(index, isTurn, hasWaited)
    case .abandoning:
      processes[process].noteOutside(number, false)
      accesses[index].stage = .stepping
    case .notingItems:
      processes[process].noteItemsLocked(number)
      accesses[index].stage = .stepping
    case .awaitingPeers:
      if accesses[index].isCancelled {
        accesses[index].hasFailed = true
        accesses[index].stage = .leaving
        return true
      }
      let own = guests.filter { $0.access == index }
      guard own.allSatisfy({ $0.question == nil }) else { return false }
      if own.contains(where: \.isRefused) {
        accesses[index].hasFailed = true
        accesses[index].stage = .leaving
        return true
      }
      processes[process].notePeersAnswered(number)
      accesses[index].stage = .stepping
    case .entering: enter(index)
    case .inside: finish(index)
    case .awaitingMove:
      guard guests.allSatisfy({ $0.access != index || $0.move == nil }) else { return false }
      accesses[index].stage = .leaving
    case .leaving:
      unlock(accesses[index].gates + accesses[index].contents, index)
      accesses[index].stage = .releasing
    case .releasing:
      processes[process].release(number)
      for position in guests.indices where guests[position].access == index {
        guests[position].isEnding = true
      }
      accesses[index].stage = .over
      accesses[index].canBeCancelled = false
      if let document = accesses[index].document, let operation = accesses[index].operation {
        finishAccess(of: document, operation, index)
      }
    case .over: return false
    }
    return true
  }

  private mutating func perform(_ step: CoordinationState.Step, _ index: Int) {
    let process = accesses[index].process
    accesses[index].stage = .stepping
    switch step {
    case .wait: break
    case .takeTurn:
      renewBytes(index, isTurn: true)
      accesses[index].stage = .locking(isTurn: true, position: 0)
    case .leaveTurn: processes[process].noteTurnLeft(accesses[index].number)
    case .ask(let question): ask(question, index)
    case .awaitPeers: accesses[index].stage = .awaitingPeers
    case .lockItems:
      renewBytes(index, isTurn: false)
      accesses[index].stage = .locking(isTurn: false, position: 0)
    case .access: accesses[index].stage = .entering
    case .fail(let failure):
      if case .circularWait = failure { fail("circular wait: \(failure)") }
      accesses[index].hasFailed = true
      accesses[index].stage = .leaving
    }
  }

  /// Computes the bytes at the present places of the items.
  private mutating func renewBytes(_ index: Int, isTurn: Bool) {
    let items = processes[accesses[index].process].items(of: accesses[index].number)
    accesses[index].items = items
    if isTurn {
      accesses[index].gates = LockByte.gates(of: items)
    } else {
      accesses[index].contents = LockByte.contents(of: items, isAlone: false)
    }
  }

  private mutating func finishLocking(_ index: Int, _ isTurn: Bool, _ hasWaited: Bool) {
    let (process, number) = (accesses[index].process, accesses[index].number)
    if hasWaited {
      processes[process].noteOutside(number, false)
      if processes[process].items(of: number) != accesses[index].items {
        unlock(isTurn ? accesses[index].gates : accesses[index].contents, index)
        renewBytes(index, isTurn: isTurn)
        accesses[index].stage = .locking(isTurn: isTurn, position: 0)
        return
      }
    }
    if isTurn {
      processes[process].noteTurn(number)
      accesses[index].stage = .stepping
    } else {
      unlock(accesses[index].gates, index)
      accesses[index].stage = .notingItems
    }
  }

  /// Gives up a wait for a lock that has become pointless.
  mutating func abandon(access index: Int) -> Bool {
    guard case .waitingForLock(let isTurn, let position) = accesses[index].stage,
      processes[accesses[index].process].isPointless(accesses[index].number)
    else { return false }
    let bytes = isTurn ? accesses[index].gates : accesses[index].contents
    unlock(Array(bytes[..<position]), index)
    accesses[index].stage = .abandoning
    return true
  }

  mutating func cancel(access index: Int) -> Bool {
    accesses[index].canBeCancelled = false
    guard accesses[index].stage != .inside, accesses[index].stage != .leaving,
      accesses[index].stage != .releasing, accesses[index].stage != .awaitingMove
    else { return false }
    accesses[index].isCancelled = true
    processes[accesses[index].process].cancel(accesses[index].number)
    return true
  }

  // MARK: - The accessor

  private mutating func enter(_ index: Int) {
    let access = accesses[index]
    for (position, other) in accesses.enumerated()
    where position != index && (other.stage == .inside || other.stage == .awaitingMove) {
      let overlaps = access.items.contains { item in
        other.items.contains {
          $0.overlaps(item) && (item.access == .writing || $0.access == .writing)
        }
      }
      if overlaps { fail("two accesses that exclude each other are active") }
    }
    accesses[index].items = processes[access.process].items(of: access.number)
    accesses[index].stage = .inside
  }

  private mutating func finish(_ index: Int) {
    let access = accesses[index]
    accesses[index].stage = .leaving
    guard let item = access.items.first, let place = Self.places.firstIndex(of: item.path) else {
      return
    }
    switch access.effect {
    case .read:
      accesses[index].seen = files[place]
      // An item that has moved away before the access has begun is not there.
      if let version = files[place], version < access.required { fail("stale read") }
      if let document = access.document { adopt(files[place] ?? 0, at: place, document) }
    case .write(let version):
      // A document does not overwrite what it has not read.
      files[place] = version.map { max($0, files[place] ?? 0) } ?? latest(at: place) + 1
      if let document = access.document {
        follow(document, to: place)
      } else {
        for index in documents.indices where presented(index) == place {
          documents[index].isBehind = true
        }
      }
    case .move(let target):
      files[target] = files[place]
      files[place] = nil
      announceMove(index, from: place, to: target)
      accesses[index].stage = .awaitingMove
    }
  }
}
