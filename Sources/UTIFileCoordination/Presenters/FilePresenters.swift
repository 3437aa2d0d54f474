internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The registered presenters of this process, held weakly, so a document that is released without
/// being closed is removed.
final class FilePresenters: Sendable {
  /// The relation of an accessed item to a presenter.
  enum Relation: Hashable, Sendable {
    case item
    case above
    case below
  }

  /// A presenter that an access concerns.
  struct Concerned: Sendable {
    let id: ObjectIdentifier
    let presenter: UncheckedSendableBox<any NSFilePresenter>
    let relation: Relation

    /// Calls the presenter on its queue; `served` is the access whose question to save the call is.
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

    var executors: Set<Executor> {
      guard let executor = Executor(presenter.value.presentedItemOperationQueue), executor != .main
      else { return [] }
      return [executor]
    }
  }

  private final class Entry: Sendable {
    let id: ObjectIdentifier
    let presenter: WeakPresenter
    let number: Int
    /// True if the presenter announces when ``announcedURL`` changes.
    let isAnnouncing: Bool
    /// The presented item at the last check, and its path.
    let place = Mutex<(url: URL?, path: FilePath?)>((nil, nil))

    init(_ presenter: any NSFilePresenter, number: Int) {
      id = ObjectIdentifier(presenter)
      self.presenter = WeakPresenter(presenter)
      self.number = number
      isAnnouncing = presenter is any SelfWatchingPresenter
    }

    init(withoutPlace entry: Entry) {
      (id, presenter, number) = (entry.id, entry.presenter, entry.number)
      isAnnouncing = entry.isAnnouncing
    }
  }

  private struct Entries: Sendable {
    private(set) var all: [ObjectIdentifier: Entry] = [:]
    /// The entries whose presenters announce no moves, or whose paths were not read since the last
    /// one.
    private var unplaced: [ObjectIdentifier: Entry] = [:]
    private var index = PathIndex()
    private var newest = 0
    /// The number of entries at which those of presenters that no longer exist are removed.
    private var limit = 64

    mutating func add(_ presenter: any NSFilePresenter) {
      newest += 1
      let entry = Entry(presenter, number: newest)
      remove(entry.id)
      if all.count >= limit {
        for entry in all.values where entry.presenter.value == nil { remove(entry.id) }
        limit = max(64, all.count * 2)
      }
      (all[entry.id], unplaced[entry.id]) = (entry, entry)
    }

    /// Returns whether there was an entry.
    @discardableResult
    mutating func remove(_ id: ObjectIdentifier) -> Bool {
      unplaced[id] = nil
      index.remove(id)
      return all.removeValue(forKey: id) != nil
    }

    mutating func forgetPlace(of id: ObjectIdentifier) {
      guard let old = all[id] else { return }
      index.remove(id)
      let entry = Entry(withoutPlace: old)
      (all[id], unplaced[id]) = (entry, entry)
    }

    /// Notes the path of a presenter, unless the presenter has announced a move since it was read.
    mutating func note(_ path: FilePath, of entry: Entry) {
      guard unplaced[entry.id] === entry else { return }
      unplaced[entry.id] = nil
      index.insert(entry.id, at: path)
    }

    /// Returns the entries that an access to a path may concern.
    func candidates(for path: FilePath) -> [Entry] {
      unplaced.values + index.concerned(with: path).compactMap { all[$0] }
    }
  }

  static let shared = FilePresenters()

  private let monitor: CoordinationMonitor
  private let entries = Mutex(Entries())
  private let moveCount = Atomic(0)

  init(monitor: CoordinationMonitor = .shared) { self.monitor = monitor }

  func add(_ presenter: any NSFilePresenter) { entries.withLock { $0.add(presenter) } }

  func forgetPlace(of id: ObjectIdentifier) { entries.withLock { $0.forgetPlace(of: id) } }

  func noteMove() { moveCount.add(1, ordering: .sequentiallyConsistent) }

  /// Returns whether the presenter was the last one.
  func remove(_ id: ObjectIdentifier) -> Bool {
    entries.withLock { $0.remove(id) && $0.all.isEmpty }
  }

  var hasEntries: Bool { entries.withLock { !$0.all.isEmpty } }

  var all: [any NSFilePresenter] {
    entries.withLock { entries in
      let ordered = entries.all.values.sorted { $0.number < $1.number }
      return UncheckedSendableBox(ordered.compactMap(\.presenter.value))
    }.value
  }

  func presenter(_ id: ObjectIdentifier) -> (any NSFilePresenter)? {
    entries.withLock { UncheckedSendableBox($0.all[id]?.presenter.value) }.value
  }

  func name(of id: ObjectIdentifier) -> String {
    guard let presenter = presenter(id) else { return "a presenter" }
    let place = presenter.presentedItemURL.map { " of \($0.itemName)" } ?? ""
    return "the presenter \(type(of: presenter))\(place)"
  }

  /// Ordered by registration; O(*n*) in the number of these presenters and of presenters that
  /// announce no moves; links are resolved once for each URL.
  func concerned(with path: FilePath, except own: ObjectIdentifier?) -> [Concerned] {
    let count = moveCount.load(ordering: .sequentiallyConsistent)
    if !monitor.read({ $0.hasPendingMoves }) {
      let candidates = entries.withLock { $0.candidates(for: path) }
      let found = concerned(with: path, among: candidates, except: own) { note($0, $1) }
      if moveCount.load(ordering: .sequentiallyConsistent) == count { return found }
    }
    let all = entries.withLock { Array($0.all.values) }
    return concerned(with: path, among: all, except: own) { entry, presenter in
      monitor.presentedPath(of: entry.id) { presentedPath(of: presenter, entry)?.path }
    }
  }

  /// `resolve` returns the path of a presenter, which is the presented one until it moves.
  private func concerned(
    with path: FilePath, among candidates: [Entry], except own: ObjectIdentifier?,
    _ resolve: (Entry, any NSFilePresenter) -> FilePath?
  ) -> [Concerned] {
    // The URLs of presenters are read outside the lock, because presenters may need it.
    var found: [(number: Int, concerned: Concerned)] = []
    for entry in candidates where entry.id != own {
      guard let presenter = entry.presenter.value, let presented = resolve(entry, presenter)
      else { continue }
      let relation: Relation? =
        presented.isWithin(path)
        ? presented == path ? .item : .above : path.isWithin(presented) ? .below : nil
      guard let relation else { continue }
      let concerned = Concerned(
        id: entry.id, presenter: UncheckedSendableBox(presenter), relation: relation)
      found.append((entry.number, concerned))
    }
    return found.sorted { $0.number < $1.number }.map(\.concerned)
  }

  /// Returns the path of a presenter, and notes it if the presenter announces when it changes.
  private func note(_ entry: Entry, _ presenter: any NSFilePresenter) -> FilePath? {
    guard let place = presentedPath(of: presenter, entry) else { return nil }
    if entry.isAnnouncing,
      (presenter as? any SelfWatchingPresenter)?.announcedURL == place.url
    {
      entries.withLock { $0.note(place.path, of: entry) }
    }
    return place.path
  }

  private func presentedPath(
    of presenter: any NSFilePresenter, _ entry: Entry
  ) -> (url: URL, path: FilePath)? {
    guard let url = presenter.presentedItemURL else { return nil }
    let known = entry.place.withLock { $0 }
    if url == known.url { return known.path.map { (url, $0) } }
    let resolved = (presenter as? any SelfWatchingPresenter)?.resolvedPath(of: url)
    let path = FilePath(coordinating: url, resolvedTo: resolved)
    entry.place.withLock { $0 = (url, path) }
    return path.map { (url, $0) }
  }
}

/// Unchecked because only the weak reference is read, which is safe on any thread.
final class WeakPresenter: @unchecked Sendable {
  private(set) weak var value: (any NSFilePresenter)?

  init(_ value: any NSFilePresenter) { self.value = value }
}

/// The functions to call after an access; unchecked because of its lock.
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

/// Presenters by the paths of their items, so that an access does not compare all paths.
struct PathIndex: Sendable {
  private var paths: [ObjectIdentifier: FilePath] = [:]
  private var own: [FilePath: Set<ObjectIdentifier>] = [:]
  /// The presenters of all items below a path.
  private var inside: [FilePath: Set<ObjectIdentifier>] = [:]

  mutating func insert(_ id: ObjectIdentifier, at path: FilePath) {
    remove(id)
    paths[id] = path
    own[path, default: []].insert(id)
    for directory in Self.parents(of: path) { inside[directory, default: []].insert(id) }
  }

  mutating func remove(_ id: ObjectIdentifier) {
    guard let path = paths.removeValue(forKey: id) else { return }
    Self.remove(id, from: &own[path])
    for directory in Self.parents(of: path) { Self.remove(id, from: &inside[directory]) }
  }

  private static func remove(_ id: ObjectIdentifier, from set: inout Set<ObjectIdentifier>?) {
    set?.remove(id)
    if set?.isEmpty == true { set = nil }
  }

  /// The presenters of the item, of items below it and of its parent directories.
  ///
  /// - Complexity: O(*n*) in the number of these presenters and of the components of the path.
  func concerned(with path: FilePath) -> [ObjectIdentifier] {
    var found = Array(own[path] ?? [])
    found += inside[path] ?? []
    for directory in Self.parents(of: path) { found += own[directory] ?? [] }
    return found
  }

  private static func parents(of path: FilePath) -> some Sequence<FilePath> {
    sequence(state: path) { path in path.removeLastComponent() ? path : nil }
  }
}

/// The messages to the presenters of this process because of an access, of this or of another process.
struct PresenterMessages {
  typealias Asked = (presenter: FilePresenters.Concerned, request: AccessRequest)

  let concerned: [Asked]

  private let monitor = CoordinationMonitor.shared
  private let answers = Answers()

  init(_ requests: [AccessRequest], _ items: [ClaimedItem], except presenter: ObjectIdentifier?) {
    concerned = zip(requests, items).flatMap { request, item in
      FilePresenters.shared.concerned(with: item.path, except: presenter)
        .map { (presenter: $0, request: request) }
    }
  }

  var refusal: (any Error)? { answers.refusal }

  /// A presenter that does not answer costs an access the patience once (rule K9).
  func skip(_ presenters: [CoordinationState.Presenter]) { answers.noteSilent(presenters) }

  /// Asks all presenters at once; `awaitsPeers`: other processes were asked too.
  func send(
    _ question: CoordinationState.Question, for number: CoordinationState.Number,
    _ callbacks: ReacquisitionCallbacks, awaitsPeers: Bool = false
  ) {
    let asked = concerned.filter { presenter, request in
      guard !answers.isSilent(presenter.id) else { return false }
      return switch question {
      case .relinquish: presenter.relation != .below
      case .prepare:
        presenter.relation == .below ? request.deletes : request.wantsChanges || request.deletes
      }
    }
    let addressees = asked.map {
      CoordinationState.Addressee($0.presenter.id, executors: $0.presenter.executors)
    }
    monitor.withState { $0.ask(number, question, addressees, awaitsPeers: awaitsPeers) }
    for (index, (presenter, request)) in asked.enumerated() {
      let reply: @Sendable ((any Error)?) -> Void = { [monitor, answers] error in
        if let error { answers.note(error) }
        monitor.withState {
          $0.noteAnswer(number, at: index, question, refuses: error != nil)
        }
      }
      presenter.notify(serving: question == .prepare ? number : nil) { [monitor] filePresenter in
        switch question {
        case .relinquish:
          Self.relinquish(filePresenter, request) { callback in
            if let callback { callbacks.add(callback, of: presenter) }
            reply(nil)
          }
        case .prepare: Self.prepare(filePresenter, presenter.relation, request, reply)
        }
        monitor.withState { $0.noteCalled(number, at: index, question) }
      }
    }
  }

  private static func relinquish(
    _ presenter: any NSFilePresenter, _ request: AccessRequest,
    _ answer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) {
    if request.access == .reading {
      presenter.relinquishPresentedItem(toReader: answer)
    } else {
      presenter.relinquishPresentedItem(toWriter: answer)
    }
  }

  private static func prepare(
    _ presenter: any NSFilePresenter, _ relation: FilePresenters.Relation, _ request: AccessRequest,
    _ reply: @escaping @Sendable ((any Error)?) -> Void
  ) {
    if relation == .below {
      presenter.accommodatePresentedSubitemDeletion(at: request.url, completionHandler: reply)
    } else if request.deletes {
      presenter.accommodatePresentedItemDeletion(completionHandler: reply)
    } else {
      presenter.savePresentedItemChanges(completionHandler: reply)
    }
  }

  func notifyOfChanges() {
    for (presenter, request) in concerned where request.changesItem {
      presenter.notify { filePresenter in
        switch presenter.relation {
        case .item, .above: filePresenter.presentedItemDidChange()
        case .below: filePresenter.presentedSubitemDidChange(at: request.url)
        }
      }
    }
  }

  func holdWatches() {
    for (presenter, request) in concerned where request.access == .writing { presenter.holdWatch() }
  }

  /// `isKnown`: presenters are notified of the changes, which watches then do not report.
  func releaseWatches(isKnown: Bool) {
    for (presenter, request) in concerned where request.access == .writing {
      presenter.releaseWatch(isKnown: isKnown)
    }
  }
}

/// The errors of presenters, and the presenters that have not answered.
private final class Answers: Sendable {
  private let values = Mutex(
    (refusal: (any Error)?.none, silent: Set<CoordinationState.Presenter>()))

  var refusal: (any Error)? { values.withLock { $0.refusal } }

  func note(_ error: any Error) {
    values.withLock { if $0.refusal == nil { $0.refusal = error } }
  }

  func isSilent(_ presenter: CoordinationState.Presenter) -> Bool {
    values.withLock { $0.silent.contains(presenter) }
  }

  func noteSilent(_ presenters: [CoordinationState.Presenter]) {
    guard !presenters.isEmpty else { return }
    values.withLock { $0.silent.formUnion(presenters) }
  }
}

extension Duration {
  var seconds: TimeInterval {
    TimeInterval(components.seconds) + TimeInterval(components.attoseconds) / 1e18
  }
}

/// An item that has moved.
struct ItemMove: Sendable {
  let oldURL: URL
  let newURL: URL
  let source: FilePath
  let destination: FilePath

  /// Notifies the presenters of this process, and makes waiting accesses follow the item.
  func notifyPresenters(except own: ObjectIdentifier?) {
    let concerned = FilePresenters.shared.concerned(with: source, except: own)
    let followers = concerned.filter { $0.relation != .below }.map(\.id)
    FilePresenters.shared.noteMove()
    CoordinationMonitor.shared.withState { $0.move(source, to: destination, notifying: followers) }
    for concerned in concerned {
      if concerned.relation == .item {
        PresenterWatches.shared.retarget(concerned.id, to: newURL)
      }
      concerned.notify { presenter in
        defer {
          if concerned.relation != .below {
            CoordinationMonitor.shared.withState { $0.noteMoved(concerned.id) }
          }
        }
        switch concerned.relation {
        case .item: presenter.presentedItemDidMove(to: newURL)
        case .below: presenter.presentedSubitem(at: oldURL, didMoveTo: newURL)
        case .above:
          // The old path has no symbolic links, so its prefix is the path of the moved item.
          guard let url = presenter.presentedItemURL,
            let moved = FilePath(coordinating: url)?.moved(from: source, to: destination)
          else { return }
          presenter.presentedItemDidMove(to: URL(of: moved))
        }
      }
    }
  }
}
