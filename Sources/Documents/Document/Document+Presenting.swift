public import Foundation

#if !canImport(Darwin)
  extension Document: NSFilePresenter {
    /// The item of the document.
    public var presentedItemURL: URL? { fileURL }

    /// Where the document is told what others do with its item.
    public var presentedItemOperationQueue: OperationQueue { .main }

    /// Follows the item to another place.
    public func presentedItemDidMove(to newURL: URL) { record.fileURL = newURL }
  }
#endif

extension Document {
  /// Begins to be told of what others do with the item; with external changes, for which the
  /// coordinator sends no messages yet, this is where the document registers.
  func becomePresenter() {}

  /// Stops being told of what others do with the item.
  func resignPresenter() {}
}
