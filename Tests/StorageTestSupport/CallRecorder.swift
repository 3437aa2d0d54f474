import Synchronization
package import SystemPackage
package import UTIDocumentStorage

/// A list of what a store was asked for, and errors on demand.
package final class CallRecorder: StoreObserver, Sendable {
  private let recorded = Mutex<[StoreCall]>([])
  private let fault: @Sendable (StoreCall, _ index: Int) -> Errno?

  /// - Parameter fault: the error that a call ends with, by the call and its place among all; nil
  ///   lets it through.
  package init(fault: @escaping @Sendable (StoreCall, Int) -> Errno? = { _, _ in nil }) {
    self.fault = fault
  }

  /// The system's store with the recorder alone.
  package var store: InterposedFileStore { InterposedFileStore(self) }

  package var calls: [StoreCall] { recorded.withLock { $0 } }

  package func count(_ operation: FileStoreError.Operation) -> Int {
    calls.count { $0.operation == operation }
  }

  package func forget() { recorded.withLock { $0 = [] } }

  package func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    let index = recorded.withLock {
      $0.append(call)
      return $0.count - 1
    }
    if let errno = fault(call, index) {
      throw FileStoreError(call.operation, path: call.path, errno: errno)
    }
    return nil
  }
}

extension InterposedFileStore {
  /// The system's store with errors on demand.
  ///
  /// - Parameter fault: as in `CallRecorder`.
  package static func failing(
    _ fault: @escaping @Sendable (StoreCall, _ index: Int) -> Errno?
  ) -> InterposedFileStore { CallRecorder(fault: fault).store }
}
