import TestSupport
import UTIFileCoordination

@testable import UniformDocumentCore

/// A document as values: its machine and line of operations, its contents, its item and other programs.
///
/// It performs the effects of the machine as `Document+Running` does. Contents are numbers: the item
/// has 0 at first, edits make new ones, another program writes 100, and 200 are contents that are
/// taken over.
struct MachineWorld: ExploredWorld {
  typealias Flags = DocumentMachine.Flags

  enum Step: Hashable {
    case call(Int)
    /// The access to files of an operation runs; it can fail.
    case access(Int, fails: Bool)
    /// The result of an access arrives in the document's isolation.
    case arrive(Int)
    case edit
    /// Another program writes or deletes the item.
    case write
    case delete
    /// The watcher notices a change of the item.
    case notice
    case follow
    case compare
  }

  /// An operation that the program or the document calls.
  struct Operation: Hashable {
    enum Phase: Hashable {
      case uncalled
      case waiting
      case access
      case clearing
      case result(Result)
      /// The save of a closing runs.
      case between
      case answered(Bool)
    }

    enum Result: Hashable {
      case success
      case failure
      case conflict
      case yielded
    }

    let kind: DocumentMachine.Operation
    var phase = Phase.uncalled
    var isAutosave = false
    /// The document reads its item again by itself.
    var isOwn = false
    /// The closing that waits for this save.
    var closing: Int?
    /// The contents that a save has taken.
    var taken = 0
    var token: ChangeTracker.StateIdentity?
    var saves = 0
  }

  private struct Turn: Hashable {
    let operation: Int
    let isClearing: Bool
  }

  var machine = DocumentMachine()
  private var line = OperationQueueState<Turn>()
  private(set) var operations: [Operation]
  private(set) var violation: String?

  private(set) var memory = 0
  private var item: Int? = 0
  /// The contents that the document has last read or written.
  private var known: Int?
  /// The contents in the recovery location.
  private var kept: Int?
  /// Everything that was ever in the item.
  private var written: Set<Int> = [0]
  private var presentations = 0
  private var isDiscarding = false
  private var editsLeft: Int
  private var writesLeft: Int
  private var deletionsLeft: Int
  private var failuresLeft: Int
  private var isFollowing = false
  private var isComparing = false

  /// An open document without changes, and operations that are called at any time.
  init(
    _ operations: [DocumentMachine.Operation], isOpen: Bool = true, edits: Int = 2, writes: Int = 1,
    deletions: Int = 0, failures: Int = 1
  ) {
    self.operations = operations.map { Operation(kind: $0) }
    (editsLeft, writesLeft, deletionsLeft) = (edits, writes, deletions)
    failuresLeft = failures
    guard isOpen else { return }
    machine.flags = .normal
    known = 0
    presentations = 1
  }

  // MARK: - Steps

  func successors() -> [(Step, MachineWorld)] {
    var steps: [Step] = []
    for (index, operation) in operations.enumerated() {
      switch operation.phase {
      case .uncalled where !operation.isOwn && operation.closing == nil: steps.append(.call(index))
      case .access:
        steps.append(.access(index, fails: false))
        if failuresLeft > 0 { steps.append(.access(index, fails: true)) }
      case .clearing, .result: steps.append(.arrive(index))
      default: break
      }
    }
    let isOpen = machine.flags.isDisjoint(with: [.closed, .editingDisabled])
    if isOpen, editsLeft > 0 { steps.append(.edit) }
    if writesLeft > 0 { steps.append(.write) }
    if deletionsLeft > 0, item != nil { steps.append(.delete) }
    let isBehind = item != nil && item != known && presentations > 0
    if isBehind, !isFollowing, !isComparing, !machine.flags.contains(.inConflict) {
      steps.append(.notice)
    }
    if isFollowing { steps.append(.follow) }
    if isComparing { steps.append(.compare) }
    return steps.map { step in
      var next = self
      next.take(step)
      next.check()
      return (step, next)
    }
  }

  private mutating func take(_ step: Step) {
    switch step {
    case .call(let index): begin(index)
    case .access(let index, let fails): access(index, fails: fails)
    case .arrive(let index): arrive(index)
    case .edit:
      editsLeft -= 1
      memory = 10 + editsLeft
      machine.changes.done()
    case .write:
      writesLeft -= 1
      item = 100 + writesLeft
      written.insert(100 + writesLeft)
      machine.noteFound()
    case .delete:
      deletionsLeft -= 1
      item = nil
      machine.noteDeletion(.noticed)
    case .notice: advance(.behindItem)
    case .follow:
      isFollowing = false
      advance(.following(DocumentMachine.Following()))
    case .compare:
      isComparing = false
      guard item != known else { return }
      guard item == memory else { return advance(.foundConflict) }
      known = item
      machine.changes.clear()
      advance(.resolvedConflict)
    }
  }

  private mutating func begin(_ index: Int, isClearing: Bool = false) {
    let turn = Turn(operation: index, isClearing: isClearing)
    operations[index].phase = .waiting
    let isOpening = operations[index].kind == .open
    if line.begin(turn, waitsForClosing: isOpening && !isClearing, { _ in false }) == .starts {
      run(turn)
    }
  }

  private mutating func run(_ turn: Turn?) {
    guard let turn else { return }
    if turn.isClearing {
      operations[turn.operation].phase = .clearing
    } else {
      advance(.begin(operations[turn.operation].kind), turn.operation)
    }
  }

  private mutating func endTurn() { run(line.end { _ in false }?.operation) }

  private mutating func access(_ index: Int, fails: Bool) {
    let operation = operations[index]
    operations[index].phase = .result(.success)
    if fails {
      failuresLeft -= 1
      operations[index].phase = .result(.failure)
      if case .save = operation.kind { keep(operation) }
      return
    }
    switch operation.kind {
    case .open, .revert(takesOver: false):
      guard let item else {
        operations[index].phase = .result(.failure)
        return
      }
      if operation.isOwn, machine.changes.hasUnsavedChanges {
        operations[index].phase = .result(.yielded)
        return
      }
      (memory, known) = (item, item)
      machine.deletion = nil
      machine.changes.reset()
    case .revert(takesOver: true):
      memory = 200
      machine.changes.reset()
    case .save:
      let isGone = item == nil && known != nil && operation.isAutosave
      let isKnown = item == nil || item == known || item == operation.taken
      guard isKnown, !isGone else {
        operations[index].phase = .result(isGone ? .failure : .conflict)
        return keep(operation)
      }
      (item, known) = (operation.taken, operation.taken)
      written.insert(operation.taken)
      machine.written = operation.token
    case .close, .other: break
    }
  }

  /// A save that fails keeps its contents.
  private mutating func keep(_ operation: Operation) {
    guard machine.changes.hasUnsavedChanges else { return }
    (kept, machine.kept) = (operation.taken, operation.token)
  }

  private mutating func arrive(_ index: Int) {
    let operation = operations[index]
    if operation.phase == .clearing {
      if !machine.changes.hasUnsavedChanges { (kept, machine.kept) = (nil, nil) }
      return advance(.cleared(since: operation.token, saves: operation.saves), index)
    }
    guard case .result(let result) = operation.phase else { return }
    switch (result, operation.kind) {
    case (.success, .open): advance(.opened(isInConflict: false), index)
    case (.success, .revert(let takesOver)):
      advance(.reverted(takesOver: takesOver, hasLoaded: true), index)
    case (.success, .save): advance(.saved(ends: true), index)
    case (.success, _): endOperation(index, true)
    case (.yielded, _): advance(.yielded, index)
    case (.failure, _), (.conflict, _):
      var failure = DocumentMachine.Failure(operation: operation.kind)
      failure.isConflict = result == .conflict
      switch operation.kind {
      case .save, .revert(takesOver: false): failure.affectsItem = true
      default: break
      }
      failure.isOfAutosave = operation.isAutosave && operation.closing == nil
      advance(.failed(failure), index)
    }
  }

  // MARK: - Effects

  private mutating func advance(_ step: DocumentMachine.Step, _ index: Int? = nil) {
    let edits = DocumentMachine.Edits(isChanged: machine.changes.hasUnsavedChanges)
    for effect in machine.advance(step, edits) { perform(effect, index) }
  }

  private mutating func perform(_ effect: DocumentMachine.Effect, _ index: Int?) {
    switch effect {
    case .change(let change): change.apply(to: &machine.flags)
    case .forgetEdits: machine.changes.reset()
    case .dropAutosavedContents: (kept, machine.kept) = (nil, nil)
    case .countOtherContents: machine.changes.readOtherContents()
    case .beginPresenting: presentations += 1
    case .endPresenting: presentations -= 1
    case .beginClosing: line.beginClosing()
    case .endClosing: run(line.endClosing())
    case .leaveLine: endTurn()
    case .follow: isFollowing = true
    case .compareWithItem: isComparing = true
    case .reload:
      operations.append(Operation(kind: .revert(takesOver: false), isAutosave: true, isOwn: true))
      begin(operations.count - 1)
    case .disableEditing, .enableEditing, .takeBaseline, .forgetObstacle, .scheduleAutosave,
      .cancelAutosave, .resolveVersion, .notifyOfVersions, .handleError:
      break
    case .access, .countSaving, .refuse, .saveForClosing, .clear, .end, .endWhenWatching, .answer:
      guard let index else { return fail("\(effect) without an operation") }
      perform(effect, of: index)
    }
  }

  private mutating func perform(_ effect: DocumentMachine.Effect, of index: Int) {
    switch effect {
    case .access:
      operations[index].taken = memory
      operations[index].token = machine.changes.current
      operations[index].phase = .access
    case .countSaving: machine.changes.clear(operations[index].token)
    case .refuse(.notOpen):
      advance(.failed(DocumentMachine.Failure(operation: .other)), index)
    case .refuse(.editedAgain):
      advance(.failed(DocumentMachine.Failure(operation: .close(discards: false))), index)
    case .saveForClosing:
      operations[index].token = machine.changes.current
      operations[index].saves += 1
      operations[index].phase = .between
      guard machine.changes.hasUnsavedChanges else { return advance(.savedForClosing(true), index) }
      operations.append(Operation(kind: .save(isOptional: true), isAutosave: true, closing: index))
      begin(operations.count - 1)
    case .clear:
      if operations[index].kind == .close(discards: true) { isDiscarding = true }
      begin(index, isClearing: true)
    case .end(let success): endOperation(index, success)
    case .endWhenWatching: endOperation(index, true)
    case .answer(let success): answer(index, success)
    default: fail("\(effect) of an operation")
    }
  }

  private mutating func endOperation(_ index: Int, _ success: Bool) {
    endTurn()
    answer(index, success)
  }

  private mutating func answer(_ index: Int, _ success: Bool) {
    if case .answered = operations[index].phase { return fail("\(index) is answered twice") }
    operations[index].phase = .answered(success)
    if operations[index].isOwn { advance(.followed) }
    if let closing = operations[index].closing { advance(.savedForClosing(success), closing) }
  }

  // MARK: - Rules

  private mutating func fail(_ rule: String) { violation = violation ?? rule }

  private mutating func check() {
    let isEdited = memory >= 10 && memory < 100
    if !machine.changes.hasUnsavedChanges, isEdited, !isDiscarding, !written.contains(memory) {
      fail("F1: the document counts as saved, and no item had its contents")
    }
    if machine.flags.contains(.closed), machine.hasBeenOpen, isEdited, !isDiscarding,
      !written.contains(memory)
    {
      fail("H1: the document is closed, and its changes are lost")
    }
    let isClosing = operations.contains { operation in
      guard case .close = operation.kind else { return false }
      return [.between, .clearing].contains(operation.phase)
    }
    if isClosing, machine.flags.isDisjoint(with: [.closed, .editingDisabled]) {
      fail("H1: editing is enabled while the document closes")
    }
    if presentations < 0 || presentations > 1 { fail("H1: \(presentations) presentations") }
  }

  mutating func checkEnd() {
    for (index, operation) in operations.enumerated() {
      guard case .answered = operation.phase else {
        return fail("operation \(index) (\(operation.kind)) has no answer: \(operation.phase)")
      }
    }
    if !line.isIdle { fail("the line of operations is not idle") }
    let isClosed = machine.flags.contains(.closed)
    if machine.flags.contains(.editingDisabled) { fail("H1: editing stays disabled") }
    if presentations != (isClosed ? 0 : 1) { fail("H4: \(presentations) presentations at the end") }
    // A document may be saved without being opened.
    let isSaved = operations.contains { if case .save = $0.kind { true } else { false } }
    if isClosed, !isSaved, machine.flags != .closed {
      fail("H4: a closed document has the state \(machine.flags.rawValue)")
    }
    guard !isClosed else { return }
    let isInConflict = machine.flags.contains(.inConflict)
    if machine.changes.hasUnsavedChanges, let item, item != known, !isInConflict {
      fail("J2: the item has other contents, and the document is not in conflict")
    }
    if item == known, isInConflict {
      fail("J2: the document is in conflict, and its item has the contents that it knows")
    }
  }
}
