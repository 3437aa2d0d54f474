package import Foundation
internal import UTIPlatform

extension UndoManager {
  /// Records what takes a change back.
  ///
  /// A fresh action forgets what could be redone; one that is registered while undoing is what
  /// a redo performs (rule R4). A group must be open unless ``groupsByEvent`` is true.
  ///
  /// - Parameters:
  ///   - target: what the handler changes; not kept alive, and without it nothing is undone.
  ///   - handler: takes the change back, and registers how to make it again.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor (Target) -> Void
  ) {
    register(UndoAction(target: target, handler: handler))
  }

  /// Records what takes a change back, as a part of the step before where it continues that.
  ///
  /// Ours; not in Foundation (rule R12).
  ///
  /// - Parameters:
  ///   - target: what the handler changes; not kept alive.
  ///   - coalescing: when the action joins the one before.
  ///   - handler: takes the change back, and registers how to make it again.
  public func registerUndo<Target: AnyObject>(
    withTarget target: Target, coalescing: UndoCoalescing,
    handler: @escaping @MainActor (Target) -> Void
  ) {
    register(
      UndoAction(target: target, coalescing: coalescing, instant: now(), handler: handler))
  }

  private func register(_ action: UndoAction) {
    guard isUndoRegistrationEnabled else { return }
    openEventGroupIfNeeded()
    demand(
      groupingLevel > 0,
      "registerUndo outside a group: call beginUndoGrouping(), or let groupsByEvent be true")
    history.append(action)
    NotificationCenter.default.post(name: Self.didRegisterNotification, object: self)
  }

  /// Posted when something was registered; Foundation says nothing before the group is closed.
  package static let didRegisterNotification = Notification.Name("UndoManagerDidRegister")

  func enableRegistration() {
    if disablingCount == 0, forgivenEnablingCount > 0 {
      forgivenEnablingCount -= 1
      return
    }
    demand(
      disablingCount > 0,
      "enableUndoRegistration() without a disableUndoRegistration() before it")
    disablingCount -= 1
  }

  func forgetAllActions() {
    history.removeAll()
    forgivenEnablingCount += disablingCount
    disablingCount = 0
  }

  /// Changes the step that names and values belong to.
  ///
  /// It is the innermost open group; the one of the event is opened for it, so that a name may
  /// be given before or after registering. Without groups by event it is the newest undoable
  /// group. While undoing or redoing a handler cannot rename what is being undone.
  func changeCurrentGroup(_ change: (inout UndoGroup) -> Void) {
    guard isUndoRegistrationEnabled else { return }
    openEventGroupIfNeeded()
    history.changeCurrentGroup(change)
  }
}
