import Synchronization

/// Messages gathered from any thread.
final class Messages: Sendable {
  private let messages = Mutex<[String]>([])

  var all: [String] { messages.withLock { $0 } }

  func append(_ message: String) {
    messages.withLock { $0.append(message) }
  }
}
