public import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIPlatform

/// The complete state that a window shows of a document, as one value.
public struct DocumentPresentation: Hashable, Sendable {
  /// The document's name to display; empty if there is no document.
  public var title = ""
  /// The document's directory to display, with `~` for the home directory.
  public var place = ""
  /// The URL of the document; nil if there is none.
  public var url: URL?
  /// The identifier of the document's type.
  public var type: String?
  /// A Boolean value that indicates whether the document is open, and its contents may be shown.
  public var isOpen = false
  /// A Boolean value that indicates whether the document has not been saved at its location yet.
  public var isDraft = false
  /// A Boolean value that indicates whether there are changes to save.
  public var isEdited = false
  /// A Boolean value that indicates whether the user may change the contents.
  public var isEditable = false
  /// A Boolean value that indicates whether a command is running that the user waits for.
  public var isBusy = false
  /// The progress of that command, from 0 to 1; nil if it is unknown.
  public var progress: Double?
  /// The title of the command that undoes, such as "Undo Typing"; nil if there is nothing to undo.
  public var undoTitle: String?
  /// The title of the command that redoes; nil if there is nothing to redo.
  public var redoTitle: String?
  /// The current problem and the user's choices; nil if there is none.
  public var problem: SessionProblem?

  /// Creates the presentation without a document.
  public init() {}

  /// The presentation without a document: the empty state.
  public static let empty = DocumentPresentation()
}

extension DocumentPresentation {
  /// Returns the directory of a URL to display.
  static func place(of url: URL) -> String {
    guard url.isFileURL else { return url.deletingLastPathComponent().absoluteString }
    let directory = url.deletingLastPathComponent().standardizedFileURL.path
    // Foundation reads the home directory of the account and ignores the environment variable.
    guard let home = UserDirectory.home?.text, home != "/" else { return directory }
    if directory == home { return "~" }
    return directory.hasPrefix(home + "/") ? "~" + directory.dropFirst(home.count) : directory
  }
}
