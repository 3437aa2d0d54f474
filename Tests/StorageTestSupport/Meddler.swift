import Testing
package import UTIDocumentStorage

/// A concurrent change that happens once, at a moment of a save.
package final class Meddler: StoreObserver {
  package let isMoment: (StoreCall) -> Bool
  package let meddle: () throws -> Void
  private var isDone = false

  package init(_ isMoment: @escaping (StoreCall) -> Bool, _ meddle: @escaping () throws -> Void) {
    self.isMoment = isMoment
    self.meddle = meddle
  }

  package func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    guard !isDone, isMoment(call) else { return nil }
    isDone = true
    #expect(throws: Never.self) { try meddle() }
    return nil
  }
}
