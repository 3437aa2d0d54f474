public import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge
internal import UniformFoundationAdditions

/// A search for items in folders, whose results follow the changes of any program.
///
/// A background queue reads the folders. Results change and notifications are posted in operations
/// of ``operationQueue``. The search enters folders, but not packages, and omits hidden items. Links
/// are not followed. There is no index of the machine, so a query without scopes finds nothing.
open class NSMetadataQuery: NSObject, @unchecked Sendable {
  /// Unchecked, because predicates and descriptors are not changed after they were set.
  private struct State: @unchecked Sendable {
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor] = []
    var searchScopes: [Any] = []
    var interval: TimeInterval = 1
    var operationQueue: OperationQueue?
    var search: MetadataSearch?
    var results: [NSMetadataItem] = []
    var isGathering = false
    var isStopped = false
    var announcesStart = false
    /// The number of calls of ``disableUpdates()`` without their counterpart.
    var holds = 0
    /// The items of the last search, which the results do not have yet.
    var found: [MetadataValues]?
    /// The operation that waits or runs; the next one must not overtake it.
    var delivery: Operation?

    var hasWork: Bool {
      search != nil && (announcesStart || found != nil && (isGathering || holds == 0))
    }
  }

  private let state = Mutex(State())

  /// Creates a query without a predicate and scopes.
  public override init() {}

  deinit { state.withLock { $0.search }?.cancel() }

  // MARK: - Configuration

  /// The condition that results fulfil; a change restarts a running query.
  open var predicate: NSPredicate? {
    get { state.withLock { $0.predicate } }
    set { configure { $0.predicate = newValue } }
  }

  /// The order of the results, by their paths if it is empty; a change restarts a running query.
  open var sortDescriptors: [NSSortDescriptor] {
    get { state.withLock { $0.sortDescriptors } }
    set { configure { $0.sortDescriptors = newValue } }
  }

  /// The folders, as file URLs, paths or scopes such as ``NSMetadataQueryUserHomeScope``; a change
  /// restarts a running query.
  ///
  /// A folder need not exist yet.
  open var searchScopes: [Any] {
    get { state.withLock { $0.searchScopes } }
    set { configure { $0.searchScopes = newValue } }
  }

  /// The least time in seconds between two updates, which the next start uses: 1 by default.
  open var notificationBatchingInterval: TimeInterval {
    get { state.withLock { $0.interval } }
    set { state.withLock { $0.interval = newValue } }
  }

  /// The queue on which results change and notifications are posted; nil for the main queue.
  open var operationQueue: OperationQueue? {
    get { state.withLock { $0.operationQueue } }
    set {
      state.withLock { state in
        state.operationQueue = newValue
        // The former queue may be suspended.
        if state.delivery?.isExecuting == false { state.delivery = nil }
      }
      deliverLater()
    }
  }

  private func configure(_ change: (inout State) -> Void) {
    let isRunning = state.withLock { state in
      change(&state)
      return state.search != nil
    }
    guard isRunning else { return }
    stop()
    start()
  }

  // MARK: - Running

  /// Begins to gather results, and to follow their changes after that.
  ///
  /// - Returns: false if the query is running or has no predicate.
  @discardableResult
  open func start() -> Bool {
    let search: MetadataSearch? = state.withLock { state in
      guard state.search == nil, let predicate = state.predicate else { return nil }
      let search = MetadataSearch(state.searchScopes, predicate, interval: state.interval) {
        [weak self] in self?.take($1, of: $0)
      }
      state.search = search
      (state.results, state.found) = ([], nil)
      (state.isGathering, state.isStopped, state.announcesStart) = (true, false, true)
      return search
    }
    search?.begin()
    deliverLater()
    return search != nil
  }

  /// Ends the query; its results stay until the next start.
  open func stop() {
    let search: MetadataSearch? = state.withLock { state in
      guard let search = state.search else { return nil }
      (state.search, state.found) = (nil, nil)
      (state.isGathering, state.isStopped, state.announcesStart) = (false, true, false)
      return search
    }
    search?.cancel()
  }

  /// A Boolean value that indicates whether the query was started and not stopped.
  open var isStarted: Bool { state.withLock { $0.search != nil } }

  /// A Boolean value that indicates whether the query gathers its first results.
  open var isGathering: Bool { state.withLock { $0.isGathering } }

  /// A Boolean value that indicates whether the query was stopped.
  open var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Keeps the results as they are, until ``enableUpdates()`` is called as often.
  open func disableUpdates() { state.withLock { $0.holds += 1 } }

  /// Lets the results change; kept changes come in one update.
  open func enableUpdates() {
    state.withLock { $0.holds = max(0, $0.holds - 1) }
    deliverLater()
  }

  // MARK: - Results

  /// The items that fulfil the predicate, as ``NSMetadataItem``.
  open var results: [Any] { state.withLock { $0.results } }

  /// The number of results.
  open var resultCount: Int { state.withLock { $0.results.count } }

  /// Returns a result.
  ///
  /// - Parameter index: the place of the result, less than ``resultCount``.
  open func result(at index: Int) -> Any { state.withLock { $0.results[index] } }

  /// Returns the place of a result.
  ///
  /// - Parameter result: the item.
  /// - Returns: `NSNotFound` for another item.
  open func index(ofResult result: Any) -> Int {
    let item = result as? NSMetadataItem
    return state.withLock { $0.results.firstIndex { $0 === item } } ?? NSNotFound
  }

  /// Returns an attribute of a result.
  ///
  /// - Parameters:
  ///   - attributeName: the key of the attribute.
  ///   - index: the place of the result.
  open func value(ofAttribute attributeName: String, forResultAt index: Int) -> Any? {
    state.withLock { $0.results[index] }.value(forAttribute: attributeName)
  }

  /// Calls a function with each result, while updates are disabled.
  ///
  /// - Parameter block: receives the result, its place and a value that ends the calls if it is set.
  open func enumerateResults(_ block: (Any, Int, UnsafeMutablePointer<ObjCBool>) -> Void) {
    disableUpdates()
    defer { enableUpdates() }
    var stops = ObjCBool(false)
    for (index, result) in results.enumerated() {
      withUnsafeMutablePointer(to: &stops) { block(result, index, $0) }
      if stops.boolValue { return }
    }
  }

  // MARK: - Delivery

  private func take(_ found: [MetadataValues], of search: MetadataSearch) {
    state.withLock { state in
      if state.search === search { state.found = found }
    }
    deliverLater()
  }

  /// Adds an operation if there is work and no operation for it.
  private func deliverLater() {
    let operation = BlockOperation()
    operation.addExecutionBlock { [weak self, weak operation] in
      guard let self, let operation else { return }
      deliver(in: operation)
      end(operation)
    }
    // The block of a cancelled operation does not run.
    operation.completionBlock = { [weak self, weak operation] in
      if let self, let operation { end(operation) }
    }
    let queue: OperationQueue? = state.withLock { state in
      guard state.hasWork, state.delivery == nil else { return nil }
      state.delivery = operation
      return state.operationQueue ?? .main
    }
    queue?.addOperation(operation)
  }

  private func end(_ operation: Operation) {
    let isPresent = state.withLock { state in
      guard state.delivery === operation else { return false }
      state.delivery = nil
      return true
    }
    if isPresent { deliverLater() }
  }

  private func deliver(in operation: Operation) {
    let center = NotificationCenter.default
    let startsNow: Bool? = state.withLock { state in
      guard state.delivery === operation else { return nil }
      defer { state.announcesStart = false }
      return state.announcesStart
    }
    guard let startsNow else { return }
    if startsNow { center.postInOperation(name: .NSMetadataQueryDidStartGathering, object: self) }
    guard let update = nextUpdate() else { return }
    if update.endsGathering {
      center.postInOperation(name: .NSMetadataQueryDidFinishGathering, object: self)
    } else if !update.isEmpty {
      center.postInOperation(
        name: .NSMetadataQueryDidUpdate, object: self, userInfo: update.userInfo)
    }
  }

  /// Descriptors may call functions of the client, so the results are sorted without the lock; nil if
  /// there is nothing to change, or the query was stopped in the meantime.
  private func nextUpdate() -> MetadataUpdate? {
    let before: State? = state.withLock { state in
      // An observer of the start may have restarted the query.
      guard state.hasWork, !state.announcesStart else { return nil }
      defer { state.found = nil }
      return state
    }
    guard let before, let found = before.found else { return nil }
    let update = MetadataUpdate(
      from: before.results, to: found, sortedBy: before.sortDescriptors,
      endsGathering: before.isGathering)
    return state.withLock { state in
      guard state.search === before.search else { return nil }
      (state.results, state.isGathering) = (update.results, false)
      return update
    }
  }
}

/// An item with its attributes, which a query found.
///
/// An item of a running query gets new attributes with the update that reports its change, and stays
/// the same object when it is moved or replaced.
open class NSMetadataItem: NSObject, @unchecked Sendable {
  private let stored: Mutex<MetadataValues>

  init(_ values: MetadataValues) { stored = Mutex(values) }

  /// Creates an item for a file or directory.
  ///
  /// - Parameter url: a file URL; the initializer returns nil when there is no item at it.
  public init?(url: URL) {
    guard let path = FilePath(resolving: url), let shown = try? FilePath(of: url),
      let values = MetadataValues(at: path, shown: shown)
    else { return nil }
    stored = Mutex(values)
  }

  var values: MetadataValues {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  /// The keys of the attributes that the item has.
  open var attributes: [String] {
    MetadataValues.keys.keys.filter { value(forAttribute: $0) != nil }.sorted()
  }

  /// Returns an attribute.
  ///
  /// - Parameter key: the key, such as ``NSMetadataItemURLKey``.
  /// - Returns: nil for an unknown key, or when the item lacks the attribute.
  open func value(forAttribute key: String) -> Any? {
    MetadataValues.keys[key].flatMap { $0(values) }
  }

  /// Returns several attributes.
  ///
  /// - Parameter keys: the keys.
  /// - Returns: the attributes that the item has, by their keys.
  open func values(forAttributes keys: [String]) -> [String: Any]? {
    keys.reduce(into: [:]) { $0[$1] = value(forAttribute: $1) }
  }
}

extension NSMetadataItem: PredicateObject {
  package func predicateValue(forKey key: String) -> Any? { value(forAttribute: key) }
}
