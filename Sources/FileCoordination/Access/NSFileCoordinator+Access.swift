internal import DocumentStorage
public import Foundation
internal import FoundationAdditions
internal import SystemPackage

/// The operation of a document that performs an access.
package struct DocumentAccess: Sendable {
  let document: ObjectIdentifier
  let isOvertaking: Bool
  let served: CoordinationState.Number?

  /// Creates a description.
  ///
  /// - Parameters:
  ///   - document: The identity of the document, which is the presenter of the access.
  ///   - isOvertaking: A Boolean value that indicates whether the operation overtakes another one.
  ///   - served: The access that the operation saves for; nil for none.
  package init(
    by document: ObjectIdentifier, isOvertaking: Bool, served: CoordinationState.Number?
  ) {
    self.document = document
    self.isOvertaking = isOvertaking
    self.served = served
  }
}

extension NSFileCoordinator {
  /// The accesses that the caller holds.
  private struct Held: Sendable {
    var items: [ClaimedItem] = []
    /// The innermost access.
    var number: CoordinationState.Number?
    var occupied: Set<Executor> = []
    /// The thread of the innermost access; a task that it has started inherits only the items.
    var thread: ObjectIdentifier?
  }

  @TaskLocal private static var held = Held()

  /// Claims items, asks their presenters, and runs an accessor.
  ///
  /// - Parameters:
  ///   - requests: The accesses.
  ///   - operation: The operation of a document that makes the access; nil for none.
  ///   - willWait: Called if the access cannot begin at once.
  ///   - body: The accessor, which receives the URLs of the items.
  /// - Throws: The error of a presenter or of the accessor; `CocoaError` with the code `userCancelled`,
  ///   or `fileLocking` if the access would wait for itself; ``FileCoordinationError`` for a circular
  ///   wait.
  package func access<Result>(
    _ requests: [AccessRequest],
    of operation: DocumentAccess? = nil,
    willWait: @escaping () -> Void = {}, _ body: ([URL]) throws -> Result
  ) throws -> Result {
    let held = Self.held
    var wanted: [AccessRequest] = []
    var items: [ClaimedItem] = []
    for request in requests {
      guard let path = FilePath(coordinating: request.url) else { continue }
      let item = request.item(at: path)
      guard try !Self.isHeld(item, among: held.items) else { continue }
      wanted.append(request)
      items.append(item)
    }
    guard !wasCancelled else { throw CocoaError(.userCancelled) }
    guard !items.isEmpty else {
      return try Self.withCopies(of: requests, at: requests.map(\.url), body)
    }
    let description = description(of: wanted, operation, inside: held)
    let access = CoordinatedAccess(
      requests: wanted, description: description, purpose: purpose.current,
      patience: presenterPatience, cancellation: cancellation, willWait: willWait)
    return try access.perform(items) { found, number in
      var urls = Dictionary(
        zip(wanted, zip(items, found)).map { request, items in
          (request.url, items.0 == items.1 ? request.url : URL(of: items.1.path))
        }, uniquingKeysWith: { first, _ in first })
      for request in requests where urls[request.url] == nil { urls[request.url] = request.url }
      let inner = Held(
        items: held.items + found, number: number, occupied: description.occupied,
        thread: ObjectIdentifier(Thread.current))
      return try Self.$held.withValue(inner) {
        try Self.withCopies(of: requests, at: requests.map { urls[$0.url] ?? $0.url }, body)
      }
    }
  }

  private func description(
    of requests: [AccessRequest], _ operation: DocumentAccess?, inside held: Held
  ) -> Claim.Description {
    var description = Claim.Description(
      purpose: purpose.current.identifier, presenter: presenter,
      asksToPrepare: requests.contains { $0.wantsChanges || $0.deletes },
      // A write already has its contents, and a save in the meantime would make them outdated.
      canBeOvertaken: operation?.isOvertaking == false
        && requests.allSatisfy { $0.access == .reading },
      isOvertaking: operation?.isOvertaking ?? false,
      served: operation?.served ?? ServedAccess.current)
    if held.thread == ObjectIdentifier(Thread.current) {
      description.parent = held.number
      description.occupied = held.occupied
    }
    if MainQueue.isCurrent { description.occupied.insert(.main) }
    if let queue = OperationQueue.current, queue !== OperationQueue.main,
      queue.maxConcurrentOperationCount == 1
    {
      description.occupied.insert(.queue(ObjectIdentifier(queue)))
    }
    if let operation, !operation.isOvertaking {
      description.occupied.insert(.operations(operation.document))
    }
    return description
  }

  /// Runs an access for the accessor of a client.
  ///
  /// A write for a document by its own class belongs to the document and is not an external change
  /// (rule J4).
  func clientAccess(_ requests: [AccessRequest], _ body: ([URL]) -> Void) throws {
    let owner =
      presenter.flatMap { FilePresenters.shared.presenter($0) } as? any SelfWatchingPresenter
    try access(requests) { urls in
      // An earlier write by another process does not belong to the document.
      let isKnown = owner.map { !$0.isBehindItem } ?? false
      body(urls)
      guard let owner, isKnown else { return }
      for (request, url) in zip(requests, urls) where request.access == .writing {
        owner.noteOwnWrite(at: url)
      }
    }
  }

  /// Replaces items that are read for an upload with copies.
  private static func withCopies<Result>(
    of requests: [AccessRequest], at urls: [URL], _ body: ([URL]) throws -> Result
  ) throws -> Result {
    let copies = UploadSnapshots()
    let urls = try zip(requests, urls).map { request, url in
      request.access == .reading && request.reading.contains(.forUploading) && url.isFileURL
        ? try copies.copy(url) : url
    }
    return try withExtendedLifetime(copies) { try body(urls) }
  }

  /// - Returns: whether a held access includes this one.
  private static func isHeld(
    _ item: ClaimedItem, among held: [ClaimedItem]
  ) throws -> Bool {
    let own = held.filter(item.overlaps)
    guard !own.isEmpty else { return false }
    guard item.access == .reading, own.contains(where: { $0.access == .writing }) else {
      throw CocoaError(
        .fileLocking,
        userInfo: [
          NSFilePathErrorKey: item.path.string,
          NSDebugDescriptionErrorKey: "access to \(item.path) inside another access to it",
        ])
    }
    return true
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
    let move = ItemMove(
      oldURL: oldURL, newURL: newURL, source: source, destination: destination)
    move.notifyPresenters(except: presenter)
    PeerMessages.notify(of: move, presenterPatience)
  }
}
