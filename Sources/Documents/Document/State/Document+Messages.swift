public import Foundation

extension Document {
  /// The typed form of ``stateChangedNotification``, for observers on the main actor.
  public struct StateChangedMessage: NotificationCenter.MainActorMessage {
    /// What posts the message.
    public typealias Subject = Document

    /// The name of the notification.
    public static var name: Notification.Name { Document.stateChangedNotification }

    /// The document.
    public let document: Document
    /// What changed; nil in a message made of somebody else's notification.
    public let change: DocumentStateChange?

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - change: what changed.
    public init(document: Document, change: DocumentStateChange? = nil) {
      self.document = document
      self.change = change
    }

    /// Makes the message of a notification.
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

    /// Makes the notification of a message.
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
    /// What posts the message.
    public typealias Subject = Document

    /// The name of the notification.
    public static var name: Notification.Name { Document.didMoveToWritableLocationNotification }

    /// The document, which is at the new place already.
    public let document: Document
    /// Where the document was, and its item still is.
    public let oldURL: URL

    /// Makes a message.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - oldURL: where it was.
    public init(document: Document, oldURL: URL) {
      self.document = document
      self.oldURL = oldURL
    }

    /// Makes the message of a notification.
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

    /// Makes the notification of a message.
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
  /// Foundation on Linux brings neither form to observers of the other. The typed one belongs to the
  /// main actor, where it arrives a little later when the document lives elsewhere.
  func postMessage(_ change: DocumentStateChange) {
    postMessage { StateChangedMessage(document: $0, change: change) }
  }

  /// Posts a typed notification.
  func postMessage<Message: NotificationCenter.MainActorMessage>(
    _ makeMessage: @escaping @MainActor @Sendable (Document) -> Message
  ) where Message.Subject == Document {
    // Where nobody serves the main queue, what waits for it must not keep documents.
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
  /// A document has another state.
  public static var stateChanged: Self { .init() }
}

extension NotificationCenter.MessageIdentifier
where Self == NotificationCenter.BaseMessageIdentifier<Document.DidMoveToWritableLocationMessage> {
  /// A document was copied to a place that can be written.
  public static var didMoveToWritableLocation: Self { .init() }
}
