public import Foundation

extension Document {
  /// Posted when the state has changed; the object is the document.
  ///
  /// Apple's has no user info. This one has the keys ``previousStateKey`` and, where something
  /// failed, ``errorKey``.
  public class var stateChangedNotification: NSNotification.Name {
    NSNotification.Name("UIDocumentStateChangedNotification")
  }

  /// The key of the state before, a ``Document/State``.
  public static let previousStateKey = "DocumentPreviousState"

  /// The key of the error that the change is about.
  public static let errorKey = "DocumentError"

  /// The changes of state from now on, one stream for each who asks; it ends with the document.
  public var stateChanges: AsyncStream<DocumentStateChange> { record.makeStream() }

  /// Changes the state and says so once (rule O1).
  ///
  /// Runs where the caller of the operation is.
  func changeState(error: (any Error)? = nil, _ body: (inout State) -> Void) {
    guard let (change, streams) = record.changeState(body, error: error) else { return }
    for stream in streams { stream.yield(change) }
    guard change.current != change.previous else { return }
    var info: [AnyHashable: Any] = [Self.previousStateKey: change.previous]
    info[Self.errorKey] = change.error
    NotificationCenter.default.post(
      name: Self.stateChangedNotification, object: self, userInfo: info)
    postMessage(change)
  }

  /// What the latest save did: the strategy, how well it will last, what could not be kept.
  public var saveOutcome: SaveOutcome? { record.withValues { $0.outcome } }
}
