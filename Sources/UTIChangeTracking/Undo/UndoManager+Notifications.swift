public import Foundation

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
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
