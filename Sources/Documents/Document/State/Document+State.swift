public import Foundation

extension Document {
  /// Posted when the state has changed; the object is the document.
  ///
  /// Apple's notification has no user info. This one has the keys ``previousStateKey`` and, after
  /// an error, ``errorKey``.
  public class var stateChangedNotification: NSNotification.Name {
    NSNotification.Name("UIDocumentStateChangedNotification")
  }

  /// The key of the previous state, a ``Document/State``.
  public static let previousStateKey = "DocumentPreviousState"

  /// The key of the error that caused the change.
  public static let errorKey = "DocumentError"

  /// A new stream of later changes of the state and other visible properties.
  ///
  /// These properties are the presence of unsaved changes, the name, the location and the problem.
  /// Each access returns a separate stream, which ends with the document.
  /// ``DocumentStateChange/properties`` has the changed properties. Edits that are registered with
  /// the ``undoManager`` are reported when they are registered and again when their group is
  /// closed. Saving is reported when it has ended.
  public var stateChanges: AsyncStream<DocumentStateChange> {
    beginNotifying()
    return record.makeStream()
  }

  /// Changes the state and notifies observers once (rule O1).
  ///
  /// Runs in the isolation of the operation's caller.
  func changeState(
    error: (any Error)? = nil, by originator: ChangeOriginator? = nil, _ body: (inout State) -> Void
  ) {
    let effect = record.changeState(body, error: error)
    if var attributed = effect.change {
      attributed.originator = originator
      for stream in effect.streams { stream.yield(attributed) }
    }
    record.noteVisible(effect.visible)
    guard let change = effect.change else { return }
    guard change.current != change.previous else { return }
    var info: [AnyHashable: Any] = [Self.previousStateKey: change.previous]
    info[Self.errorKey] = change.error
    NotificationCenter.default.post(
      name: Self.stateChangedNotification, object: self, userInfo: info)
    postMessage(change)
  }

  /// The result of the latest save: the strategy, the durability, and attributes that could not be
  /// kept.
  public var saveOutcome: SaveOutcome? { record.withValues { $0.outcome } }
}
