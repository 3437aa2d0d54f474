public import Foundation
public import Observation
internal import Synchronization
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
}

extension Document {
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
