public import Foundation
internal import UTIPlatform

/// A record of changes that can be undone and redone, with the interface of Foundation's class.
///
/// Actions are collected in groups, and an undo takes back a whole top-level group. With
/// ``groupsByEvent`` the manager opens a group by itself when something is registered and closes
/// it when the event is over.
///
/// ```swift
/// func setTitle(_ new: String) {
///   undoManager.registerUndo(withTarget: self) { [old = title] in $0.setTitle(old) }
///   undoManager.setActionName("Change Title")
///   title = new
/// }
/// ```
///
/// Misuse, such as an end without a beginning, ends the program with a sentence that
/// says what to do; Foundation raises an exception there. Registration by selector and by
/// invocation needs the Objective-C runtime and is missing.
///
/// Where the documentation of Foundation is silent: a group in which nothing was registered
/// vanishes (GNUstep agrees; WinObjC's can be undone); a redo keeps the name of what was undone
/// even when a handler sets another; ``removeAllActions()`` leaves open groups open and stops
/// the handlers of an undo in progress.
///
/// It belongs to the main actor, as Apple's does. Code of the years before compiles all the same.
@preconcurrency @MainActor open class UndoManager: NSObject {
  package var history = UndoHistory()
  var disablingCount = 0
  /// How many calls of `enableUndoRegistration()` are still to come for disabling that
  /// `removeAllActions()` has ended.
  var forgivenEnablingCount = 0
  var isEventEndScheduled = false
  let eventEnd: UndoEventEnd
  let now: @MainActor () -> ContinuousClock.Instant

  /// Makes an undo manager whose events are turns of the main queue.
  public override init() {
    eventEnd = .mainQueue
    now = { .now }
  }

  /// Makes an undo manager with a notion of events and time of its own.
  ///
  /// - Parameters:
  ///   - eventEnd: how it learns that an event is over.
  ///   - now: the time, of which only ``UndoCoalescing`` makes use.
  public init(
    eventEnd: UndoEventEnd,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { .now }
  ) {
    self.eventEnd = eventEnd
    self.now = now
  }

  // MARK: - Grouping

  /// Whether a group is opened for everything registered during one event; true at first.
  open var groupsByEvent = true

  /// The number of groups that are open, the one of the event and the one of an undo included.
  open var groupingLevel: Int { history.open.count }

  /// The number of top-level groups kept; 0 keeps all.
  ///
  /// The oldest go, at once when the number becomes smaller (rule R8). Must not be negative.
  open var levelsOfUndo: Int {
    get { history.levels }
    set {
      demand(newValue >= 0, "levelsOfUndo is a number of groups, or 0 for no limit")
      history.levels = newValue
    }
  }

  /// Kept for sources written for Foundation; the main queue has no modes.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// Opens a group, and before it the one of the event if that is not open yet (rule R3).
  open func beginUndoGrouping() { openExplicitGroup() }

  /// Closes the group opened last, which may be the one of the event; one must be open.
  open func endUndoGrouping() { closeOpenGroup() }

  // MARK: - Registration

  /// Stops recording until as many calls of ``enableUndoRegistration()`` have been made.
  open func disableUndoRegistration() { disablingCount += 1 }

  /// Takes one call of ``disableUndoRegistration()`` back, which must have been made.
  open func enableUndoRegistration() { enableRegistration() }

  /// Whether registering has an effect.
  open var isUndoRegistrationEnabled: Bool { disablingCount == 0 }

  /// Forgets all actions and enables registration.
  ///
  /// Handlers may call it (rule R6): the rest of the actions being undone does not run.
  open func removeAllActions() { forgetAllActions() }

  /// Forgets the actions of a target, and the groups that become empty by it.
  open func removeAllActions(withTarget target: Any) {
    history.removeAll(withTarget: target as AnyObject)
  }

  // MARK: - Undoing and redoing

  /// Whether there is anything to undo; groups may have to be closed first.
  open var canUndo: Bool { history.canUndo }

  /// Whether there is anything to redo, asked after a checkpoint (rule R10).
  open var canRedo: Bool {
    post(.NSUndoManagerCheckpoint)
    return history.canRedo
  }

  /// How often ``undo()`` finds something to undo.
  open var undoCount: Int { history.undoCount }

  /// How often ``redo()`` finds something to redo.
  open var redoCount: Int { history.redoCount }

  /// Whether actions are being undone.
  open var isUndoing: Bool { history.phase == .undoing }

  /// Whether actions are being redone.
  open var isRedoing: Bool { history.phase == .redoing }

  /// Closes the group that is open, if any, and undoes the newest top-level group.
  ///
  /// Does nothing when there is none. No more than one group may be open, and no undo or redo
  /// be in progress.
  open func undo() { undoTopLevelGroup() }

  /// Undoes the group that was closed last, be it inside an open one or not.
  ///
  /// What is recorded is one group to redo. Nothing may have been registered in an open group
  /// since, and no undo or redo be in progress.
  open func undoNestedGroup() { undoLastGroup() }

  /// Redoes what was undone last; does nothing when there is nothing.
  ///
  /// No more than one group may be open, and no undo or redo be in progress.
  open func redo() { redoLastGroup() }

  // MARK: - What actions are called and carry

  /// The name of what the next undo takes back; empty when it has none.
  open var undoActionName: String { history.nextUndoable?.name ?? "" }

  /// The name of what the next redo brings back; empty when it has none.
  open var redoActionName: String { history.nextRedoable?.name ?? "" }

  /// Names the step that is being recorded.
  ///
  /// It may be named before or after registering, as long as its group is open. Without groups
  /// by event, a name given with no group open is the newest step's. While undoing or redoing, a
  /// step that has a name keeps it.
  ///
  /// - Parameter actionName: what the user did, such as "Change Title"; empty takes it away.
  open func setActionName(_ actionName: String) {
    changeCurrentGroup { $0.name = actionName }
  }

  /// The title of a menu item for ``undo()``: "Undo", and the name of the action.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of a menu item for ``redo()``: "Redo", and the name of the action.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// The title for an action, in English; override it to translate.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// The title for an action, in English; override it to translate.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Says whether the action registered last may be lost when a document cannot be saved.
  open func setActionIsDiscardable(_ discardable: Bool) {
    guard isUndoRegistrationEnabled else { return }
    history.markLastAction(isDiscardable: discardable)
  }

  /// Whether all that the next undo takes back may be lost.
  open var undoActionIsDiscardable: Bool { history.nextUndoable?.isDiscardable ?? false }

  /// Whether all that the next redo brings back may be lost.
  open var redoActionIsDiscardable: Bool { history.nextRedoable?.isDiscardable ?? false }

  /// Attaches a value to the step that is being recorded, as ``setActionName(_:)`` does a name.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    changeCurrentGroup { $0.userInfo[key] = info }
  }

  /// A value attached to what the next undo takes back.
  open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    history.nextUndoable?.userInfo[key]
  }

  /// A value attached to what the next redo brings back.
  open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    history.nextRedoable?.userInfo[key]
  }
}
