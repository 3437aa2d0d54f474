internal import Dispatch
public import Foundation
internal import UTIFoundationBridge
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
  /// `removeAllActions()` has made these calls of `enableUndoRegistration()` unnecessary.
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

/// The way in which an undo manager is notified of the end of an event.
///
/// Foundation uses the run loop, which a program on Linux may not have. Each program with a main
/// actor has the main queue. Tests call the function explicitly.
public struct UndoEventEnd: Sendable {
  /// Schedules one call of a function on the main actor, after the event.
  let schedule: @MainActor (@escaping @MainActor () -> Void) -> Void

  /// Creates a value with a scheduling function.
  ///
  /// - Parameter schedule: schedules one call of a function on the main actor, after the current
  ///   event.
  public init(_ schedule: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void) {
    self.schedule = schedule
  }

  /// The value whose event is a turn of the main queue; work that was enqueued earlier belongs to
  /// it.
  public static let mainQueue = UndoEventEnd { end in
    DispatchQueue.main.async { MainActor.assumeIsolated(end) }
  }
}

// Foundation defines these names.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension NSNotification.Name {
  /// Posted before a group is closed, a nested one is opened or an undo or redo begins, and by
  /// `canRedo`.
  ///
  /// Observers register pending changes.
  public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")
  /// Posted after a group is opened.
  public static let NSUndoManagerDidOpenUndoGroup = Self(
    "NSUndoManagerDidOpenUndoGroupNotification")
  /// Posted before a group is closed; the user info has its discardability.
  public static let NSUndoManagerWillCloseUndoGroup = Self(
    "NSUndoManagerWillCloseUndoGroupNotification")
  /// Posted after a group is closed.
  ///
  /// The user info has its discardability, and its outcome under `UndoManager.groupOutcomeKey`.
  public static let NSUndoManagerDidCloseUndoGroup = Self(
    "NSUndoManagerDidCloseUndoGroupNotification")
  /// Posted before an undo begins.
  public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")
  /// Posted after an undo.
  public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")
  /// Posted before a redo begins.
  public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")
  /// Posted after a redo.
  public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The user info key of closed groups whose value is true if all actions are discardable.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The order of the end of events among run loop observers, kept for source compatibility.
public let NSUndoCloseGroupingRunLoopOrdering = 350_000

extension UndoManager {
  /// The key of a value attached to a step.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// Creates a key from a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The outcome of closing a group; an addition to Foundation.
  ///
  /// A document with change tracking counts only groups that are recorded outside of an undo or
  /// redo.
  public enum GroupOutcome: Hashable, Sendable {
    /// The group is now the newest one to undo, or to redo if it was recorded during an undo.
    case recorded
    /// The group was joined with the newest group to undo.
    case joined
    /// The group was added to its parent group.
    case nested
    /// The group had no actions and was dropped.
    case dropped
  }

  /// The user info key of closed groups whose value is a ``GroupOutcome``.
  public nonisolated static let groupOutcomeKey = "UndoManagerGroupOutcome"

  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.postOnMainQueue(name: name, object: self, userInfo: userInfo)
  }
}

extension UndoManager {
  func undoTopLevelGroup() {
    requireIdle("undo()")
    announceEdit()
    // Observers may register pending changes.
    post(.NSUndoManagerCheckpoint)
    closeTopLevelGroup("undo()")
    undoNestedGroup()
  }

  func undoLastGroup() {
    requireIdle("undoNestedGroup()")
    announceEdit()
    post(.NSUndoManagerCheckpoint)
    let group: UndoGroup?
    do {
      group = try history.takeUndoable()
    } catch {
      misuse("undoNestedGroup() after registering in an open group: call endUndoGrouping() first")
    }
    guard let group else { return }
    perform(
      group, .undoing, before: .NSUndoManagerWillUndoChange, after: .NSUndoManagerDidUndoChange)
  }

  func redoLastGroup() {
    requireIdle("redo()")
    announceEdit()
    post(.NSUndoManagerCheckpoint)
    closeTopLevelGroup("redo()")
    guard let group = history.takeRedoable() else { return }
    perform(
      group, .redoing, before: .NSUndoManagerWillRedoChange, after: .NSUndoManagerDidRedoChange)
  }

  private func requireIdle(_ function: StaticString) {
    demand(
      history.phase == .idle, "\(function) called by a handler of an undo or a redo in progress")
  }

  private func closeTopLevelGroup(_ function: StaticString) {
    demand(
      groupingLevel <= 1,
      "\(function) with \(groupingLevel) groups open: call endUndoGrouping() first")
    if groupingLevel == 1 { endUndoGrouping() }
  }

  /// Performs the latest first, and records the registered actions as one group (rule R5).
  private func perform(
    _ group: UndoGroup, _ phase: UndoHistory.Phase, before: Notification.Name,
    after: Notification.Name
  ) {
    history.prepare(group)
    post(before)
    history.begin(phase)
    openGroup(.recording)
    let level = groupingLevel
    while let action = history.popAction() { action.perform() }
    demand(
      groupingLevel == level,
      "an undo handler called beginUndoGrouping() and not endUndoGrouping()")
    history.finishRecording()
    closeGroup()
    history.end()
    post(after)
  }
}
