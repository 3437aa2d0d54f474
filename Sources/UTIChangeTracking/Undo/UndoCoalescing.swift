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
