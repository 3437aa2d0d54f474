public import Foundation
public import Observation
internal import Synchronization
internal import UTIFileCoordination
internal import UTIFoundationBridge
internal import UTIPlatform
internal import UniformFoundationAdditions

/// Changes on the queue of file access are reported there: `withObservationTracking` reports only
/// that a property has changed, and the observer reads it in the document's isolation.
extension Document: Observable {
  /// Returns the value of a property, and registers the current observer of its changes.
  func observed<Value>(
    _ property: KeyPath<Document, Value>, _ value: @autoclosure () -> Value
  ) -> Value {
    registrar.access(self, keyPath: property)
    return value()
  }

  func notifyObservers(of changes: DocumentRecord.Changes) {
    func notify<Value>(_ property: KeyPath<Document, Value>) {
      registrar.withMutation(of: self, keyPath: property) {}
    }
    if changes.contains(.place) {
      notify(\.fileURL)
      notify(\.localizedName)
    }
    if changes.contains(.item) {
      notify(\.fileType)
      notify(\.fileModificationDate)
    }
    if changes.contains(.state) { notify(\.documentState) }
    if changes.contains(.edits) { notify(\.hasUnsavedChanges) }
    if changes.contains(.progress) { notify(\.progress) }
    if changes.contains(.autosaved) { notify(\.autosavedContentsFileURL) }
    if changes.contains(.draft) { notify(\.isDraft) }
    if changes.contains(.obstacle) { notify(\.savingObstacle) }
    if !changes.isDisjoint(with: [.problem, .state, .obstacle]) { notify(\.problem) }
  }
}

/// The properties of a document that observers were last notified of, and the streams of changes.
package final class ShownProperties: Sendable {
  package struct Values: Equatable, Sendable {
    var isEdited: Bool
    var name: String
    var place: URL
    var problem: DocumentProblem?

    func differences(to other: Values) -> DocumentStateChange.Properties {
      var properties: DocumentStateChange.Properties = []
      if isEdited != other.isEdited { properties.insert(.isEdited) }
      if name != other.name { properties.insert(.name) }
      if place != other.place { properties.insert(.place) }
      if problem != other.problem { properties.insert(.problem) }
      return properties
    }
  }

  private let reported = Mutex<Values?>(nil)
  private let streams = Mutex<[UUID: AsyncStream<DocumentStateChange>.Continuation]>([:])

  deinit { for stream in streams.withLock({ Array($0.values) }) { stream.finish() } }

  func makeStream() -> AsyncStream<DocumentStateChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: DocumentStateChange.self)
    let id = UUID()
    streams.withLock { $0[id] = continuation }
    continuation.onTermination = { [weak self] _ in
      _ = self?.streams.withLock { $0.removeValue(forKey: id) }
    }
    return stream
  }

  func send(_ change: DocumentStateChange) {
    for stream in streams.withLock({ Array($0.values) }) { stream.yield(change) }
  }

  /// Sets the initial values, unless they are set.
  func begin(with values: Values) { reported.withLock { $0 = $0 ?? values } }

  var isNeeded: Bool { reported.withLock { $0 != nil } }

  /// Notifies under the lock; returns whether there were differences.
  func update(to values: Values, _ notify: (DocumentStateChange.Properties) -> Void) -> Bool {
    reported.withLock { reported in
      guard let old = reported else { return false }
      let properties = old.differences(to: values)
      guard !properties.isEmpty else { return false }
      reported = values
      notify(properties)
      return true
    }
  }
}

extension Document {
  private var shownValues: ShownProperties.Values {
    ShownProperties.Values(
      isEdited: hasUnsavedChanges, name: localizedName, place: fileURL,
      problem: record.withValues { $0.problem })
  }

  /// Starts to track visible properties, for a stream that is going to be read.
  func beginNotifying() {
    if !shown.isNeeded { shown.begin(with: shownValues) }
  }

  /// Notifies the streams of differences in visible properties, on the thread of the change.
  func notifyStreams(of changes: DocumentRecord.Changes) {
    guard shown.isNeeded, !changes.isDisjoint(with: .shown) else { return }
    // Another thread may change values at the same moment: the last thread to compare sends the
    // final values.
    while shown.update(to: shownValues, { notifyStreams(of: $0) }) {}
  }

  func notifyStreams(
    of properties: DocumentStateChange.Properties, by originator: ChangeOriginator? = nil
  ) {
    let state = Document.State(record.state)
    var change = DocumentStateChange(previous: state, current: state, error: nil)
    change.properties = properties
    change.originator = originator
    shown.send(change)
  }

  /// The typed form of ``stateChangedNotification``, for observers on the main actor.
  public struct StateChangedMessage: NotificationCenter.MainActorMessage {
    /// The type of the sender.
    public typealias Subject = Document

    /// The name of the notification.
    public static var name: Notification.Name { Document.stateChangedNotification }

    /// The document.
    public let document: Document
    /// The change; nil in a message created from another sender's notification.
    public let change: DocumentStateChange?

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - change: the change.
    public init(document: Document, change: DocumentStateChange? = nil) {
      self.document = document
      self.change = change
    }

    /// Returns the message of a notification.
    ///
    /// - Parameter notification: the notification; its object is the document.
    public static func makeMessage(_ notification: Notification) -> StateChangedMessage? {
      guard let document = notification.object as? Document else { return nil }
      let previous = notification.userInfo?[previousStateKey] as? State
      let error = notification.userInfo?[errorKey] as? any Error
      return StateChangedMessage(
        document: document,
        change: previous.map {
          DocumentStateChange(previous: $0, current: document.documentState, error: error)
        })
    }

    /// Returns the notification of a message.
    ///
    /// - Parameter message: the message.
    public static func makeNotification(_ message: StateChangedMessage) -> Notification {
      var info: [AnyHashable: Any] = [:]
      info[previousStateKey] = message.change?.previous
      info[errorKey] = message.change?.error
      return Notification(name: name, object: message.document, userInfo: info)
    }
  }

  /// The typed form of ``didMoveToWritableLocationNotification``, for observers on the main actor.
  public struct DidMoveToWritableLocationMessage: NotificationCenter.MainActorMessage {
    /// The type of the sender.
    public typealias Subject = Document

    /// The name of the notification.
    public static var name: Notification.Name { Document.didMoveToWritableLocationNotification }

    /// The document, which already has the new location.
    public let document: Document
    /// The old location of the document, where its item remains.
    public let oldURL: URL

    /// Creates a message.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - oldURL: its old location.
    public init(document: Document, oldURL: URL) {
      self.document = document
      self.oldURL = oldURL
    }

    /// Returns the message of a notification.
    ///
    /// - Parameter notification: the notification; its object is the document.
    public static func makeMessage(
      _ notification: Notification
    ) -> DidMoveToWritableLocationMessage? {
      guard let document = notification.object as? Document,
        let url = notification.userInfo?[didMoveToWritableLocationOldURLKey] as? URL
      else { return nil }
      return DidMoveToWritableLocationMessage(document: document, oldURL: url)
    }

    /// Returns the notification of a message.
    ///
    /// - Parameter message: the message.
    public static func makeNotification(
      _ message: DidMoveToWritableLocationMessage
    ) -> Notification {
      Notification(
        name: name, object: message.document,
        userInfo: [didMoveToWritableLocationOldURLKey: message.oldURL])
    }
  }

  /// Foundation on Linux passes neither form to observers of the other; this one arrives on the
  /// main actor, slightly later if the document has another isolation.
  func postMessage(_ change: DocumentStateChange) {
    postMessage { StateChangedMessage(document: $0, change: change) }
  }

  func postMessage<Message: NotificationCenter.MainActorMessage>(
    _ makeMessage: @escaping @MainActor @Sendable (Document) -> Message
  ) where Message.Subject == Document {
    // If no code serves the main queue, the pending block must not keep the document alive.
    let document = WeakDocument(self)
    let post: @MainActor @Sendable () -> Void = {
      guard let document = document.document else { return }
      NotificationCenter.default.post(makeMessage(document), subject: document)
    }
    if MainQueue.isCurrent {
      MainActor.assumeIsolated(post)
    } else {
      Task { @MainActor in post() }
    }
  }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<Document.StateChangedMessage> {
  /// The message that the state of a document has changed.
  public static var stateChanged: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<Document.DidMoveToWritableLocationMessage> {
  /// The message that a document was copied to a writable location.
  public static var didMoveToWritableLocation: Self { .init() }
}

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

  /// The activity of a document and its problems.
  public struct State: OptionSet, Hashable, Sendable {
    /// The members as bits.
    public let rawValue: UInt

    /// Creates a state from bits.
    ///
    /// - Parameter rawValue: the members as bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    init(_ flags: DocumentMachine.Flags) { rawValue = flags.rawValue }

    /// The document is open and has no problem: the empty state.
    public static var normal: State { [] }
    /// The document was never opened successfully, or is closed.
    public static let closed = State(.closed)
    /// Both another process and the document have changed the item, and the user has not decided
    /// yet.
    ///
    /// Saving fails meanwhile, and changes are autosaved to the recovery location.
    /// ``Document/revertContents(to:)`` loads the item. Saving with
    /// ``Document/overwritesChangesOnDisk``, or under another name, keeps the document's contents.
    public static let inConflict = State(.inConflict)
    /// The latest save or revert failed.
    public static let savingError = State(.savingError)
    /// Editing is not safe at the moment.
    public static let editingDisabled = State(.editingDisabled)
    /// ``Document/progress`` reports the progress of reading or writing.
    public static let progressAvailable = State(.progressAvailable)
  }

  /// The effect of a save on an existing item.
  public enum SaveOperation: Int, Hashable, Sendable {
    /// The item is new; no existing item is replaced.
    case forCreating = 0
    /// The item replaces an existing one.
    case forOverwriting = 1
  }

  /// A kind of edit.
  public enum ChangeKind: Int, Hashable, Sendable {
    /// The contents were changed.
    case done = 0
    /// The latest change was undone.
    case undone = 1
    /// The latest undone change was redone.
    case redone = 2
    /// The current contents count as saved.
    case cleared = 3
  }

  /// A way of creating a document, such as from a template or by scanning.
  public struct CreationIntent: RawRepresentable, Hashable, Sendable {
    /// The name of the intent.
    public let rawValue: String

    /// Creates an intent from a name.
    ///
    /// - Parameter rawValue: the name, preferably in reverse domain style.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates an intent from a name.
    ///
    /// - Parameter rawValue: the name, preferably in reverse domain style.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// An empty document of the default type.
    public static let `default` = CreationIntent(rawValue: "default")
  }
}

extension Document.State: CustomStringConvertible {
  /// The names of the members, or `normal`.
  public var description: String {
    let names: [(Document.State, String)] = [
      (.closed, "closed"), (.inConflict, "inConflict"), (.savingError, "savingError"),
      (.editingDisabled, "editingDisabled"), (.progressAvailable, "progressAvailable"),
    ]
    let members = names.filter { contains($0.0) }.map(\.1)
    return members.isEmpty ? "normal" : members.joined(separator: "+")
  }
}
