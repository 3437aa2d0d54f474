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

  /// The changes from now on of the state, and of what else people see: whether there are changes to
  /// save, the name, the place and the problem; one stream for each who asks, which ends with the
  /// document.
  ///
  /// ``DocumentStateChange/properties`` says what is different. Edits that were registered with the
  /// ``undoManager`` are told when they are registered, and when their group is closed they still are;
  /// saving is told when it has ended.
  public var stateChanges: AsyncStream<DocumentStateChange> {
    beginTelling()
    return record.makeStream()
  }

  /// Changes the state and says so once (rule O1).
  ///
  /// Runs where the caller of the operation is.
  func changeState(
    error: (any Error)? = nil, by originator: ChangeOriginator? = nil, _ body: (inout State) -> Void
  ) {
    let outcome = record.changeState(body, error: error)
    if let (change, streams) = outcome {
      var told = change
      told.originator = originator
      for stream in streams { stream.yield(told) }
    }
    record.tellOfChanges()
    guard let change = outcome?.change else { return }
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
