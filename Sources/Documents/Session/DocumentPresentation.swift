public import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIPlatform

/// What a window shows of a document, as one value: whoever has it needs to ask nobody else.
public struct DocumentPresentation: Hashable, Sendable {
  /// The name of the document for people; empty when there is none.
  public var title = ""
  /// Where the document is, for people: its directory, with `~` in the place of the user's own.
  public var place = ""
  /// Where the document is; nil when there is none.
  public var url: URL?
  /// The identifier of the document's type.
  public var type: String?
  /// Whether the document is open: its contents may be shown.
  public var isOpen = false
  /// Whether the document has not been saved at its place yet.
  public var isDraft = false
  /// Whether there are changes to save.
  public var isEdited = false
  /// Whether people may change the contents.
  public var isEditable = false
  /// Whether something is under way that people wait for.
  public var isBusy = false
  /// How far that has come, from 0 to 1; nil while it is not known.
  public var progress: Double?
  /// What undoing is called, such as "Undo Typing"; nil when there is nothing to undo.
  public var undoTitle: String?
  /// What redoing is called; nil when there is nothing to redo.
  public var redoTitle: String?
  /// What is wrong, and what people can do about it; nil when nothing is.
  public var problem: SessionProblem?

  /// Makes what is shown without a document.
  public init() {}

  /// What is shown without a document: the empty state.
  public static let empty = DocumentPresentation()
}

extension DocumentPresentation {
  /// A place for people.
  static func place(of url: URL) -> String {
    guard url.isFileURL else { return url.deletingLastPathComponent().absoluteString }
    let directory = url.deletingLastPathComponent().standardizedFileURL.path
    // Foundation's asks the account and not the variable that people set.
    guard let home = UserDirectory.home?.text, home != "/" else { return directory }
    if directory == home { return "~" }
    return directory.hasPrefix(home + "/") ? "~" + directory.dropFirst(home.count) : directory
  }
}
