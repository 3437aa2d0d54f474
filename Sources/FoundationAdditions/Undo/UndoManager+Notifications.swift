public import Foundation

// The names are Foundation's.
// swift-format-ignore: AlwaysUseLowerCamelCase
extension NSNotification.Name {
  /// A group is about to be closed or a nested one opened, an undo or redo is about to begin, or
  /// `canRedo` was asked: time to register what is pending.
  public static let NSUndoManagerCheckpoint = Self("NSUndoManagerCheckpointNotification")
  /// A group has been opened.
  public static let NSUndoManagerDidOpenUndoGroup = Self(
    "NSUndoManagerDidOpenUndoGroupNotification")
  /// A group is about to be closed; the user info says whether all in it may be lost.
  public static let NSUndoManagerWillCloseUndoGroup = Self(
    "NSUndoManagerWillCloseUndoGroupNotification")
  /// A group has been closed; the user info says whether all in it may be lost, and under
  /// `UndoManager.groupOutcomeKey` what became of it.
  public static let NSUndoManagerDidCloseUndoGroup = Self(
    "NSUndoManagerDidCloseUndoGroupNotification")
  /// An undo is about to begin.
  public static let NSUndoManagerWillUndoChange = Self("NSUndoManagerWillUndoChangeNotification")
  /// An undo is done.
  public static let NSUndoManagerDidUndoChange = Self("NSUndoManagerDidUndoChangeNotification")
  /// A redo is about to begin.
  public static let NSUndoManagerWillRedoChange = Self("NSUndoManagerWillRedoChangeNotification")
  /// A redo is done.
  public static let NSUndoManagerDidRedoChange = Self("NSUndoManagerDidRedoChangeNotification")
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The key of the user info of closed groups whose value is true when all may be lost.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The place of the end of events among the observers of a run loop, kept for sources.
public let NSUndoCloseGroupingRunLoopOrdering = 350_000

extension UndoManager {
  /// A name for a value attached to a step.
  public struct UserInfoKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public var rawValue: String

    /// Makes a key of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// What became of a group when it was closed; ours, not in Foundation.
  ///
  /// A document that counts changes counts groups that were recorded while neither undoing nor
  /// redoing, and no others.
  public enum GroupOutcome: Hashable, Sendable {
    /// It is now the newest group to undo, or to redo when it was recorded while undoing.
    case recorded
    /// It has become a part of the newest group to undo, which it continues.
    case joined
    /// It has become a part of the group around it.
    case nested
    /// Nothing was registered in it, and it is gone.
    case dropped
  }

  /// The key of the user info of closed groups whose value is a ``GroupOutcome``.
  public nonisolated static let groupOutcomeKey = "UndoManagerGroupOutcome"

  func post(_ name: Notification.Name, _ userInfo: [AnyHashable: Any]? = nil) {
    NotificationCenter.default.post(name: name, object: self, userInfo: userInfo)
  }
}
