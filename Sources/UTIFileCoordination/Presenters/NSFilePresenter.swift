public import Foundation
package import SystemPackage

/// An object that presents a file or directory and is notified of accesses by others.
///
/// The name and the members are those known from Foundation, which lacks them on Linux.
/// ``NSFileCoordinator`` calls the members on ``presentedItemOperationQueue``, for accesses of this
/// and other processes. A presenter that does not implement a request permits the access at once.
public protocol NSFilePresenter: AnyObject {
  /// The presented item; nil if there is none. Any thread may read it.
  var presentedItemURL: URL? { get }

  /// The primary item that the presented item belongs to, such as the film of a subtitle file.
  ///
  /// It exists so that presenters that implement it compile, and is never read. On macOS it extends
  /// the sandbox to the presented item, which has the name of the primary one with another
  /// extension. A program on Linux may access the presented item if it may access its directory. As
  /// on macOS, this presenter is not asked about accesses to the primary item; another presenter
  /// must present that item.
  var primaryPresentedItemURL: URL? { get }

  /// The queue on which the presenter is called.
  var presentedItemOperationQueue: OperationQueue { get }

  /// Asks the presenter to stop using the item for a read.
  ///
  /// - Parameter reader: a function to call after the presenter has stopped using the item, with a
  ///   function that is called after the read.
  func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Asks the presenter to stop using the item for a write.
  ///
  /// - Parameter writer: a function to call after the presenter has stopped using the item, with a
  ///   function that is called after the write.
  func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void)

  /// Asks the presenter to save its changes before a read.
  ///
  /// - Parameter completionHandler: a function to call after the changes are saved; an error
  ///   prevents the read.
  func savePresentedItemChanges(completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// Asks the presenter to prepare for the deletion of the item.
  ///
  /// - Parameter completionHandler: a function to call after the presenter is prepared; an error
  ///   prevents the deletion.
  func accommodatePresentedItemDeletion(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// Notifies the presenter that the item has moved.
  func presentedItemDidMove(to newURL: URL)

  /// Notifies the presenter that the contents or the attributes of the item have changed.
  func presentedItemDidChange()

  /// Notifies the presenter of a new version of the item, which may be in conflict.
  func presentedItemDidGain(_ version: NSFileVersion)

  /// Notifies the presenter that a version of the item was removed.
  func presentedItemDidLose(_ version: NSFileVersion)

  /// Notifies the presenter that a conflict of the item was resolved.
  func presentedItemDidResolveConflict(_ version: NSFileVersion)

  /// Notifies the presenter of a new version of an item in the presented directory.
  func presentedSubitem(at url: URL, didGain version: NSFileVersion)

  /// Notifies the presenter that a version of an item in the presented directory was removed.
  func presentedSubitem(at url: URL, didLose version: NSFileVersion)

  /// Notifies the presenter that a conflict of an item in the presented directory was resolved.
  func presentedSubitem(at url: URL, didResolve version: NSFileVersion)

  /// Asks the presenter to prepare for the deletion of an item in the presented directory.
  func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void)

  /// Notifies the presenter of a new item in the presented directory.
  func presentedSubitemDidAppear(at url: URL)

  /// Notifies the presenter that an item in the presented directory has moved.
  func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL)

  /// Notifies the presenter that an item in the presented directory has changed.
  func presentedSubitemDidChange(at url: URL)
}

extension NSFilePresenter {
  /// Returns nil.
  public var primaryPresentedItemURL: URL? { nil }

  /// Permits the read at once.
  public func relinquishPresentedItem(
    toReader reader: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) { reader(nil) }

  /// Permits the write at once.
  public func relinquishPresentedItem(
    toWriter writer: @escaping @Sendable ((@Sendable () -> Void)?) -> Void
  ) { writer(nil) }

  /// Reports that there are no changes to save.
  public func savePresentedItemChanges(
    completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { completionHandler(nil) }

  /// Permits the deletion.
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

  /// Permits the deletion.
  public func accommodatePresentedSubitemDeletion(
    at url: URL, completionHandler: @escaping @Sendable ((any Error)?) -> Void
  ) { completionHandler(nil) }

  /// Reports a change of the presented directory.
  public func presentedSubitemDidAppear(at url: URL) { presentedItemDidChange() }

  /// Reports a change of the presented directory.
  public func presentedSubitem(at oldURL: URL, didMoveTo newURL: URL) { presentedItemDidChange() }

  /// Reports a change of the presented directory.
  public func presentedSubitemDidChange(at url: URL) { presentedItemDidChange() }
}

/// A file presenter that watches its item itself and knows which contents it has read and written.
package protocol SelfWatchingPresenter: NSFilePresenter {
  /// True if the item differs from the contents last read or written.
  var isBehindItem: Bool { get }

  /// Coordination has notified the presenter of the present state.
  func acknowledgeItem()

  /// Marks the present contents at a URL as written by the presenter.
  func noteOwnWrite(at url: URL)

  /// The location whose changes the presenter announces to ``PresenterRegistration``.
  var announcedURL: URL { get }

  /// Returns the path of a URL without symbolic links; nil if the presenter does not know it.
  func resolvedPath(of url: URL) -> FilePath?
}

extension SelfWatchingPresenter {
  package func resolvedPath(of url: URL) -> FilePath? { nil }
}
