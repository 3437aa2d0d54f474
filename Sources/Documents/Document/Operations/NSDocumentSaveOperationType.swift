/// A kind of save of an ``NSDocument``, with the numbers of AppKit.
public enum NSDocumentSaveOperationType: UInt, Hashable, Sendable {
  /// The document's item is overwritten.
  case saveOperation = 0
  /// The document moves to another location.
  case saveAsOperation = 1
  /// A copy is written, and the document keeps its location.
  case saveToOperation = 2
  /// Changes are autosaved to another location, and the document's item is unchanged.
  case autosaveElsewhereOperation = 3
  /// The document autosaves to its item.
  case autosaveInPlaceOperation = 4
  /// The document autosaves to another location, which it keeps.
  case autosaveAsOperation = 5

  /// True if the document keeps its location and its unsaved changes.
  var isCopy: Bool { self == .saveToOperation || self == .autosaveElsewhereOperation }
}
