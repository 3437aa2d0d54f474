public import Foundation
internal import UTIPlatform

/// A record of changes that can be undone and redone, with the interface of the Foundation class.
///
/// Actions are collected in groups, and an undo performs a whole top-level group. With
/// ``groupsByEvent`` the manager opens a group when an action is registered and closes it after the
/// event.
///
/// ```swift
/// func setTitle(_ new: String) {
///   undoManager.registerUndo(withTarget: self) { [old = title] in $0.setTitle(old) }
///   undoManager.setActionName("Change Title")
///   title = new
/// }
/// ```
///
/// Misuse, such as an end without a beginning, ends the program with a message and a remedy;
/// Foundation raises an exception. Registration by selector and by invocation requires the
/// Objective-C runtime and is missing.
///
/// Cases that the documentation of Foundation leaves open: a group without actions is dropped (as
/// in GNUstep; in WinObjC it can be undone); a redo keeps the name of the undone step even if a
/// handler sets another; ``removeAllActions()`` leaves open groups open and skips the remaining
/// handlers of an undo in progress.
///
/// The class belongs to the main actor, as Apple's does. Older code compiles without changes.
@preconcurrency @MainActor open class UndoManager: NSObject {
  package var history = UndoHistory()
  var disablingCount = 0
  /// The number of expected calls of `enableUndoRegistration()` that `removeAllActions()` has made
  /// unnecessary.
  var forgivenEnablingCount = 0
  var isEventEndScheduled = false
  let eventEnd: UndoEventEnd
  let now: @MainActor () -> ContinuousClock.Instant

  /// Creates an undo manager whose events are turns of the main queue.
  public override init() {
    eventEnd = .mainQueue
    now = { .now }
  }

  /// Creates an undo manager with given events and time.
  ///
  /// - Parameters:
  ///   - eventEnd: the notification of the end of an event.
  ///   - now: returns the current time, which only ``UndoCoalescing`` uses.
  public init(
    eventEnd: UndoEventEnd,
    now: @escaping @MainActor () -> ContinuousClock.Instant = { .now }
  ) {
    self.eventEnd = eventEnd
    self.now = now
  }

  // MARK: - Grouping

  /// A Boolean value that indicates whether a group is opened for each event; true by default.
  open var groupsByEvent = true

  /// The number of open groups, including the group of an event and the group of an undo.
  open var groupingLevel: Int { history.open.count }

  /// The number of top-level groups to keep; 0 keeps all.
  ///
  /// The oldest groups are discarded first, and at once if the number becomes smaller (rule R8).
  /// Must not be negative.
  open var levelsOfUndo: Int {
    get { history.levels }
    set {
      demand(newValue >= 0, "levelsOfUndo is a number of groups, or 0 for no limit")
      history.levels = newValue
    }
  }

  /// The run loop modes, kept for source compatibility; the main queue has no modes.
  open var runLoopModes: [RunLoop.Mode] = [.default]

  /// Opens a group, and before it the event group if that is not open yet (rule R3).
  open func beginUndoGrouping() { openExplicitGroup() }

  /// Closes the group opened last, which may be the event group; one must be open.
  open func endUndoGrouping() { closeOpenGroup() }

  // MARK: - Registration

  /// Stops registration until ``enableUndoRegistration()`` has been called as often.
  open func disableUndoRegistration() { disablingCount += 1 }

  /// Reverts one call of ``disableUndoRegistration()``, which must have been made.
  open func enableUndoRegistration() { enableRegistration() }

  /// A Boolean value that indicates whether registration has an effect.
  open var isUndoRegistrationEnabled: Bool { disablingCount == 0 }

  /// Discards all actions and enables registration.
  ///
  /// Handlers may call it (rule R6): the remaining actions of the undo do not run.
  open func removeAllActions() { forgetAllActions() }

  /// Discards the actions of a target, and the groups that become empty.
  open func removeAllActions(withTarget target: Any) {
    history.removeAll(withTarget: target as AnyObject)
  }

  // MARK: - Undoing and redoing

  /// A Boolean value that indicates whether a step can be undone; open groups may have to be closed
  /// first.
  open var canUndo: Bool { history.canUndo }

  /// A Boolean value that indicates whether a step can be redone, after a checkpoint (rule R10).
  open var canRedo: Bool {
    post(.NSUndoManagerCheckpoint)
    return history.canRedo
  }

  /// The number of steps that ``undo()`` can undo.
  open var undoCount: Int { history.undoCount }

  /// The number of steps that ``redo()`` can redo.
  open var redoCount: Int { history.redoCount }

  /// A Boolean value that indicates whether an undo is in progress.
  open var isUndoing: Bool { history.phase == .undoing }

  /// A Boolean value that indicates whether a redo is in progress.
  open var isRedoing: Bool { history.phase == .redoing }

  /// Closes the open group, if any, and undoes the newest top-level group.
  ///
  /// Does nothing if there is none. At most one group may be open, and no undo or redo may be in
  /// progress.
  open func undo() { undoTopLevelGroup() }

  /// Undoes the group that was closed last, also inside an open group.
  ///
  /// The recorded actions are one group to redo. No action may have been registered in an open
  /// group since, and no undo or redo may be in progress.
  open func undoNestedGroup() { undoLastGroup() }

  /// Redoes the last undone group; does nothing if there is none.
  ///
  /// At most one group may be open, and no undo or redo may be in progress.
  open func redo() { redoLastGroup() }

  // MARK: - Names and values of actions

  /// The name of the next undo; empty if it has none.
  open var undoActionName: String { history.nextUndoable?.name ?? "" }

  /// The name of the next redo; empty if it has none.
  open var redoActionName: String { history.nextRedoable?.name ?? "" }

  /// Sets the name of the step that is being recorded.
  ///
  /// The name may be set before or after a registration, as long as the group is open. Without
  /// groups by event, a name that is set with no group open belongs to the newest step. During an
  /// undo or redo, a step with a name keeps it.
  ///
  /// - Parameter actionName: the action of the user, such as "Change Title"; empty removes the
  ///   name.
  open func setActionName(_ actionName: String) {
    changeCurrentGroup { $0.name = actionName }
  }

  /// The title of the menu item for ``undo()``: "Undo" with the name of the action.
  open var undoMenuItemTitle: String { undoMenuTitle(forUndoActionName: undoActionName) }

  /// The title of the menu item for ``redo()``: "Redo" with the name of the action.
  open var redoMenuItemTitle: String { redoMenuTitle(forUndoActionName: redoActionName) }

  /// Returns the undo title for an action, in English; override it to translate.
  open func undoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Undo" : "Undo \(actionName)"
  }

  /// Returns the redo title for an action, in English; override it to translate.
  open func redoMenuTitle(forUndoActionName actionName: String) -> String {
    actionName.isEmpty ? "Redo" : "Redo \(actionName)"
  }

  /// Sets whether the action registered last may be discarded if a document cannot be saved.
  open func setActionIsDiscardable(_ discardable: Bool) {
    guard isUndoRegistrationEnabled else { return }
    history.markLastAction(isDiscardable: discardable)
  }

  /// A Boolean value that indicates whether all actions of the next undo are discardable.
  open var undoActionIsDiscardable: Bool { history.nextUndoable?.isDiscardable ?? false }

  /// A Boolean value that indicates whether all actions of the next redo are discardable.
  open var redoActionIsDiscardable: Bool { history.nextRedoable?.isDiscardable ?? false }

  /// Attaches a value to the step that is being recorded, like ``setActionName(_:)`` for a name.
  open func setActionUserInfoValue(_ info: Any?, forKey key: UserInfoKey) {
    changeCurrentGroup { $0.userInfo[key] = info }
  }

  /// Returns a value attached to the next undo.
  open func undoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    history.nextUndoable?.userInfo[key]
  }

  /// Returns a value attached to the next redo.
  open func redoActionUserInfoValue(forKey key: UserInfoKey) -> Any? {
    history.nextRedoable?.userInfo[key]
  }
}
