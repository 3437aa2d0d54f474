extension NSDocument {
  /// A kind of edit, with the numbers of AppKit.
  public enum ChangeType: UInt, Hashable, Sendable {
    /// The contents were changed.
    case changeDone = 0
    /// The latest change was undone.
    case changeUndone = 1
    /// The current contents count as saved.
    case changeCleared = 2
    /// The contents come from another location than the document's item.
    case changeReadOtherContents = 3
    /// The current contents were autosaved to another location than the document's item.
    case changeAutosaved = 4
    /// The latest undone change was redone.
    case changeRedone = 5
    /// A change that is not worth saving, such as a selection.
    case changeDiscardable = 256
  }

  /// A kind of save.
  public typealias SaveOperationType = NSDocumentSaveOperationType
}

extension NSDocument.ChangeType {
  /// The corresponding kind of a ``Document``; nil if there is none.
  var kind: Document.ChangeKind? {
    switch self {
    case .changeDone: .done
    case .changeUndone: .undone
    case .changeRedone: .redone
    case .changeCleared: .cleared
    case .changeReadOtherContents, .changeAutosaved, .changeDiscardable: nil
    }
  }

  init(_ kind: Document.ChangeKind) {
    self =
      switch kind {
      case .done: .changeDone
      case .undone: .changeUndone
      case .redone: .changeRedone
      case .cleared: .changeCleared
      }
  }
}
