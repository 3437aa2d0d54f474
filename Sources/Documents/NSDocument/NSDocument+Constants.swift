extension NSDocument {
  /// What an edit was, with the numbers of AppKit.
  public enum ChangeType: UInt, Hashable, Sendable {
    /// Something was changed.
    case changeDone = 0
    /// The latest change was undone.
    case changeUndone = 1
    /// What there is now counts as saved.
    case changeCleared = 2
    /// The contents come from elsewhere than the document's item.
    case changeReadOtherContents = 3
    /// What there is now was autosaved elsewhere than at the document's item.
    case changeAutosaved = 4
    /// The latest undone change was made again.
    case changeRedone = 5
    /// Something was changed that is not worth saving, such as a selection.
    case changeDiscardable = 256
  }

  /// What a save is for, with the numbers of AppKit.
  public enum SaveOperationType: UInt, Hashable, Sendable {
    /// The document's item is overwritten.
    case saveOperation = 0
    /// The document moves to another place.
    case saveAsOperation = 1
    /// A copy is written, and the document stays where it is.
    case saveToOperation = 2
    /// Changes are kept elsewhere, and the document's item stays as it is.
    case autosaveElsewhereOperation = 3
    /// The document saves itself where it is.
    case autosaveInPlaceOperation = 4
    /// The document saves itself at another place, where it is from then on.
    case autosaveAsOperation = 5

    /// Whether the document stays where it is, and has its changes after it as before.
    var isCopy: Bool { self == .saveToOperation || self == .autosaveElsewhereOperation }
  }
}

extension NSDocument.ChangeType {
  /// The same of a ``Document``; nil where that has no name for it.
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
