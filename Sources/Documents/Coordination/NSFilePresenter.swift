#if !canImport(Darwin)
  public import Foundation

  /// An object that shows a file or a directory and wants to know what others do with it.
  ///
  /// The name and the members are Foundation's, which on Linux has none. Coordination is within one
  /// process so far, and excludes readers and writers; messages to presenters are not sent yet.
  public protocol NSFilePresenter: AnyObject {
    /// The item; nil while there is none.
    var presentedItemURL: URL? { get }
    /// Where the presenter is told.
    var presentedItemOperationQueue: OperationQueue { get }
    /// The item has another place.
    func presentedItemDidMove(to newURL: URL)
  }

  extension NSFilePresenter {
    /// Does nothing.
    public func presentedItemDidMove(to newURL: URL) {}
  }
#endif
