public import Foundation
internal import UTIFileCoordination
internal import UTIFoundationBridge
internal import UTIPlatform

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
    return shown.makeStream()
  }

  /// Notifies observers once (rule O1); runs in the isolation of the operation's caller.
  package func changeState(
    _ change: DocumentMachine.Change, error: (any Error)? = nil,
    by originator: ChangeOriginator? = nil
  ) {
    let effect = record.changeState(change, error: error)
    let change = effect.states.map {
      DocumentStateChange(previous: State($0.previous), current: State($0.current), error: error)
    }
    if var attributed = change {
      attributed.originator = originator
      shown.send(attributed)
    }
    record.noteVisible(effect.visible)
    guard let change else { return }
    guard change.current != change.previous else { return }
    var info: [AnyHashable: Any] = [Self.previousStateKey: change.previous]
    info[Self.errorKey] = change.error
    post(Self.stateChangedNotification, info)
    postMessage(change)
  }

  /// Posts a notification in the isolation of the operation's caller.
  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]) {
    if MainQueue.isCurrent {
      return NotificationCenter.default.postOnMainQueue(
        name: name, object: self, userInfo: userInfo)
    }
    let (document, info) = (UncheckedSendableBox(self), UncheckedSendableBox(userInfo))
    let post: @Sendable () -> Void = {
      NotificationCenter.default.post(name: name, object: document.value, userInfo: info.value)
    }
    // Foundation waits for observers on the main queue, which the end of the process does not serve.
    if ProcessEnd.shared.isActive { Thread.detachNewThread(post) } else { post() }
  }

  /// The result of the latest save: the strategy, the durability, and attributes that could not be
  /// kept.
  public var saveOutcome: SaveOutcome? { record.withValues { $0.outcome } }
}

/// A change of the state of a document, or of another property that the user sees.
///
/// Apple's notification has no reason for the change, which a view needs. The notification is
/// posted for changes of the state alone.
public struct DocumentStateChange: Sendable {
  /// The properties that can change.
  public struct Properties: OptionSet, Hashable, Sendable {
    /// The members as bits.
    public let rawValue: Int
    /// Creates properties from bits.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// ``Document/documentState`` has changed, or an operation has failed.
    public static let state = Properties(rawValue: 1 << 0)
    /// The presence of unsaved changes, which a title bar shows, has changed.
    public static let isEdited = Properties(rawValue: 1 << 1)
    /// ``Document/localizedName``.
    public static let name = Properties(rawValue: 1 << 2)
    /// ``Document/fileURL``.
    public static let place = Properties(rawValue: 1 << 3)
    /// ``Document/problem``.
    public static let problem = Properties(rawValue: 1 << 4)
    /// The contents were read again, because another process has changed the item.
    public static let contents = Properties(rawValue: 1 << 5)
  }

  /// The changed properties.
  public internal(set) var properties: Properties = .state
  /// The previous state.
  public let previous: Document.State
  /// The new state, which the document already has.
  public let current: Document.State
  /// The error that caused the change; nil if no operation failed.
  public let error: (any Error)?
  /// The process that has changed the item, if it caused the change.
  public internal(set) var originator: ChangeOriginator?
}

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
