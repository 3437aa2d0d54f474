internal import DocumentStorage
public import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension NSFileCoordinator {
  /// The items that the caller may access already.
  @TaskLocal private static var held: [ItemLocks.Item] = []

  /// Claims items, asks their presenters, and lets the access happen.
  ///
  /// - Parameters:
  ///   - requests: what is going to be done.
  ///   - willWait: is called when that cannot be done at once.
  ///   - body: does it at the URLs that it is given.
  /// - Throws: what a presenter answers or the accessor throws; `CocoaError` with the code
  ///   `userCancelled`, or `fileLocking` when the access would wait for itself.
  package func access<Result>(
    _ requests: [AccessRequest], willWait: @escaping () -> Void = {},
    _ body: ([URL]) throws -> Result
  ) throws -> Result {
    let held = Self.held
    var wanted: [AccessRequest] = []
    var items: [ItemLocks.Item] = []
    for request in requests {
      guard let path = FilePath(coordinating: request.url) else { continue }
      let item = ItemLocks.Item(
        url: request.url, path: path, access: request.access,
        coversContents: request.takesItemAway)
      guard try !Self.isHeld(item, among: held) else { continue }
      wanted.append(request)
      items.append(item)
    }
    guard !wasCancelled else { throw CocoaError(.userCancelled) }
    guard !items.isEmpty else {
      return try Self.withCopies(of: requests, at: requests.map(\.url), body)
    }
    let access = CoordinatedAccess(
      requests: wanted, presenter: presenter, purpose: purpose.current,
      patience: presenterPatience, cancellation: cancellation, willWait: willWait)
    return try access.perform(items) { items in
      var moved = Dictionary(
        zip(wanted.map(\.url), items.map(\.url)), uniquingKeysWith: { first, _ in first })
      for request in requests where moved[request.url] == nil { moved[request.url] = request.url }
      return try Self.$held.withValue(held + items) {
        try Self.withCopies(of: requests, at: requests.map { moved[$0.url] ?? $0.url }, body)
      }
    }
  }

  /// The same for the accessor of a client.
  ///
  /// What is written for a document by its own class is the document's own, and no change of
  /// somebody else (rule J4).
  func clientAccess(_ requests: [AccessRequest], _ body: ([URL]) -> Void) throws {
    let owner =
      presenter.flatMap { FilePresenters.shared.presenter($0) } as? any SelfWatchingPresenter
    try access(requests) { urls in
      // What somebody else has written before is no write of the document's.
      let isKnown = owner.map { !$0.isBehindItem } ?? false
      body(urls)
      guard let owner, isKnown else { return }
      for (request, url) in zip(requests, urls) where request.access == .writing {
        owner.noteOwnWrite(at: url)
      }
    }
  }

  /// Makes copies of the items that are going to be sent elsewhere, and has them read instead.
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

  /// - Returns: whether an access that is under way includes this one.
  private static func isHeld(
    _ item: ItemLocks.Item, among held: [ItemLocks.Item]
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

  /// Says that an item is going to have another place; to be called while both are written.
  ///
  /// - Parameters:
  ///   - oldURL: where it is.
  ///   - newURL: where it will be.
  public func item(at oldURL: URL, willMoveTo newURL: URL) {
    // Foundation asks the system for leave to use the new place, which nobody needs here.
  }

  /// Says that an item has another place; to be called while both are written.
  ///
  /// Its presenters follow it, and so do those who wait for it, in other processes as far as these
  /// have presenters.
  ///
  /// - Parameters:
  ///   - oldURL: where it was.
  ///   - newURL: where it is.
  public func item(at oldURL: URL, didMoveTo newURL: URL) {
    guard let source = FilePath(coordinating: oldURL),
      let destination = FilePath(coordinating: newURL), source != destination
    else { return }
    // What is kept of the item is found at its new place, also where no document has it open.
    FileCoordinationConfiguration.standard.versions.noteMove(from: source, to: destination)
    let move = ItemMove(
      oldURL: oldURL, newURL: newURL, source: source, destination: destination)
    move.tellPresenters(except: presenter)
    PeerMessages.tell(of: move, presenterPatience)
  }
}
