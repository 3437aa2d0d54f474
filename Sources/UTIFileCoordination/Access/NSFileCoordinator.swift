internal import CUTISystemCalls
public import Foundation
internal import Synchronization

/// A pointer for the error of an Objective-C function; Foundation on Linux lacks the name.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Coordinates concurrent reads and writes of items across processes of a user and notifies
/// presenters.
///
/// Several readers access an item at the same time; a writer excludes all others (rule K1). A
/// package is one item. Before an access, the presenters of its items stop using them and save the
/// changes that a reader would miss; after it, they are notified of the change. The presenter of a
/// coordinator is never asked.
///
/// Processes coordinate in a directory that only the user may enter
/// (`$XDG_RUNTIME_DIR/uniform-types`, or one in `/tmp`); there is no daemon. The locks of a process
/// that dies are released. The presenters of a stopped process are skipped after
/// ``presenterPatience``; its own accesses keep their items until it continues. Without such a
/// directory, and between users, sandboxes and machines, accesses are coordinated within a process
/// only. Documents recognise the changes of programs that do not coordinate by the identity of
/// their items (rule K10).
///
/// An accessor may read its items again, and its coordinator may write them inside it. A write by
/// another coordinator inside the accessor fails, because it would wait for itself (rule K6). An
/// access that would wait for itself through
/// other accesses or presenters of its process fails at once with the code `circular-wait` (rule
/// K9).
///
/// While the main queue waits in an access, documents and presenters of that queue run there. An
/// access on the main queue can therefore make documents of the main queue save.
open class NSFileCoordinator {
  /// The options of a coordinated read.
  public typealias ReadingOptions = NSFileCoordinatorReadingOptions
  /// The options of a coordinated write.
  public typealias WritingOptions = NSFileCoordinatorWritingOptions

  /// The maximum time that presenters have to answer; not in Foundation.
  ///
  /// It is the last resort: circular waits within a process are found at once.
  open var presenterPatience = FileCoordinationConfiguration.standard.presenterPatience

  let presenter: ObjectIdentifier?
  let cancellation = Cancellation()

  let purpose = AccessPurpose()

  /// The identifier of coordinators that never wait for each other, in any process.
  ///
  /// Between processes, a reader with an identifier that was read or set shares an item only with
  /// coordinators of the same identifier.
  open var purposeIdentifier: String {
    get { purpose.identifier }
    set { purpose.identifier = newValue }
  }

  /// Creates a coordinator.
  ///
  /// - Parameter filePresenter: the presenter that performs the accesses, which is not notified of
  ///   them.
  public init(filePresenter: (any NSFilePresenter)? = nil) {
    presenter = filePresenter.map { ObjectIdentifier($0) }
  }

  /// Cancels all waiting accesses; their accessors are not called.
  ///
  /// Any thread may call this function.
  open func cancel() { cancellation.cancel() }

  var wasCancelled: Bool { cancellation.isCancelled }

  // MARK: - Presenters

  /// Registers a presenter, which is held weakly.
  ///
  /// - Parameter filePresenter: the presenter.
  public class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
    PresenterRegistration.add(filePresenter)
  }

  /// Removes the registration of a presenter.
  ///
  /// - Parameter filePresenter: the presenter.
  public class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
    PresenterRegistration.remove(ObjectIdentifier(filePresenter))
  }

  /// The registered presenters of this process.
  public class var filePresenters: [any NSFilePresenter] { FilePresenters.shared.all }

  // MARK: - Access

  /// Waits for read access to an item and calls an accessor.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: the options of the read.
  ///   - outError: receives the error if the accessor was not called.
  ///   - reader: reads the item at the given URL.
  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer = nil,
    byAccessor reader: (URL) -> Void
  ) {
    report(to: outError) { try access([.reading(url, options)]) { reader($0[0]) } }
  }

  /// Waits for write access to an item and calls an accessor.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: the options of the write.
  ///   - outError: receives the error if the accessor was not called.
  ///   - writer: writes the item at the given URL.
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer = nil,
    byAccessor writer: (URL) -> Void
  ) {
    report(to: outError) { try clientAccess([.writing(url, options)]) { writer($0[0]) } }
  }

  /// Waits for read access to one item and write access to another, and calls an accessor.
  ///
  /// - Parameters:
  ///   - readingURL: the item to read.
  ///   - readingOptions: the options of the read.
  ///   - writingURL: the item to write.
  ///   - writingOptions: the options of the write.
  ///   - outError: receives the error if the accessor was not called.
  ///   - readerWriter: reads and writes the items at the given URLs.
  open func coordinate(
    readingItemAt readingURL: URL, options readingOptions: ReadingOptions = [],
    writingItemAt writingURL: URL, options writingOptions: WritingOptions = [],
    error outError: NSErrorPointer = nil, byAccessor readerWriter: (URL, URL) -> Void
  ) {
    report(to: outError) {
      try clientAccess([
        .reading(readingURL, readingOptions), .writing(writingURL, writingOptions),
      ]) {
        readerWriter($0[0], $0[1])
      }
    }
  }

  /// Waits for write access to two items and calls an accessor.
  ///
  /// - Parameters:
  ///   - url1: the first item.
  ///   - options1: the options of its write.
  ///   - url2: the second item.
  ///   - options2: the options of its write.
  ///   - outError: receives the error if the accessor was not called.
  ///   - writer: writes both items at the given URLs.
  open func coordinate(
    writingItemAt url1: URL, options options1: WritingOptions = [],
    writingItemAt url2: URL, options options2: WritingOptions = [],
    error outError: NSErrorPointer = nil, byAccessor writer: (URL, URL) -> Void
  ) {
    report(to: outError) {
      try clientAccess([.writing(url1, options1), .writing(url2, options2)]) {
        writer($0[0], $0[1])
      }
    }
  }

  /// Waits for access to all items and calls an accessor, without blocking the caller or the queue.
  ///
  /// The access has its place among others when this function returns. It keeps its items from its
  /// begin to the end of the accessor, also while the queue is busy or suspended.
  ///
  /// - Parameters:
  ///   - intents: the accesses; they have the current URLs when the accessor is called.
  ///   - queue: the queue on which the accessor is called.
  ///   - accessor: performs the accesses, or receives an error and must not perform them.
  open func coordinate(
    with intents: [NSFileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    asynchronousAccess(intents, on: queue, accessor)
  }

  /// Performs several related accesses.
  ///
  /// In Foundation this saves messages between processes. Here each access coordinates separately.
  ///
  /// - Parameters:
  ///   - readingURLs: the items to read.
  ///   - readingOptions: the options of the reads.
  ///   - writingURLs: the items to write.
  ///   - writingOptions: the options of the writes.
  ///   - outError: receives the error if the accessor was not called.
  ///   - batchAccessor: performs the accesses with this coordinator, then calls the given function.
  open func prepare(
    forReadingItemsAt readingURLs: [URL], options readingOptions: ReadingOptions = [],
    writingItemsAt writingURLs: [URL], options writingOptions: WritingOptions = [],
    error outError: NSErrorPointer = nil,
    byAccessor batchAccessor: (@escaping @Sendable () -> Void) -> Void
  ) {
    report(to: outError) {
      guard !wasCancelled else { throw CocoaError(.userCancelled) }
      batchAccessor {}
    }
  }

  /// Bridges an error with its description, because Foundation on Linux keeps only domain and code.
  private static func bridged(_ error: any Error) -> NSError {
    if let error = error as? CocoaError { return error as NSError }
    let bridged = error as NSError
    return NSError(
      domain: bridged.domain, code: bridged.code,
      userInfo: [NSLocalizedDescriptionKey: "\(error)", NSUnderlyingErrorKey: error])
  }

  private func report(to outError: NSErrorPointer, _ body: () throws -> Void) {
    do {
      try body()
    } catch {
      outError?.pointee = Self.bridged(error)
    }
  }
}

/// The registration of file presenters with all components that notify them.
package enum PresenterRegistration {
  /// A lock held while listening begins or ends, so that the last change wins.
  private static let listening = Mutex(())

  static func add(_ presenter: any NSFilePresenter) {
    FilePresenters.shared.add(presenter)
    listen()
    PresenterWatches.shared.add(presenter)
  }

  /// Removes a presenter; does nothing if it is not registered.
  package static func remove(_ id: ObjectIdentifier) {
    if FilePresenters.shared.remove(id) { listen() }
    PresenterWatches.shared.remove(id)
  }

  /// Notes that the location of a presenter has changed; does nothing if it is not registered.
  package static func noteMove(of id: ObjectIdentifier) {
    FilePresenters.shared.forgetPlace(of: id)
  }

  /// Makes this process known to other processes while it has presenters.
  private static func listen() {
    listening.withLock { _ in PeerListener.shared.listen(FilePresenters.shared.hasEntries) }
  }
}

/// The purpose identifier of a coordinator, which is unique if it was neither read nor set, so that
/// no search for others is needed.
final class AccessPurpose: Sendable {
  private let values = Mutex((identifier: AccessPurpose.random, isKnown: false))

  /// A random identifier for each coordinator; Foundation would open a device for it.
  private static var random: String {
    "\(String(uti_unique_number(), radix: 16))-\(String(uti_unique_number(), radix: 16))"
  }

  /// The identifier; a caller that reads or sets it may give it to other coordinators.
  var identifier: String {
    get {
      values.withLock { values in
        values.isKnown = true
        return values.identifier
      }
    }
    set { values.withLock { $0 = (newValue, true) } }
  }

  /// The identifier without a read by the caller, and whether other coordinators may have it.
  var current: (identifier: String, isKnown: Bool) { values.withLock { $0 } }
}
