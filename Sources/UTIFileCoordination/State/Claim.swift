package import SystemPackage
internal import UTIDocumentStorage

/// The kind of an access to an item.
package enum ItemAccess: Hashable, Sendable {
  case reading
  case writing
}

/// An item of an access.
package struct ClaimedItem: Hashable, Sendable {
  var path: FilePath
  let access: ItemAccess
  /// All contents of a directory are included if it is removed or moved.
  let coversContents: Bool

  package init(path: FilePath, access: ItemAccess, coversContents: Bool = false) {
    self.path = path
    self.access = access
    self.coversContents = coversContents
  }

  func overlaps(_ other: ClaimedItem) -> Bool {
    path == other.path || coversContents && other.path.isWithin(path)
      || other.coversContents && path.isWithin(other.path)
  }
}

/// A serial resource, so that an access that waits there blocks others.
package enum Executor: Hashable, Sendable {
  case main
  case queue(ObjectIdentifier)
  /// The operations of a document, by the identity of the document.
  case operations(ObjectIdentifier)
}

/// An access and its progress: `waiting` for this process, `turning` for others, `relinquishing`
/// and `preparing` by presenters, `locking` for other processes, and `active`.
///
/// A delegate, which saves for an access that has its turn, skips `turning`.
package struct Claim: Hashable, Sendable {
  package typealias Number = UInt64
  package typealias Presenter = ObjectIdentifier

  enum Phase: Hashable, Sendable {
    case waiting
    case turning
    case relinquishing
    case preparing
    case locking
    case active
  }

  /// The fixed properties of an access.
  package struct Description: Hashable, Sendable {
    /// The purpose; accesses of one purpose never exclude each other.
    package var purpose: String?
    package var presenter: Presenter?
    /// True if presenters first save or prepare for a deletion.
    package var asksToPrepare: Bool
    package var isShared: Bool
    package var parent: Number?
    /// Other processes with the turn wait for the end of the accesses around this one, which takes
    /// no turn.
    package var inheritsTurn: Bool
    package var occupied: Set<Executor>
    /// ``CoordinationState/beginOvertaking(_:)`` does this for a save for a reader.
    package var canBeOvertaken: Bool
    package var isOvertaking: Bool
    /// The access whose question a presenter answers by this access.
    package var served: Number?

    package init(
      purpose: String? = nil, presenter: Presenter? = nil, asksToPrepare: Bool = false,
      isShared: Bool = true, parent: Number? = nil, inheritsTurn: Bool = false,
      occupied: Set<Executor> = [],
      canBeOvertaken: Bool = false, isOvertaking: Bool = false, served: Number? = nil
    ) {
      self.purpose = purpose
      self.presenter = presenter
      self.asksToPrepare = asksToPrepare
      self.isShared = isShared
      self.parent = parent
      self.inheritsTurn = inheritsTurn
      self.occupied = occupied
      self.canBeOvertaken = canBeOvertaken
      self.isOvertaking = isOvertaking
      self.served = served
    }
  }

  let number: Number
  var items: [ClaimedItem]
  let description: Description
  var phase = Phase.waiting
  /// True if the access waits for locks of other processes.
  var isOutside = false
  /// True if the access with the turn waits for this one.
  var isDelegate = false
  var hasLockedItems = false
  var enquiry: Enquiry?
  var awaitsPeers = false
  var isCancelled = false
  var awaited: Executor?
  var failure: CoordinationState.Failure?

  mutating func follow(_ move: CoordinationState.Move) {
    for position in items.indices {
      let path = items[position].path
      guard let moved = path.moved(from: move.source, to: move.destination) else { continue }
      items[position].path = moved
    }
  }

  func conflicts(with other: Claim) -> Bool {
    guard description.purpose == nil || description.purpose != other.description.purpose else {
      return false
    }
    return items.contains { item in
      other.items.contains {
        item.overlaps($0) && (item.access == .writing || $0.access == .writing)
      }
    }
  }

  func overlaps(_ others: [ClaimedItem]) -> Bool {
    items.contains { item in others.contains(where: item.overlaps) }
  }

  /// Presenters have been asked to save for this access, and one of them performs the other.
  func lets(_ other: Claim) -> Bool {
    guard let enquiry, let presenter = other.description.presenter else { return false }
    return enquiry.isSaving(presenter)
  }
}

/// An access of another process, for which presenters of this process are asked.
struct Guest: Hashable, Sendable {
  let number: Claim.Number
  let items: [ClaimedItem]
  var enquiry: Enquiry?
}

/// A question to several presenters at once.
struct Enquiry: Hashable, Sendable {
  struct Question: Hashable, Sendable {
    let presenter: Claim.Presenter
    /// The resources that it takes to ask the presenter; empty once the presenter has been called.
    var executors: Set<Executor>
    var isAnswered = false
  }

  let kind: CoordinationState.Question
  var questions: [Question]
  var isRefused = false

  func isSaving(_ presenter: Claim.Presenter) -> Bool {
    kind == .prepare && questions.contains { $0.presenter == presenter }
  }
}
