public import Foundation

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

  /// Posts the typed form of a change of state.
  ///
  /// Foundation on Linux passes neither form to observers of the other form. The typed form belongs
  /// to the main actor. It arrives there slightly later if the document has another isolation.
  func postMessage(_ change: DocumentStateChange) {
    postMessage { StateChangedMessage(document: $0, change: change) }
  }

  /// Posts a typed notification.
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
