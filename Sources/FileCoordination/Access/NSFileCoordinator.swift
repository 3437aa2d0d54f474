public import Foundation
internal import UTIPlatform

/// Where an Objective-C function leaves its error; Foundation on Linux lacks the name.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Coordinates concurrent reads and writes of items across the processes of a user, and notifies their
/// file presenters.
///
/// Several readers access an item at the same time; a writer excludes all others (rule K1). A package is
/// one item. Before an access, the presenters of its items stop using them and save what a reader would
/// miss; after it, they are notified of the change. The presenter of a coordinator is never asked.
///
/// Processes coordinate in a directory that only the user may enter (`$XDG_RUNTIME_DIR/uniform-types`, or
/// one in /tmp); there is no daemon. The locks of a process that dies are released. The presenters of a
/// process that is stopped are passed over after ``presenterPatience``; its own accesses keep their items
/// until it goes on. Without such a directory, and among users, sandboxes and machines, accesses are
/// coordinated within a process only. Documents recognise the changes of programs that do not coordinate
/// by the identity of their items (rule K10).
///
/// An accessor that writes an item may read it again. Any other access to it inside the accessor fails,
/// because it would wait for itself (rule K6). An access that would wait for itself through other
/// accesses or presenters of its process fails at once with the code `circular-wait` (rule K9).
///
/// While the main queue waits in an access, documents and presenters of that queue do their work there,
/// so that an access on the main queue has the documents of the main queue saved in place.
open class NSFileCoordinator {
  /// The options of a coordinated read.
  public typealias ReadingOptions = NSFileCoordinatorReadingOptions
  /// The options of a coordinated write.
  public typealias WritingOptions = NSFileCoordinatorWritingOptions

  /// The time that presenters have to answer before they are passed over; not in Foundation.
  ///
  /// It is the last resort: circular waits within a process are found at once.
  open var presenterPatience = FileCoordinationConfiguration.standard.presenterPatience

  let presenter: ObjectIdentifier?
  let cancellation = Cancellation()

  let purpose = AccessPurpose()

  /// Coordinators with the same identifier never wait for each other, whatever process they are in.
  ///
  /// Between processes, readers with an identifier that was set or asked for share an item with
  /// nobody else.
  open var purposeIdentifier: String {
    get { purpose.identifier }
    set { purpose.identifier = newValue }
  }

  /// Makes a coordinator.
  ///
  /// - Parameter filePresenter: who makes the access; presenters are not told of their own.
  public init(filePresenter: (any NSFilePresenter)? = nil) {
    presenter = filePresenter.map { ObjectIdentifier($0) }
  }

  /// Calls off whatever still waits; its accessors are not called.
  ///
  /// Any thread may call this.
  open func cancel() { cancellation.cancel() }

  var wasCancelled: Bool { cancellation.isCancelled }

  // MARK: - Presenters

  /// Lets coordinators know of a presenter, which is held weakly.
  ///
  /// - Parameter filePresenter: the presenter.
  public class func addFilePresenter(_ filePresenter: any NSFilePresenter) {
    PresenterRegistration.add(filePresenter)
  }

  /// Lets coordinators forget a presenter.
  ///
  /// - Parameter filePresenter: the presenter.
  public class func removeFilePresenter(_ filePresenter: any NSFilePresenter) {
    PresenterRegistration.remove(ObjectIdentifier(filePresenter))
  }

  /// The presenters of this process.
  public class var filePresenters: [any NSFilePresenter] { FilePresenters.shared.all }

  // MARK: - Access

  /// Waits until an item may be read, and has it read.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: how it is read.
  ///   - outError: receives why the accessor was not called.
  ///   - reader: reads the item at the URL it is given.
  open func coordinate(
    readingItemAt url: URL, options: ReadingOptions = [], error outError: NSErrorPointer = nil,
    byAccessor reader: (URL) -> Void
  ) {
    report(to: outError) { try access([.reading(url, options)]) { reader($0[0]) } }
  }

  /// Waits until an item may be written, and has it written.
  ///
  /// - Parameters:
  ///   - url: the item.
  ///   - options: how it is written.
  ///   - outError: receives why the accessor was not called.
  ///   - writer: writes the item at the URL it is given.
  open func coordinate(
    writingItemAt url: URL, options: WritingOptions = [], error outError: NSErrorPointer = nil,
    byAccessor writer: (URL) -> Void
  ) {
    report(to: outError) { try clientAccess([.writing(url, options)]) { writer($0[0]) } }
  }

  /// Waits until an item may be read and another written, and has that done.
  ///
  /// - Parameters:
  ///   - readingURL: the item to read.
  ///   - readingOptions: how it is read.
  ///   - writingURL: the item to write.
  ///   - writingOptions: how it is written.
  ///   - outError: receives why the accessor was not called.
  ///   - readerWriter: does both at the URLs it is given.
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

  /// Waits until two items may be written, and has that done.
  ///
  /// - Parameters:
  ///   - url1: an item.
  ///   - options1: how it is written.
  ///   - url2: another item.
  ///   - options2: how that is written.
  ///   - outError: receives why the accessor was not called.
  ///   - writer: writes both at the URLs it is given.
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

  /// Waits until all items may be accessed, without blocking the caller.
  ///
  /// - Parameters:
  ///   - intents: what is going to be done; they have the URLs when the accessor is called.
  ///   - queue: where the accessor is called.
  ///   - accessor: does it; is given the reason when it must not.
  open func coordinate(
    with intents: [NSFileAccessIntent], queue: OperationQueue,
    byAccessor accessor: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let coordinator = UncheckedSendableBox(self)
    queue.addOperation {
      do {
        try coordinator.value.clientAccess(intents.map(\.request)) { urls in
          for (intent, url) in zip(intents, urls) { intent.follow(to: url) }
          accessor(nil)
        }
      } catch {
        accessor(error)
      }
    }
  }

  /// Does several accesses that belong together.
  ///
  /// In Foundation this saves messages between processes. Here each access inside asks by itself.
  ///
  /// - Parameters:
  ///   - readingURLs: the items to read.
  ///   - readingOptions: how they are read.
  ///   - writingURLs: the items to write.
  ///   - writingOptions: how they are written.
  ///   - outError: receives why the accessor was not called.
  ///   - batchAccessor: makes the accesses with this coordinator, then calls what it was given.
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

  /// Foundation on Linux keeps nothing but domain and code of an error that it bridges.
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
