#if ManagedDocuments

internal import Foundation
internal import Synchronization

/// The state of a managed document, guarded by one lock.
final class ManagedState: Sendable {
  struct Values: Sendable {
    var working: WorkingCopy?
    /// Transactions that are not registered with the undo manager yet.
    var pending: [Commit] = []
    var isRecovered = false
    var isBasedOnOtherVersion = false
    var isPackage = false
    var writtenCommitCount: Int?
    var firstMigration: String?
    var observation: Observation?
  }

  /// A notification observer that is removed with its owner.
  final class Observation: @unchecked Sendable {
    // Unchecked is safe because tokens never change.
    private let token: any NSObjectProtocol
    init(_ token: any NSObjectProtocol) { self.token = token }
    deinit { NotificationCenter.default.removeObserver(token) }
  }

  private let values = Mutex(Values())

  func withValues<Result>(_ body: (inout sending Values) -> sending Result) -> sending Result {
    values.withLock { body(&$0) }
  }
}

/// A weak reference to a document for closures that run on any thread.
struct WeakManagedDocument: @unchecked Sendable {
  weak var document: ManagedDocument?
}

/// A value that is transferred as a whole.
struct Handed<Value>: @unchecked Sendable {
  let value: Value
}

#endif
