public import Foundation

extension Document {
  /// The key under which ``NSUserActivity/userInfo`` has the URL of a document.
  public class var userActivityURLKey: String { "NSUserActivityDocumentURL" }

  /// Posted when a document in a place that cannot be written was copied to one that can, as happens
  /// when it is first edited; see ``DocumentEnvironment/writableCopiesDirectory``.
  public class var didMoveToWritableLocationNotification: NSNotification.Name {
    NSNotification.Name("UIDocumentDidMoveToWritableLocationNotification")
  }

  /// The key of the URL that the document had before.
  public class var didMoveToWritableLocationOldURLKey: String {
    "UIDocumentDidMoveToWritableLocationOldURLKey"
  }
}
