public import Foundation

extension Document {
  /// The key under which ``NSUserActivity/userInfo`` has the URL of a document.
  public class var userActivityURLKey: String { "NSUserActivityDocumentURL" }

  /// Posted when a document with a read-only directory was copied to a writable one at its first
  /// edit; see ``DocumentEnvironment/writableCopiesDirectory``.
  public class var didMoveToWritableLocationNotification: NSNotification.Name {
    NSNotification.Name("UIDocumentDidMoveToWritableLocationNotification")
  }

  /// The key of the document's previous URL.
  public class var didMoveToWritableLocationOldURLKey: String {
    "UIDocumentDidMoveToWritableLocationOldURLKey"
  }
}
