#if ManagedDocuments

internal import Dispatch
internal import Foundation
internal import Synchronization

/// What a managed document has besides a document's: one lock for what several threads touch.
final class ManagedState: Sendable {
  struct Values: Sendable {
    var working: WorkingCopy?
    /// Transactions that the undo manager is still to hear of.
    var pending: [Commit] = []
    var isRecovered = false
    /// Whether the working copy began as another version of the document's file.
    var isBasedOnOtherVersion = false
    var isPackage = false
    /// What the last writing has had.
    var writtenCommitCount: Int?
    var firstMigration: String?
    var observation: Observation?
  }

  /// An observer that goes with its owner.
  final class Observation: @unchecked Sendable {
    // Tokens are never changed, which is why unchecked is safe.
    private let token: any NSObjectProtocol
    init(_ token: any NSObjectProtocol) { self.token = token }
    deinit { NotificationCenter.default.removeObserver(token) }
  }

  private let values = Mutex(Values())

  func withValues<Result>(_ body: (inout sending Values) -> sending Result) -> sending Result {
    values.withLock { body(&$0) }
  }
}

/// A document for closures that may run anywhere and look at it where it lives only.
struct WeakManagedDocument: @unchecked Sendable {
  weak var document: ManagedDocument?
}

/// Something that is handed over whole.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
}

/// The main queue, which is not always the main thread's on Linux.
enum MainQueue {
  private static let key = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true || Thread.isMainThread }
}

#endif
