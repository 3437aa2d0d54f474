package import Foundation
internal import UTIPlatform

extension NotificationCenter {
  /// Runs blocks of observers on the main queue in place.
  ///
  /// Foundation does so if `OperationQueue.current` is their queue, and otherwise waits for the
  /// queue. After the first suspension of an asynchronous `main`, a thread without a current queue
  /// serves the main queue, and would wait for itself.
  package func postOnMainQueue(
    name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil
  ) {
    if Thread.isMainThread { return post(name: name, object: object, userInfo: userInfo) }
    let wasPosted = CurrentQueue.run(as: .main) {
      post(name: name, object: object, userInfo: userInfo)
    }
    guard !wasPosted else { return }
    let later = UncheckedSendableBox { [self] in
      post(name: name, object: object, userInfo: userInfo)
    }
    OperationQueue.main.addOperation { later.value() }
  }

  /// For operations only: Foundation runs blocks of observers with the operation's queue in place.
  package func postInOperation(
    name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]? = nil
  ) {
    post(name: name, object: object, userInfo: userInfo)
  }
}

/// The current operation queue of a thread, which only a thread-specific value can set.
///
/// The key is used only if `OperationQueue.current` follows it.
enum CurrentQueue {
  /// nil if Foundation keeps the queue in another way.
  static let key: pthread_key_t? = {
    let queue = OperationQueue()
    // A serial queue of Dispatch has a thread even if all threads of the common pool wait.
    let thread = DispatchQueue(label: "UTIFoundationBridge.currentQueue")
    queue.underlyingQueue = thread
    let found = FoundKeys()
    let search = BlockOperation { found.keys = keys(with: value(of: queue)) }
    queue.addOperations([search], waitUntilFinished: true)
    return withExtendedLifetime(thread) {
      found.keys.first { key in
        run(as: queue, key) { OperationQueue.current === queue } == true
          && OperationQueue.current !== queue
      }
    }
  }()

  /// False if that is not possible; the work did not run then.
  static func run(as queue: OperationQueue, _ work: () -> Void) -> Bool {
    key.flatMap { run(as: queue, $0, work) } != nil
  }

  private static func run<Result>(
    as queue: OperationQueue, _ key: pthread_key_t, _ work: () -> Result
  ) -> Result? {
    let previous = pthread_getspecific(key)
    // Foundation does not release the value that it replaces.
    guard pthread_setspecific(key, value(of: queue)) == 0 else { return nil }
    defer { pthread_setspecific(key, previous) }
    return work()
  }

  private static func value(of queue: OperationQueue) -> UnsafeMutableRawPointer {
    Unmanaged.passUnretained(queue).toOpaque()
  }

  private static func keys(with value: UnsafeMutableRawPointer) -> [pthread_key_t] {
    (0..<pthread_key_t(PTHREAD_KEYS_MAX)).filter { pthread_getspecific($0) == value }
  }

  /// Unchecked, because the caller waits for the operation that sets the keys.
  private final class FoundKeys: @unchecked Sendable {
    var keys: [pthread_key_t] = []
  }
}
