public import Foundation

/// An object that shows a file or a directory and wants to know what others do with it.
///
/// The name and the members are Foundation's, which on Linux has none. ``NSFileCoordinator`` calls
/// the members on ``presentedItemOperationQueue``, for accesses of this process and of others. A
/// presenter that has nothing to say to a request gives way at once.
public protocol NSFilePresenter: AnyObject {
  /// The item; nil while there is none. Any thread asks.
  var presentedItemURL: URL? { get }

  /// An item that the presented one goes with, such as a film with its subtitles.
  ///
  /// It is there so that presenters compile that have it, and nothing asks for it: with it macOS lets
  /// a program out of its sandbox to the presented item, which has the name of the primary one with
  /// another extension, and a program on Linux may access that as soon as it may access the
  /// directory. Whoever accesses the primary item does not ask this presenter, as on macOS; one that
  /// wants to hear of that presents it too, with another presenter.
  var primaryPresentedItemURL: URL? { get }

  /// Where the presenter is told.
  var presentedItemOperationQueue: OperationQueue { get }

  /// Somebody wants to read the item.
  ///
  /// - Parameter reader: to be called when the presenter keeps its hands off the item, with what
  ///   is to be called when the reading is over.
  func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Somebody wants to write the item.
  ///
  /// - Parameter writer: to be called when the presenter keeps its hands off the item, with what
  ///   is to be called when the writing is over.
  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Somebody is going to read the item, and wants the latest.
  ///
  /// - Parameter completionHandler: to be called when it is on the disk; an error keeps the other
  ///   from reading.
  func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// Somebody is going to delete the item.
  ///
  /// - Parameter completionHandler: to be called when the presenter is prepared; an error keeps
  ///   the other from deleting.
  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// The item has another place.
  func presentedItemDidMove(to newURL: URL)

  /// The contents or the attributes of the item have changed.
  func presentedItemDidChange()

  /// The item has another version, which may be in conflict.
  func presentedItemDidGain(_ version: NSFileVersion)

  /// The item has lost a version.
  func presentedItemDidLose(_ version: NSFileVersion)

  /// Somebody has decided what becomes of a version in conflict.
  func presentedItemDidResolveConflict(_ version: NSFileVersion)

  /// An item in the presented directory has another version.
  func presentedSubitem(at url: URL, didGain version: NSFileVersion)

  /// An item in the presented directory has lost a version.
  func presentedSubitem(at url: URL, didLose version: NSFileVersion)

  /// Somebody has decided what becomes of a version in conflict of an item in the directory.
  func presentedSubitem(at url: URL, didResolve version: NSFileVersion)

  /// Somebody is going to delete an item in the presented directory.
  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// An item in the presented directory is new.
  func presentedSubitemDidAppear(at url: URL)

  /// An item in the presented directory has another place.
  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL)

  /// The contents or the attributes of an item in the presented directory have changed.
  func presentedSubitemDidChange(at url: URL)
}

extension NSFilePresenter {
  /// None.
  public var primaryPresentedItemURL: URL? { nil }

  /// Gives way at once.
  public func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) { reader(nil) }

  /// Gives way at once.
  public func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) { writer(nil) }

  /// Has nothing to save.
  public func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { completionHandler(nil) }

  /// Lets it happen.
  public func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { completionHandler(nil) }

  /// Does nothing.
  public func presentedItemDidMove(to newURL: URL) {}

  /// Does nothing.
  public func presentedItemDidChange() {}

  /// Does nothing.
  public func presentedItemDidGain(_ version: NSFileVersion) {}

  /// Does nothing.
  public func presentedItemDidLose(_ version: NSFileVersion) {}

  /// Does nothing.
  public func presentedItemDidResolveConflict(_ version: NSFileVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didGain version: NSFileVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didLose version: NSFileVersion) {}

  /// Does nothing.
  public func presentedSubitem(at url: URL, didResolve version: NSFileVersion) {}

  /// Lets it happen.
  public func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { completionHandler(nil) }

  /// Counts as a change of the directory.
  public func presentedSubitemDidAppear(at url: URL) { presentedItemDidChange() }

  /// Counts as a change of the directory.
  public func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) { presentedItemDidChange() }

  /// Counts as a change of the directory.
  public func presentedSubitemDidChange(at url: URL) { presentedItemDidChange() }
}
