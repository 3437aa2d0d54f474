internal import UniformFoundationAdditions

/// The life of a document as a value: its state, and the effects of each step of an operation.
///
/// It knows no class, no thread and no file. A document performs the effects in their order
/// (`Document+Running`), and advances the machine by what came of them. `Inside.md` has its
/// drawing; the tests explore it in every order of two operations.
package struct DocumentMachine: Hashable, Sendable {
  package struct Flags: OptionSet, Hashable, Sendable {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    package static let normal: Flags = []
    package static let closed = Flags(rawValue: 1 << 0)
    package static let inConflict = Flags(rawValue: 1 << 1)
    package static let savingError = Flags(rawValue: 1 << 2)
    package static let editingDisabled = Flags(rawValue: 1 << 3)
    package static let progressAvailable = Flags(rawValue: 1 << 4)
    static let all: Flags = [
      .closed, .inConflict, .savingError, .editingDisabled, .progressAvailable,
    ]
  }

  /// The source of the notice that the item was deleted.
  package enum Deletion: Hashable, Sendable {
    /// A coordinated access deletes it, so that no save creates it again (rule D9).
    case announced
    case noticed
  }

  package var flags = Flags.closed {
    didSet {
      if !flags.contains(.inConflict) { hasHandledConflict = false }
      if !flags.contains(.closed) { hasBeenOpen = true }
    }
  }
  package var changes = ChangeTracker()
  package var isDraft = false
  /// True if the document was open at least once, at its present URL.
  package var hasBeenOpen = false
  package var deletion: Deletion?
  /// The state that the recovery location has.
  var kept: ChangeTracker.StateIdentity?
  /// The state that the latest save has written.
  var written: ChangeTracker.StateIdentity?
  var hasLookedForWritablePlace = false
  /// The number of operations that disable editing.
  private var editingHolds = 0
  private var isFollowing = false
  /// True if the changes are compared with an item that was not read or written since.
  private var isComparing = false
  private var hasHandledConflict = false

  package init() {}

  mutating func noteDeletion(_ deletion: Deletion) {
    if deletion == .announced || self.deletion == nil { self.deletion = deletion }
  }

  mutating func noteFound() {
    if deletion == .noticed { deletion = nil }
  }

  /// True if no file has the changes.
  package var isAtRisk: Bool {
    changes.hasUnsavedChanges && kept != changes.current && written != changes.current
  }
}

// MARK: - Steps and effects

extension DocumentMachine {
  /// An operation that runs alone in the line of operations.
  package enum Operation: Hashable, Sendable {
    case open
    /// `takesOver`: the document stays at its URL, with unsaved changes (rule I4).
    case revert(takesOver: Bool)
    /// `isOptional`: an autosave in place, which an earlier save makes unnecessary.
    case save(isOptional: Bool)
    case close(discards: Bool)
    /// An operation that does not change the state of the document, such as an export.
    case other
  }

  package enum Step: Hashable, Sendable {
    case begin(Operation)
    case opened(isInConflict: Bool)
    /// `hasLoaded`: the contents were loaded by the document's own `read(from:)`.
    case reverted(takesOver: Bool, hasLoaded: Bool)
    /// An edit came before a revert that the document itself has started (rule I3).
    case yielded
    /// `ends`: the save is an operation, and not one that a class has reported.
    case saved(ends: Bool)
    /// The save of a closing has ended.
    case savedForClosing(Bool)
    /// Nothing but the end of a closing is left. `since`: the state that its save has taken; nil if
    /// changes are discarded.
    case cleared(since: ChangeTracker.StateIdentity?, saves: Int)
    case failed(Failure)
    /// The item may have other contents than the document.
    case behindItem
    case following(Following)
    case followed
    /// The item has other contents than the document, which has changes.
    case foundConflict
    case gainedVersionInConflict
    case resolvedConflict
  }

  package enum Effect: Hashable, Sendable {
    /// Runs the operation's access to files.
    case access
    case change(Change)
    case disableEditing
    case enableEditing
    case forgetEdits
    case takeBaseline
    case forgetObstacle
    case dropAutosavedContents
    case countSaving
    case countOtherContents
    case scheduleAutosave
    case cancelAutosave
    case beginPresenting
    case endPresenting
    case resolveVersion
    case notifyOfVersions
    case handleError
    /// The operation fails, because the document is not open or is edited again and again.
    case refuse(Refusal)
    case beginClosing
    case endClosing
    /// Lets other operations run, such as the save of a closing.
    case leaveLine
    /// Saves, and continues with `savedForClosing`.
    case saveForClosing
    /// Waits for operations that were called earlier, and continues with `cleared`.
    case clear
    case end(Bool)
    /// Ends the operation when changes of the item are noticed.
    case endWhenWatching
    /// Answers an operation that is not in the line.
    case answer(Bool)
    /// Continues with `following` in the document's isolation.
    case follow
    /// Reads the item again, and continues with `followed`.
    case reload
    /// Compares the changes with the item, and continues with `foundConflict` or `resolvedConflict`.
    case compareWithItem
  }

  package enum Refusal: Hashable, Sendable {
    case notOpen
    case editedAgain
  }

  /// A change of the state that is reported at once.
  package struct Change: Hashable, Sendable {
    var removed: Flags = []
    var inserted: Flags = []
    /// True if the error of the operation is reported with it.
    var hasError = false

    package func apply(to flags: inout Flags) {
      flags.subtract(removed)
      flags.formUnion(inserted)
    }
  }

  package struct Failure: Hashable, Sendable {
    let operation: Operation
    var isCancelled = false
    /// The item has contents that the document has not read.
    var isConflict = false
    /// False if a failure to load or write other items than the document's.
    var affectsItem = false
    /// An autosave finds the same obstacle repeatedly.
    var isOfAutosave = false
    /// The latest error had the same code.
    var isRepeated = false
  }

  /// The circumstances of a change of the item.
  package struct Following: Hashable, Sendable {
    var isUndoing = false
    /// False if the originator of the change is unknown and the document does not belong to an actor.
    var mayReload = true
    var overwritesItem = false
  }

  /// The unsaved changes, which a class may count itself.
  package struct Edits: Hashable, Sendable {
    let isChanged: Bool
    /// True if an undo group has actions and is open.
    let isOpen: Bool

    package init(isChanged: Bool, isOpen: Bool = false) {
      (self.isChanged, self.isOpen) = (isChanged, isOpen)
    }
  }
}

// MARK: - The transitions

extension DocumentMachine {
  /// A closing saves again if the document is edited during its save.
  private static let mostSavesOfClosing = 5

  /// The effects of a step, in their order.
  package mutating func advance(_ step: Step, _ edits: Edits) -> [Effect] {
    switch step {
    case .begin(let operation): return begin(operation, edits)
    case .opened(let isInConflict):
      (hasLookedForWritablePlace, isComparing) = (false, false)
      return [
        .forgetEdits, .takeBaseline, .dropAutosavedContents,
        .change(Change(removed: .all, inserted: isInConflict ? .inConflict : [])),
        .beginPresenting, .endWhenWatching,
      ]
    case .reverted(let takesOver, let hasLoaded):
      isComparing = isComparing && takesOver
      return (hasLoaded ? [] : [.forgetEdits]) + [.takeBaseline]
        + (takesOver ? [.countOtherContents] : [.resolveVersion, .dropAutosavedContents])
        + enablingEditing(
          without: takesOver ? .savingError : [.savingError, .inConflict])
        + [.end(true)]
    case .yielded:
      isComparing = true
      return enablingEditing() + [.scheduleAutosave, .compareWithItem, .end(false)]
    case .saved(let ends): return save(ends: ends)
    case .savedForClosing(true): return [.clear]
    case .savedForClosing(false):
      // Closing has cancelled the pending autosave.
      return enablingEditing() + (isAtRisk || edits.isOpen ? [.scheduleAutosave] : [])
        + [.endClosing, .answer(false)]
    case .cleared(let state, let saves): return close(since: state, saves: saves, edits)
    case .failed(let failure): return fail(failure, edits)
    case .behindItem:
      defer { isFollowing = true }
      return isFollowing ? [] : [.follow]
    case .following(let following): return follow(following, edits)
    case .followed:
      isFollowing = false
      return []
    case .foundConflict:
      defer { isComparing = false }
      // The document may have been saved, reverted or closed since.
      guard isComparing, !flags.contains(.closed) else { return [.notifyOfVersions] }
      return [.change(Change(inserted: .inConflict)), .notifyOfVersions]
    case .gainedVersionInConflict:
      guard flags.isDisjoint(with: [.closed, .inConflict, .editingDisabled]) else { return [] }
      return disablingEditing() + [.change(Change(inserted: .inConflict))] + enablingEditing()
    case .resolvedConflict:
      isComparing = false
      return [.change(Change(removed: [.inConflict, .savingError]))]
    }
  }

  private mutating func begin(_ operation: Operation, _ edits: Edits) -> [Effect] {
    let isClosed = flags.contains(.closed)
    switch operation {
    case .open: return isClosed ? [.access] : [.end(true)]
    case .revert:
      return isClosed
        ? [.refuse(.notOpen)] : [.cancelAutosave] + disablingEditing() + [.access]
    case .save(let isOptional):
      return isOptional && !isClosed && !edits.isChanged ? [.end(true)] : [.access]
    case .close(let discards):
      guard !isClosed || changes.hasUnsavedChanges else { return [.end(true)] }
      return [.cancelAutosave, .beginClosing] + disablingEditing()
        + (discards ? [.forgetEdits, .leaveLine, .clear] : [.leaveLine, .saveForClosing])
    case .other: return [.access]
    }
  }

  private mutating func save(ends: Bool) -> [Effect] {
    let wasClosed = flags.contains(.closed)
    deletion = nil
    (isDraft, isComparing) = (false, false)
    return [
      .forgetObstacle, .dropAutosavedContents, .countSaving,
      .change(Change(removed: [.closed, .savingError, .inConflict])), .resolveVersion,
      .notifyOfVersions,
    ] + (wasClosed ? [.beginPresenting] : []) + (ends ? [.end(true)] : [])
  }

  private mutating func close(
    since state: ChangeTracker.StateIdentity?, saves: Int, _ edits: Edits
  ) -> [Effect] {
    // An override may decline to save. That covers the changes until then, and not later ones.
    guard let state, edits.isChanged, changes.current != state else {
      editingHolds = 0
      // Another closing may have ended meanwhile.
      return (flags.contains(.closed) ? [] : [.endPresenting]) + [
        .cancelAutosave, .change(Change(removed: .all, inserted: .closed)), .endClosing, .end(true),
      ]
    }
    guard saves > Self.mostSavesOfClosing else { return [.leaveLine, .saveForClosing] }
    return [.endClosing, .refuse(.editedAgain)]
  }

  private mutating func fail(_ failure: Failure, _ edits: Edits) -> [Effect] {
    var change = Change()
    var effects: [Effect] = []
    switch failure.operation {
    case .revert, .close:
      if endHold() {
        effects.append(.enableEditing)
        change.removed = .editingDisabled
      }
      if edits.isChanged { effects.append(.scheduleAutosave) }
    case .open, .save, .other: break
    }
    if failure.affectsItem, !failure.isCancelled {
      change.inserted = failure.isConflict ? [.savingError, .inConflict] : .savingError
    }
    let isKnown =
      failure.isOfAutosave
      && (failure.isConflict && hasHandledConflict || failure.isRepeated && deletion != nil)
    change.hasError = !failure.isCancelled && !isKnown
    if failure.isConflict { hasHandledConflict = true }
    return effects + [.change(change)] + (change.hasError ? [.handleError] : []) + [
      .notifyOfVersions, .end(false),
    ]
  }

  private mutating func follow(_ following: Following, _ edits: Edits) -> [Effect] {
    let mayReload =
      following.mayReload && !following.isUndoing && !edits.isChanged
      && flags.isDisjoint(with: [.closed, .editingDisabled])
    guard !mayReload else { return [.reload] }
    isFollowing = false
    isComparing = edits.isChanged && !flags.contains(.closed) && !following.overwritesItem
    return isComparing ? [.compareWithItem] : []
  }

  /// The state changes first, because the hook may read it (rule H1).
  private mutating func disablingEditing() -> [Effect] {
    editingHolds += 1
    return [.change(Change(inserted: .editingDisabled)), .disableEditing]
  }

  /// Editing stays disabled if another operation, such as a closing, disables it too.
  private mutating func enablingEditing(without removed: Flags = []) -> [Effect] {
    guard endHold() else { return [.change(Change(removed: removed))] }
    return [.enableEditing, .change(Change(removed: removed.union(.editingDisabled)))]
  }

  private mutating func endHold() -> Bool {
    editingHolds = max(editingHolds - 1, 0)
    return editingHolds == 0
  }
}
