internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The registered presenters of this process, by which coordinators find the presenters of an item.
///
/// They are held weakly, so a document that is released without being closed is removed.
final class FilePresenters: Sendable {
  /// The relation of an accessed item to a presenter.
  enum Relation: Hashable, Sendable {
    /// The presented item.
    case item
    /// A parent directory of the presented item.
    case above
    /// An item in the presented directory.
    case below
  }

  /// A presenter that an access concerns.
  struct Concerned: Sendable {
    let id: ObjectIdentifier
    let presenter: UncheckedSendableBox<any NSFilePresenter>
    let relation: Relation

    /// Calls the presenter on its queue.
    ///
    /// - Parameter served: The access whose question to save the call is; nil for none.
    func notify(
      serving served: CoordinationState.Number? = nil,
      _ body: @escaping (any NSFilePresenter) -> Void
    ) {
      let body = UncheckedSendableBox(body)
      // Task-local values are not inherited by the queue.
      let originator = ChangeOriginator.current ?? .thisProcess
      let call = { @Sendable [presenter] in
        ChangeOriginator.$current.withValue(originator) {
          ServedAccess.$current.withValue(served) { body.value(presenter.value) }
        }
      }
      let queue = presenter.value.presentedItemOperationQueue
      if queue === OperationQueue.main {
        // The main queue may wait in an access that waits for this call.
        MainQueue.perform(call)
      } else {
        queue.addOperation(call)
      }
    }

    /// The resources that it takes to call the presenter.
    var executors: Set<Executor> {
      guard let executor = Executor(presenter.value.presentedItemOperationQueue), executor != .main
      else { return [] }
      return [executor]
    }
  }

  private final class Entry: Sendable {
    let id: ObjectIdentifier
    let presenter: WeakPresenter
    /// The presented item at the last check, and its path.
    let place = Mutex<(url: URL?, path: FilePath?)>((nil, nil))

    init(_ presenter: any NSFilePresenter) {
      id = ObjectIdentifier(presenter)
      self.presenter = WeakPresenter(presenter)
    }
  }

  private struct Entries: Sendable {
    /// The entries in the order of registration, with gaps.
    var present: [Entry?] = []
    /// The indices of the entries.
    var places: [ObjectIdentifier: Int] = [:]
    /// The number of entries at which gaps, and entries of presenters that no longer exist, are closed.
    private var limit = 64

    mutating func add(_ entry: Entry) {
      remove(entry.id)
      if present.count >= limit {
        present.removeAll { $0?.presenter.value == nil }
        places = [:]
        for (index, entry) in present.enumerated() {
          if let entry { places[entry.id] = index }
        }
        limit = max(64, present.count * 2)
      }
      places[entry.id] = present.count
      present.append(entry)
    }

    /// - Returns: A Boolean value that indicates whether there was an entry.
    @discardableResult
    mutating func remove(_ id: ObjectIdentifier) -> Bool {
      guard let index = places.removeValue(forKey: id) else { return false }
      present[index] = nil
      return true
    }
  }

  static let shared = FilePresenters()

  private let entries = Mutex(Entries())
  /// The number of moves that were announced to presenters.
  private let moveCount = Atomic(0)

  func add(_ presenter: any NSFilePresenter) {
    let entry = Entry(presenter)
    entries.withLock { $0.add(entry) }
  }

  /// Notes that presenters are about to be notified of a move.
  func noteMove() { moveCount.add(1, ordering: .sequentiallyConsistent) }

  /// Removes a presenter.
  ///
  /// - Returns: A Boolean value that indicates whether it was the last one.
  func remove(_ id: ObjectIdentifier) -> Bool {
    entries.withLock { $0.remove(id) && $0.places.isEmpty }
  }

  /// True if a presenter is registered.
  var hasEntries: Bool { entries.withLock { !$0.places.isEmpty } }

  var all: [any NSFilePresenter] {
    entries.withLock { UncheckedSendableBox($0.present.compactMap { $0?.presenter.value }) }.value
  }

  /// Returns the presenter of an identity; nil if it is not registered.
  func presenter(_ id: ObjectIdentifier) -> (any NSFilePresenter)? {
    entries.withLock { entries in
      UncheckedSendableBox(entries.places[id].flatMap { entries.present[$0]?.presenter.value })
    }.value
  }

  /// Returns the class of a presenter and its item, for messages.
  func name(of id: ObjectIdentifier) -> String {
    guard let presenter = presenter(id) else { return "a presenter" }
    let place = presenter.presentedItemURL.map { " of \($0.itemName)" } ?? ""
    return "the presenter \(type(of: presenter))\(place)"
  }

  /// Returns the presenters that an access to a path concerns, in the order of registration.
  ///
  /// - Complexity: O(*n*) in the number of presenters; links are resolved once for each URL.
  func concerned(with path: FilePath, except own: ObjectIdentifier?) -> [Concerned] {
    let monitor = CoordinationMonitor.shared
    let count = moveCount.load(ordering: .sequentiallyConsistent)
    if !monitor.read({ $0.hasPendingMoves }) {
      let found = concerned(with: path, except: own) { $1() }
      if moveCount.load(ordering: .sequentiallyConsistent) == count { return found }
    }
    return concerned(with: path, except: own) { monitor.presentedPath(of: $0, $1) }
  }

  /// - Parameter resolve: Returns the path of a presenter, which is the presented one until it moves.
  private func concerned(
    with path: FilePath, except own: ObjectIdentifier?,
    _ resolve: (ObjectIdentifier, () -> FilePath?) -> FilePath?
  ) -> [Concerned] {
    // The URLs of presenters are read outside the lock, because presenters may need it.
    let present = entries.withLock { $0.present }
    var found: [Concerned] = []
    for entry in present {
      guard let entry, entry.id != own, let presenter = entry.presenter.value,
        let presented = resolve(entry.id, { presentedPath(of: presenter, entry) })
      else { continue }
      let relation: Relation? =
        presented.isWithin(path)
        ? presented == path ? .item : .above : path.isWithin(presented) ? .below : nil
      if let relation {
        found.append(
          Concerned(id: entry.id, presenter: UncheckedSendableBox(presenter), relation: relation))
      }
    }
    return found
  }

  private func presentedPath(of presenter: any NSFilePresenter, _ entry: Entry) -> FilePath? {
    let url = presenter.presentedItemURL
    let known = entry.place.withLock { $0 }
    if url == known.url { return known.path }
    let path = url.flatMap { url in
      let resolved = (presenter as? any SelfWatchingPresenter)?.resolvedPath(of: url)
      return FilePath(coordinating: url, resolvedTo: resolved)
    }
    entry.place.withLock { $0 = (url, path) }
    return path
  }
}

/// A weak reference to a presenter.
///
/// Unchecked because only the weak reference is read, which is safe on any thread.
final class WeakPresenter: @unchecked Sendable {
  private(set) weak var value: (any NSFilePresenter)?

  init(_ value: any NSFilePresenter) { self.value = value }
}

/// The functions to call after an access.
///
/// Unchecked because of its lock.
final class ReacquisitionCallbacks: @unchecked Sendable {
  private let lock = NSLock()
  private var isOver = false
  private var waiting: [(FilePresenters.Concerned, @Sendable () -> Void)] = []

  func add(_ reacquirer: @escaping @Sendable () -> Void, of presenter: FilePresenters.Concerned) {
    lock.lock()
    let isLate = isOver
    if !isLate { waiting.append((presenter, reacquirer)) }
    lock.unlock()
    if isLate { presenter.notify { _ in reacquirer() } }
  }

  func callAll() {
    lock.lock()
    isOver = true
    let waiting = waiting
    lock.unlock()
    for (presenter, reacquirer) in waiting { presenter.notify { _ in reacquirer() } }
  }
}
