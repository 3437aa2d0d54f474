import Documents
import Testing

/// Somebody else who does something once, at a moment of a save.
final class Meddler: StoreObserver {
  let isMoment: (StoreCall) -> Bool
  let meddle: () throws -> Void
  private var isDone = false

  init(_ isMoment: @escaping (StoreCall) -> Bool, _ meddle: @escaping () throws -> Void) {
    self.isMoment = isMoment
    self.meddle = meddle
  }

  func willPerform(_ call: StoreCall) throws(FileStoreError) -> Int? {
    guard !isDone, isMoment(call) else { return nil }
    isDone = true
    #expect(throws: Never.self) { try meddle() }
    return nil
  }
}
