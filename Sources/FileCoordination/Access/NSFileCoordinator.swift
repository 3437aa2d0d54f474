public import Foundation
internal import UTIPlatform

/// Where an Objective-C function leaves its error; Foundation on Linux lacks the name.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Lets those read and write an item who may do so at the same time, and tells its presenters, in
/// all processes of a user on this machine.
///
/// Any number may read an item at once, and only one may write it, with nobody reading (rule K1).
/// A package is one item, however many files it has. Before that, the presenters of the item give
/// way, and save what a reader would miss; afterwards they learn of the change. The presenter that
/// a coordinator was made for is never asked.
///
/// Processes meet in a directory of the user's (`$XDG_RUNTIME_DIR/uniform-types`, or one in /tmp)
/// that nobody else may enter; there is no daemon. A process that dies keeps nobody waiting, and
/// one that is stopped is passed over as a presenter after ``presenterPatience``; what it accesses
/// itself it keeps until it goes on. Where there is no such directory, and among several users,
/// sandboxes and machines, nobody takes turns; neither do programs that use no coordinator.
/// Documents recognise what those have written by the identity of their items (rule K10).
///
/// Inside an accessor that writes an item, reading the same item is allowed. Any other access to
/// it would wait for itself, and fails instead (rule K6).
open class NSFileCoordinator {
  /// The options of a coordinated read.
  public typealias ReadingOptions = NSFileCoordinatorReadingOptions
  /// The options of a coordinated write.
  public typealias WritingOptions = NSFileCoordinatorWritingOptions

  /// How long presenters may take to answer before they are passed over; ours, not in Foundation.
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
