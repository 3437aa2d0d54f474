/// How an action joins the one before it, so that typing a word is one step to undo (rule R12).
///
/// An action joins the newest group of the undo stack when that group holds nothing but actions
/// with the same key and target, the last of them is no older than the interval, and neither an
/// undo, a redo nor ``UndoManager/endEvent()`` came between. No Foundation function does this.
public struct UndoCoalescing: Hashable, Sendable {
  /// What becomes of an action that joins another.
  public enum Style: Hashable, Sendable {
    /// Both are kept, and undoing performs them in reverse order: for handlers that take back a
    /// difference ("delete the character at 5").
    case joining
    /// Only the older one is kept: for handlers that restore a whole value ("set the text to x").
    case keepingOldest
  }

  /// What actions must share to be joined, such as "typing".
  public var key: String
  /// The longest pause between two actions that are joined.
  public var interval: Duration
  /// What becomes of an action that joins another.
  public var style: Style

  /// Describes how actions join.
  ///
  /// - Parameters:
  ///   - key: what actions must share to be joined.
  ///   - interval: the longest pause between two of them.
  ///   - style: what becomes of an action that joins another.
  public init(key: String, within interval: Duration = .seconds(2), style: Style = .joining) {
    self.key = key
    self.interval = interval
    self.style = style
  }
}
