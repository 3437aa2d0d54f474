/// A registered action that undoes a change of a target.
struct UndoAction {
  /// The target, which is not retained (rule R7); without it the action does nothing.
  private(set) weak var target: AnyObject?
  /// The rule for joining it with the previous action; nil if it is never joined.
  let coalescing: UndoCoalescing?
  /// The time of registration; set only for coalescing.
  private(set) var instant: ContinuousClock.Instant?
  /// True if the change may be discarded if a save fails.
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

  /// Calls the handler unless the target is released.
  @MainActor func perform() {
    if let target { handler(target) }
  }

  func resembles(_ other: UndoAction) -> Bool {
    guard let coalescing, let target else { return false }
    return coalescing.key == other.coalescing?.key && target === other.target
  }

  /// The same key and target, within the interval.
  func continues(_ earlier: UndoAction) -> Bool {
    guard resembles(earlier), let coalescing, let instant, let before = earlier.instant else {
      return false
    }
    return before.duration(to: instant) <= coalescing.interval
  }

  /// Returns the action with the registration time of a later one.
  func renewed(by later: UndoAction) -> UndoAction {
    var renewed = self
    renewed.instant = later.instant
    renewed.isDiscardable = isDiscardable && later.isDiscardable
    return renewed
  }
}

/// The rule for joining an action with the previous one, so that typing a word is one undo step
/// (rule R12).
///
/// An action joins the newest group of the undo stack if that group has only actions with the same
/// key and target, its last action is within the interval, and no undo, redo or
/// ``UndoManager/endEvent()`` came between. Foundation has no such function.
public struct UndoCoalescing: Hashable, Sendable {
  /// The handling of an action that joins another.
  public enum Style: Hashable, Sendable {
    /// Both are kept, and an undo performs them in reverse order.
    ///
    /// This is for handlers that undo a difference ("delete the character at 5").
    case joining
    /// Only the older one is kept, for handlers that restore a whole value ("set the text to x").
    case keepingOldest
  }

  /// The key that joined actions share, such as "typing".
  public var key: String
  /// The longest pause between two actions that are joined.
  public var interval: Duration
  /// The handling of an action that joins another.
  public var style: Style

  /// Creates a rule.
  ///
  /// - Parameters:
  ///   - key: the key that joined actions share.
  ///   - interval: the longest pause between two of them.
  ///   - style: the handling of an action that joins another.
  public init(key: String, within interval: Duration = .seconds(2), style: Style = .joining) {
    self.key = key
    self.interval = interval
    self.style = style
  }
}
