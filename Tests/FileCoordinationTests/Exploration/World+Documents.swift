import SystemPackage

@testable import UTIFileCoordination

extension World {
  /// An operation of a document.
  enum Operation: Hashable {
    case relinquish(Question)
    /// Saves for an access.
    case saveForReader(Question)
    case save
    case revert(to: Int)
  }

  /// A question to a presenter: of an access, of this or of another process, at a position.
  struct Question: Hashable {
    let number: Number
    let position: Int
  }

  enum Message: Hashable {
    case relinquish(Question)
    case prepare(Question)
    case moved(to: Int)
  }

  /// A document that is the presenter of the file at a place.
  struct Document: Hashable {
    let process: Int
    var place: Int
    /// The version in memory.
    var version: Int
    var isEdited: Bool
    var queue = OperationQueueState<Operation>()
    /// The messages in the queue of the presenter.
    var messages: [Message] = []
    /// The operations that the program calls for.
    var calls: [Operation]
    /// The operations that have been started and have not begun an access.
    var running: [Operation] = []
    var overtaking: Set<Operation> = []
    var revertsCanBeCancelled = false
    /// True if an access of another writer has changed the file.
    var isBehind = false
  }

  /// Identities for presenters.
  private final class Identity: Sendable {}
  private static let identities = (0..<4).map { _ in Identity() }

  static func presenter(_ document: Int) -> ObjectIdentifier {
    ObjectIdentifier(identities[document])
  }

  /// Adds a document, which has unsaved changes if its version differs from the version of its
  /// file.
  mutating func addDocument(
    process: Int = 0, at place: Int, version: Int, calls: [Operation] = [],
    revertsCanBeCancelled: Bool = false
  ) {
    documents.append(
      Document(
        process: process, place: place, version: version, isEdited: version != files[place],
        calls: calls, revertsCanBeCancelled: revertsCanBeCancelled))
  }

  /// The place that a document is known at.
  func presented(_ index: Int) -> Int {
    let path = Self.places[documents[index].place].moved(
      by: processes[documents[index].process].pendingMoves(of: Self.presenter(index)))
    return Self.places.firstIndex(of: path) ?? documents[index].place
  }

  /// Notes where an operation of a document has found its file.
  mutating func follow(_ index: Int, to place: Int) { documents[index].place = place }

  /// Calls the next operation of the program.
  mutating func call(document index: Int) -> Bool {
    begin(documents[index].calls.removeFirst(), of: index)
    return true
  }

  /// Delivers the first message in the queue of a presenter.
  mutating func deliver(to index: Int) -> Bool {
    let process = documents[index].process
    switch documents[index].messages.removeFirst() {
    case .relinquish(let question):
      begin(.relinquish(question), of: index)
      processes[process].noteCalled(question.number, at: question.position, .relinquish)
    case .prepare(let question):
      begin(.saveForReader(question), of: index)
      processes[process].noteCalled(question.number, at: question.position, .prepare)
    case .moved(let place):
      documents[index].place = place
      processes[process].noteMoved(Self.presenter(index))
    }
    return true
  }

  private mutating func begin(_ operation: Operation, of index: Int) {
    var state = processes[documents[index].process]
    var isForReader = false
    if case .saveForReader = operation { isForReader = true }
    let admission = documents[index].queue.begin(operation, isForReader: isForReader) {
      state.change(Self.presenter(index), $0)
    }
    if admission == .waits, isForReader { note(&state, index, isNeeded: true) }
    processes[documents[index].process] = state
    switch admission {
    case .waits: break
    case .starts: documents[index].running.append(operation)
    case .overtakes:
      documents[index].running.append(operation)
      documents[index].overtaking.insert(operation)
    }
  }

  private func note(_ state: inout CoordinationState, _ index: Int, isNeeded: Bool) {
    let id = Self.presenter(index)
    if isNeeded {
      state.noteNeed(id, of: .operations(id))
    } else {
      state.endNeed(id, of: .operations(id))
    }
  }

  private mutating func start(_ operation: Operation, of index: Int, overtakes: Bool) {
    if case .saveForReader = operation {
      note(&processes[documents[index].process], index, isNeeded: false)
    }
    if overtakes { documents[index].overtaking.insert(operation) }
    documents[index].running.append(operation)
  }

  /// Lets a save for a reader overtake the operation whose access is about to wait.
  mutating func announceWaiting(_ index: Int) {
    guard let document = accesses[index].document, let operation = accesses[index].operation,
      !documents[document].overtaking.contains(operation)
    else { return }
    var state = processes[documents[document].process]
    let next = documents[document].queue.noteWaiting {
      state.change(Self.presenter(document), $0)
    }
    processes[documents[document].process] = state
    if let next { start(next, of: document, overtakes: true) }
  }

  /// Begins what an operation does with files.
  mutating func perform(_ operation: Operation, of index: Int) -> Bool {
    documents[index].running.removeAll { $0 == operation }
    let document = documents[index]
    switch operation {
    case .relinquish(let question):
      answer(question, index, .relinquish)
      end(operation, of: index)
    case .saveForReader, .save:
      guard document.isEdited else {
        if case .saveForReader(let question) = operation { answer(question, index, .prepare) }
        end(operation, of: index)
        return true
      }
      add(.write(document.version), at: document.place, by: index, operation)
    case .revert(let place): add(.read, at: place, by: index, operation)
    }
    return true
  }

  private mutating func add(
    _ effect: Access.Effect, at place: Int, by index: Int, _ operation: Operation
  ) {
    let id = Self.presenter(index)
    let isOvertaking = documents[index].overtaking.contains(operation)
    var served: Number?
    if case .saveForReader(let question) = operation { served = question.number }
    let description = Claim.Description(
      purpose: "\(accesses.count)", presenter: id, asksToPrepare: effect == .read,
      occupied: isOvertaking ? [] : [.operations(id)],
      canBeOvertaken: !isOvertaking && effect == .read, isOvertaking: isOvertaking, served: served)
    accesses.append(
      Access(
        process: documents[index].process, document: index, operation: operation, effect: effect,
        description: description,
        items: [
          ClaimedItem(path: Self.places[place], access: effect == .read ? .reading : .writing)
        ],
        canBeCancelled: effect == .read && documents[index].revertsCanBeCancelled))
  }

  /// Takes over the contents that an operation has read.
  mutating func adopt(_ version: Int, at place: Int, _ index: Int) {
    documents[index].version = version
    documents[index].place = place
    documents[index].isEdited = false
    noteDiscarded()
  }

  /// Ends an operation whose access is over.
  mutating func finishAccess(of index: Int, _ operation: Operation, _ access: Int) {
    let hasFailed = accesses[access].hasFailed
    if case .write(let version) = accesses[access].effect, !hasFailed,
      documents[index].version == version
    {
      documents[index].isEdited = false
    }
    if case .saveForReader(let question) = operation {
      answer(question, index, .prepare, refuses: hasFailed)
    }
    end(operation, of: index)
  }

  private mutating func answer(
    _ question: Question, _ index: Int, _ kind: CoordinationState.Question, refuses: Bool = false
  ) {
    processes[documents[index].process].noteAnswer(
      question.number, at: question.position, kind, refuses: refuses)
  }

  private mutating func end(_ operation: Operation, of index: Int) {
    documents[index].overtaking.remove(operation)
    var state = processes[documents[index].process]
    let next = documents[index].queue.end { state.change(Self.presenter(index), $0) }
    processes[documents[index].process] = state
    if let next { start(next.operation, of: index, overtakes: next.overtakes) }
  }
}
