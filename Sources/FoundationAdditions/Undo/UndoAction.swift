/// One registered action: what to do with a target to take a change back.
struct UndoAction {
  /// Undo managers keep no target alive (rule R7); without its target an action does nothing.
  private(set) weak var target: AnyObject?
  /// How the action joins one like it; nil when it never does.
  let coalescing: UndoCoalescing?
  /// When it was registered; known only where coalescing asks for it.
  private(set) var instant: ContinuousClock.Instant?
  /// Whether the change may be lost when the document cannot be saved.
  var isDiscardable = false
  private let handler: @MainActor (AnyObject) -> Void

  init<Target: AnyObject>(
    target: Target, coalescing: UndoCoalescing? = nil, instant: ContinuousClock.Instant? = nil,
    handler: @escaping @MainActor (Target) -> Void
  ) {
    self.target = target
    self.coalescing = coalescing
    self.instant = instant
    self.handler = { object in
      if let target = object as? Target { handler(target) }
    }
  }

  var isLive: Bool { target != nil }

  /// Calls the handler unless the target is gone.
  @MainActor func perform() {
    if let target { handler(target) }
  }

  /// Whether this action may be joined with another: same key, same target.
  func resembles(_ other: UndoAction) -> Bool {
    guard let coalescing, let target else { return false }
    return coalescing.key == other.coalescing?.key && target === other.target
  }

  /// Whether this action continues an earlier one: it resembles it and came soon enough after it.
  func continues(_ earlier: UndoAction) -> Bool {
    guard resembles(earlier), let coalescing, let instant, let before = earlier.instant else {
      return false
    }
    return before.duration(to: instant) <= coalescing.interval
  }

  /// The same action as though it had been registered when a later one was.
  func renewed(by later: UndoAction) -> UndoAction {
    var renewed = self
    renewed.instant = later.instant
    renewed.isDiscardable = isDiscardable && later.isDiscardable
    return renewed
  }
}
