internal import CUTISystemCalls
package import Foundation
internal import Synchronization
package import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

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

/// The options of a coordinated read.
public struct NSFileCoordinatorReadingOptions: OptionSet, Sendable {
  /// The members as bits.
  public let rawValue: UInt
  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Reads without asking presenters to save.
  public static let withoutChanges = Self(rawValue: 1 << 0)
  /// Reads the destination of a symbolic link.
  public static let resolvesSymbolicLink = Self(rawValue: 1 << 1)
  /// Reads only metadata that is available at once.
  public static let immediatelyAvailableMetadataOnly = Self(rawValue: 1 << 2)
  /// Reads a copy for an upload, which is removed after the access; a zip archive for a directory.
  public static let forUploading = Self(rawValue: 1 << 3)
}

/// The options of a coordinated write.
public struct NSFileCoordinatorWritingOptions: OptionSet, Sendable {
  /// The members as bits.
  public let rawValue: UInt
  /// Creates options from bits.
  public init(rawValue: UInt) { self.rawValue = rawValue }
  /// Deletes the item.
  public static let forDeleting = Self(rawValue: 1 << 0)
  /// Moves the item.
  public static let forMoving = Self(rawValue: 1 << 1)
  /// Changes the latest contents, which presenters save first.
  public static let forMerging = Self(rawValue: 1 << 2)
  /// Puts another item in place of this one.
  public static let forReplacing = Self(rawValue: 1 << 3)
  /// Changes attributes only.
  public static let contentIndependentMetadataOnly = Self(rawValue: 1 << 4)
}

/// A coordinated access to one item.
package struct AccessRequest: Sendable {
  package let url: URL
  let access: ItemAccess
  var reading: NSFileCoordinatorReadingOptions = []
  var writing: NSFileCoordinatorWritingOptions = []

  func item(at path: FilePath) -> ClaimedItem {
    ClaimedItem(path: path, access: access, coversContents: takesItemAway)
  }

  /// True if the item and its contents may not exist afterwards.
  var takesItemAway: Bool {
    access == .writing && !writing.isDisjoint(with: [.forDeleting, .forMoving, .forReplacing])
  }

  var wantsChanges: Bool {
    access == .reading
      ? reading.isDisjoint(with: [.withoutChanges, .immediatelyAvailableMetadataOnly])
      : writing.contains(.forMerging)
  }

  var deletes: Bool {
    access == .writing && !writing.isDisjoint(with: [.forDeleting, .forReplacing])
  }

  /// True if the item still exists afterwards, with other contents.
  var changesItem: Bool { access == .writing && !takesItemAway }

  package static func reading(
    _ url: URL, _ options: NSFileCoordinatorReadingOptions = []
  ) -> AccessRequest {
    AccessRequest(url: url, access: .reading, reading: options)
  }

  package static func writing(
    _ url: URL, _ options: NSFileCoordinatorWritingOptions = []
  ) -> AccessRequest {
    AccessRequest(url: url, access: .writing, writing: options)
  }
}

/// The cancellation of the accesses of a coordinator, for threads that wait in several ways.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var wakers: Set<CInt> = []
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    state.withLock { state in
      state.isCancelled = true
      for waker in state.wakers { _ = uti_wake(waker) }
    }
    CoordinationMonitor.shared.signal()
  }

  /// Calls a function with a descriptor that becomes readable on cancellation.
  func withWaker<Result>(_ body: (CInt) throws -> Result) rethrows -> Result {
    let waker = uti_make_waker()
    state.withLock { state in
      state.wakers.insert(waker)
      if state.isCancelled { _ = uti_wake(waker) }
    }
    defer {
      state.withLock { _ = $0.wakers.remove(waker) }
      _ = close(waker)
    }
    return try body(waker)
  }
}

extension FilePath {
  /// The path has no symbolic links (`path`; nil to resolve it), and leads to the package for an
  /// item in one, because a package is one item.
  init?(coordinating url: URL, resolvedTo path: FilePath? = nil) {
    guard let path = path ?? FilePath(resolving: url) else { return nil }
    self = path.enclosingPackage ?? path
  }

  /// Returns the path after moves of the item or of its parent directories, the oldest first.
  package func moved(by moves: [CoordinationState.Move]) -> FilePath {
    moves.reduce(self) { $0.moved(from: $1.source, to: $1.destination) ?? $0 }
  }

  /// The first parent directory with an extension of packages; scans bytes, because each access
  /// calls it and few directories have an extension.
  private var enclosingPackage: FilePath? {
    withPlatformString { bytes -> FilePath? in
      let (slash, period) = (CInt(UInt8(ascii: "/")), CChar(UInt8(ascii: ".")))
      var start = bytes
      while let end = strchr(start, slash).map({ UnsafePointer($0) }) {
        defer { start = end + 1 }
        let name = UnsafeBufferPointer(start: start, count: end - start)
        guard memchr(start, CInt(period), name.count) != nil,
          let last = name.lastIndex(of: period), last > 0
        else { continue }
        let ending = name[(last + 1)...].map { UInt8(bitPattern: $0) }
        guard uti_is_package_extension(ending, ending.count) != 0 else { continue }
        let prefix = UnsafeBufferPointer(start: bytes, count: end - bytes)
        return FilePath(platformString: Array(prefix) + [0])
      }
      return nil
    }
  }
}
