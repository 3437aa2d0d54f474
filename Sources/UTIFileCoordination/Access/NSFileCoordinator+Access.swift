public import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The operation of a document that performs an access.
package struct DocumentAccess: Sendable {
  let document: ObjectIdentifier
  let isOvertaking: Bool
  let served: CoordinationState.Number?

  /// `document` is the presenter of the access; `served` is the access that it saves for, if any.
  package init(
    by document: ObjectIdentifier, isOvertaking: Bool, served: CoordinationState.Number?
  ) {
    self.document = document
    self.isOvertaking = isOvertaking
    self.served = served
  }
}

extension Executor {
  /// Creates the resource of a queue; nil for a queue that runs several operations at once.
  init?(_ queue: OperationQueue) {
    if queue === OperationQueue.main {
      self = .main
    } else if queue.maxConcurrentOperationCount == 1 {
      self = .queue(ObjectIdentifier(queue))
    } else {
      return nil
    }
  }
}

/// An access that has its place among the accesses of the process.
struct AdmittedAccess {
  let requests: [AccessRequest]
  /// The access to the items that no held access includes; nil if there are none.
  fileprivate let access: CoordinatedAccess?
  fileprivate let items: [ClaimedItem]
  fileprivate let place: CoordinatedAccess.Place?
}

extension NSFileCoordinator {
  /// The accesses that the caller holds.
  private struct Held: Sendable {
    struct Item: Sendable {
      let item: ClaimedItem
      let purpose: String
    }

    var items: [Item] = []
    var number: CoordinationState.Number?
    var occupied: Set<Executor> = []
    /// The thread of the innermost access; a task that it has started inherits only the items.
    var thread: UInt?
  }

  @TaskLocal private static var held = Held()

  /// Claims items, asks their presenters, and runs the accessor; calls `willWait` if it must wait.
  ///
  /// - Throws: The error of a presenter or of the accessor; `CocoaError` with the code
  ///   `userCancelled`, or `fileLocking` if the access would wait for itself;
  ///   ``DocumentError`` for a circular wait.
  package func access<Result>(
    _ requests: [AccessRequest],
    of operation: DocumentAccess? = nil,
    willWait: @escaping () -> Void = {}, _ body: ([URL]) throws -> Result
  ) throws -> Result {
    let held = Self.held
    return try perform(
      admit(requests, of: operation, inside: held, willWait: willWait), inside: held, body)
  }

  private func admit(
    _ requests: [AccessRequest], of operation: DocumentAccess? = nil, inside held: Held?,
    willWait: @escaping () -> Void = {}
  ) throws -> AdmittedAccess {
    var wanted: [AccessRequest] = []
    var items: [ClaimedItem] = []
    var inheritsTurn = false
    for request in requests {
      guard let path = FilePath(coordinating: request.url) else { continue }
      let item = request.item(at: path)
      switch try relation(of: item, to: held?.items ?? []) {
      case .included: continue
      case .inside: inheritsTurn = true
      case .separate: break
      }
      wanted.append(request)
      items.append(item)
    }
    guard !wasCancelled else { throw CocoaError(.userCancelled) }
    guard !items.isEmpty else {
      return AdmittedAccess(requests: requests, access: nil, items: [], place: nil)
    }
    var description = Claim.Description(
      purpose: purpose.current.identifier, presenter: presenter,
      asksToPrepare: wanted.contains { $0.wantsChanges || $0.deletes },
      // A write already has its contents, and a save in the meantime would make them outdated.
      canBeOvertaken: operation?.isOvertaking == false
        && wanted.allSatisfy { $0.access == .reading },
      isOvertaking: operation?.isOvertaking ?? false,
      served: operation?.served ?? ServedAccess.current)
    description.inheritsTurn = inheritsTurn
    if let held { Self.addExecutors(of: operation, inside: held, to: &description) }
    let access = CoordinatedAccess(
      requests: wanted, description: description, purpose: purpose.current,
      patience: presenterPatience, cancellation: cancellation, willWait: willWait)
    return AdmittedAccess(
      requests: requests, access: access, items: items, place: access.begin(items))
  }

  private func perform<Result>(
    _ admission: AdmittedAccess, inside held: Held, _ body: ([URL]) throws -> Result
  ) throws -> Result {
    let (requests, items) = (admission.requests, admission.items)
    guard let access = admission.access, let place = admission.place else {
      return try Self.withCopies(of: requests, at: requests.map(\.url), body)
    }
    return try access.perform(at: place) { found, number in
      var urls = Dictionary(
        zip(access.requests, zip(items, found)).map { request, items in
          (request.url, items.0 == items.1 ? request.url : URL(of: items.1.path))
        }, uniquingKeysWith: { first, _ in first })
      for request in requests where urls[request.url] == nil { urls[request.url] = request.url }
      let inner = Held(
        items: held.items + found.map { .init(item: $0, purpose: access.purpose.identifier) },
        number: number, occupied: access.description.occupied,
        thread: Threads.current)
      return try Self.$held.withValue(inner) {
        try Self.withCopies(of: requests, at: requests.map { urls[$0.url] ?? $0.url }, body)
      }
    }
  }

  /// Adds the resources that the calling thread keeps occupied while it waits.
  private static func addExecutors(
    of operation: DocumentAccess?, inside held: Held, to description: inout Claim.Description
  ) {
    if held.thread == Threads.current {
      description.parent = held.number
      description.occupied = held.occupied
    }
    if MainQueue.isCurrent { description.occupied.insert(.main) }
    // No operation runs on a thread of a pool, and the question costs two system calls.
    if !WorkerPool.isCurrent, let executor = OperationQueue.current.flatMap(Executor.init),
      executor != .main
    {
      description.occupied.insert(executor)
    }
    if let operation, !operation.isOvertaking {
      description.occupied.insert(.operations(operation.document))
    }
  }

  /// A write for a document by its own class belongs to the document and is not an external change
  /// (rule J4).
  func clientAccess(_ requests: [AccessRequest], _ body: ([URL]) -> Void) throws {
    try clientAccess(admit(requests, inside: Self.held), inside: Self.held, body)
  }

  private func clientAccess(
    _ admission: AdmittedAccess, inside held: Held, _ body: ([URL]) -> Void
  ) throws {
    let owner =
      presenter.flatMap { FilePresenters.shared.presenter($0) } as? any SelfWatchingPresenter
    try perform(admission, inside: held) { urls in
      // An earlier write by another process does not belong to the document.
      let isKnown = owner.map { !$0.isBehindItem } ?? false
      body(urls)
      guard let owner, isKnown else { return }
      for (request, url) in zip(admission.requests, urls) where request.access == .writing {
        owner.noteOwnWrite(at: url)
      }
    }
  }

  /// Takes its place at once, and waits on a thread of the library; the queue is free meanwhile.
  func asynchronousAccess(
    _ intents: [NSFileAccessIntent], on queue: OperationQueue,
    _ accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    // Whatever the caller holds, it does not wait.
    let admission = UncheckedSendableBox(Result { try admit(intents.map(\.request), inside: nil) })
    let (coordinator, intents) = (UncheckedSendableBox(self), UncheckedSendableBox(intents))
    Thread.detachNewThread {
      do {
        try coordinator.value.clientAccess(admission.value.get(), inside: Held()) { urls in
          for (intent, url) in zip(intents.value, urls) { intent.follow(to: url) }
          Self.run(on: queue) { accessor(nil) }
        }
      } catch {
        queue.addOperation { accessor(error) }
      }
    }
  }

  private static func run(on queue: OperationQueue, _ accessor: @escaping @Sendable () -> Void) {
    let (held, monitor) = (held, CoordinationMonitor.shared)
    let executor = Executor(queue)
    if let number = held.number { monitor.withState { $0.noteAwaited(number, executor) } }
    let hasEnded = DispatchSemaphore(value: 0)
    let body: @Sendable () -> Void = {
      if let number = held.number { monitor.withState { $0.noteAwaited(number, nil) } }
      var inner = held
      inner.thread = Threads.current
      $held.withValue(inner, operation: accessor)
    }
    if executor == .main {
      // An access of the main queue may wait for this one.
      MainQueue.perform(isPostponable: true) {
        body()
        hasEnded.signal()
      }
    } else {
      let operation = BlockOperation(block: body)
      operation.completionBlock = { hasEnded.signal() }
      queue.addOperation(operation)
    }
    hasEnded.wait()
  }

  /// Copies only for reads that resolve links or are for an upload.
  private static func withCopies<Result>(
    of requests: [AccessRequest], at urls: [URL], _ body: ([URL]) throws -> Result
  ) throws -> Result {
    let copies = UploadSnapshots()
    let urls = try zip(requests, urls).map { request, url in
      guard request.access == .reading, url.isFileURL else { return url }
      if request.reading.contains(.forUploading) { return try copies.copy(url) }
      return request.reading.contains(.resolvesSymbolicLink) ? url.resolvingSymlinksInPath() : url
    }
    return try withExtendedLifetime(copies) { try body(urls) }
  }

  /// The relation of an access to the accesses in whose accessors it is made.
  private enum Relation {
    case separate
    /// They include it, so it begins at once.
    case included
    case inside
  }

  /// Each access to an item includes reading it; a write inside an access of another purpose would
  /// wait for itself, and throws `CocoaError` with the code `fileLocking`.
  private func relation(of item: ClaimedItem, to held: [Held.Item]) throws -> Relation {
    let own = held.filter { item.overlaps($0.item) }
    guard !own.isEmpty else { return .separate }
    guard item.access == .writing else { return .included }
    let purpose = purpose.current.identifier
    guard own.allSatisfy({ $0.purpose == purpose }) else {
      throw CocoaError(
        .fileLocking,
        userInfo: [
          NSFilePathErrorKey: item.path.string,
          NSDebugDescriptionErrorKey:
            "write of \(item.path) inside an access of another coordinator to it; "
            + "use the coordinator of that access",
        ])
    }
    let isIncluded = own.contains { outer in
      outer.item.access == .writing
        && (outer.item.coversContents
          ? item.path.isWithin(outer.item.path)
          : outer.item.path == item.path && !item.coversContents)
    }
    return isIncluded ? .included : .inside
  }

  // MARK: - Moves

  /// Announces a move of an item; call it while both locations are claimed for writing.
  ///
  /// - Parameters:
  ///   - oldURL: the current location.
  ///   - newURL: the future location.
  public func item(at oldURL: URL, willMoveTo newURL: URL) {
    // Foundation requests permission for the new location, which is not necessary here.
  }

  /// Notifies presenters that an item has moved; call it while both locations are claimed for
  /// writing.
  ///
  /// Its presenters and waiting accesses follow the item, also in other processes if these have
  /// presenters.
  ///
  /// - Parameters:
  ///   - oldURL: the previous location.
  ///   - newURL: the current location.
  public func item(at oldURL: URL, didMoveTo newURL: URL) {
    guard let source = FilePath(coordinating: oldURL),
      let destination = FilePath(coordinating: newURL), source != destination
    else { return }
    // The versions of the item follow it, even if no document has it open.
    FileCoordinationConfiguration.standard.versions.noteMove(from: source, to: destination)
    let move = ItemMove(oldURL: oldURL, newURL: newURL, source: source, destination: destination)
    move.notifyPresenters(except: presenter)
    PeerMessages.notify(of: move, presenterPatience)
  }
}

/// Copies for an upload, which are removed after the access: a caller must move or open them
/// before.
///
/// A directory becomes a zip archive, because an upload needs one file.
final class UploadSnapshots {
  private var folders: [TemporaryFolder] = []

  /// The copy has the name of the item, with the suffix `.zip` for a directory.
  ///
  /// - Throws: the error of reading or writing, or `StoredZip.TooLarge`.
  func copy(_ item: URL) throws -> URL {
    let item = item.resolvingSymlinksInPath()
    folders.append(try TemporaryFolder(prefix: "upload"))
    let place = folders[folders.count - 1].url
    guard try item.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true else {
      let copy = place.appending(component: item.lastPathComponent)
      try FileManager.default.copyItem(at: item, to: copy)
      return copy
    }
    let archive = place.appending(component: item.lastPathComponent + ".zip")
    try StoredZip.write(item, to: archive)
    return archive
  }
}
