/// The operations of one document, one at a time in the order of the calls, as a value without
/// threads.
///
/// A save for a reader overtakes an operation in an access that may wait for the reader.
package struct OperationQueueState<Operation> {
  /// The answer to a new operation.
  package enum Admission: Hashable, Sendable {
    case starts
    case overtakes
    case waits
  }

  /// A change of the state of coordination by a save that overtakes.
  package enum Overtaking: Hashable, Sendable {
    /// Calls ``CoordinationState/beginOvertaking(_:)``, and returns its result.
    case begin
    /// Calls ``CoordinationState/endOvertaking(_:)``; the result is ignored.
    case end
  }

  struct Entry {
    let operation: Operation
    let isForReader: Bool
  }

  private var isBusy = false
  private var isOvertaken = false
  private var waiting: [Entry] = []
  private var closings = 0
  private var postponed: [Entry] = []

  package init() {}

  package var isIdle: Bool { !isBusy && !isOvertaken && waiting.isEmpty && postponed.isEmpty }

  package var hasNoWaiting: Bool { waiting.isEmpty && postponed.isEmpty }

  /// `waitsForClosing`: the operation must not come between the save and the end of an earlier
  /// closing.
  package mutating func begin(
    _ operation: Operation, isForReader: Bool = false, waitsForClosing: Bool = false,
    _ overtake: (Overtaking) -> Bool
  ) -> Admission {
    let entry = Entry(operation: operation, isForReader: isForReader)
    if waitsForClosing, closings > 0 {
      postponed.append(entry)
      return .waits
    }
    guard isBusy else {
      isBusy = true
      return .starts
    }
    if isForReader, !isOvertaken, overtake(.begin) {
      isOvertaken = true
      return .overtakes
    }
    waiting.append(entry)
    return .waits
  }

  /// The operation waits in a coordinated access; returns the operation to start, which overtakes.
  package mutating func noteWaiting(_ overtake: (Overtaking) -> Bool) -> Operation? {
    guard !isOvertaken, let index = waiting.firstIndex(where: \.isForReader), overtake(.begin)
    else { return nil }
    isOvertaken = true
    return waiting.remove(at: index).operation
  }

  /// Ends the overtaking operation if there is one; returns the operation to start.
  package mutating func end(
    _ overtake: (Overtaking) -> Bool
  ) -> (operation: Operation, overtakes: Bool)? {
    if isOvertaken {
      // Begun before the other ends, so that the running operation does not come between them.
      isOvertaken = false
      let next = noteWaiting(overtake)
      _ = overtake(.end)
      return next.map { ($0, true) }
    }
    guard !waiting.isEmpty else {
      isBusy = false
      return nil
    }
    return (waiting.removeFirst().operation, false)
  }

  /// Records the start of a closing, which leaves the queue to its save.
  package mutating func beginClosing() { closings += 1 }

  /// Lets operations that wait for closings wait for the running operation only.
  package mutating func abandonClosings() {
    closings = 0
    waiting += postponed
    postponed = []
  }

  /// Returns the operation to start.
  package mutating func endClosing() -> Operation? {
    closings = max(closings - 1, 0)
    guard closings == 0 else { return nil }
    waiting += postponed
    postponed = []
    guard !isBusy, !waiting.isEmpty else { return nil }
    isBusy = true
    return waiting.removeFirst().operation
  }
}

extension OperationQueueState: Equatable where Operation: Equatable {}
extension OperationQueueState: Hashable where Operation: Hashable {}
extension OperationQueueState: Sendable where Operation: Sendable {}
extension OperationQueueState.Entry: Equatable where Operation: Equatable {}
extension OperationQueueState.Entry: Hashable where Operation: Hashable {}
extension OperationQueueState.Entry: Sendable where Operation: Sendable {}
