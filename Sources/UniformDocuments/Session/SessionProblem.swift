public import Foundation
internal import SystemPackage
internal import UTIPlatform

/// A problem as a window shows it: the message, the remedy and the user's choices.
public struct SessionProblem: Sendable {
  /// The problem, in a sentence.
  public let message: String
  /// The action that corrects the problem.
  public let remedy: String
  /// The choices, the safest first, for ``DocumentSession/resolve(_:at:)``.
  public let choices: [DocumentProblem.Choice]
  /// The location of changes that could not be saved; nil if they are in the document only.
  public let keptAt: URL?
  /// The complete error.
  public let error: any Error

  /// Creates the problem of an error.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - keptAt: the location of changes that could not be saved.
  public init(_ error: any Error, keptAt: URL? = nil) {
    self.error = error
    self.keptAt = keptAt
    switch error {
    case let error as DocumentError:
      message = error.message
      remedy = error.remedy
      choices = Self.choices(for: error)
    case let error as DocumentClassError:
      message = "\(error)"
      remedy = error.remedy
      choices = [.dismiss]
    default:
      message = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      remedy = (error as? any LocalizedError)?.recoverySuggestion ?? ""
      choices = [.retry, .dismiss]
    }
  }

  /// Returns the choices of the error, and the choices that a session adds.
  private static func choices(for error: DocumentError) -> [DocumentProblem.Choice] {
    let choices = error.choices
    if choices.contains(.revert) { return [.keepBoth] + choices }
    // If changes could be lost, the user must decide.
    return choices.contains(.discard) ? choices : choices + [.dismiss]
  }
}

extension SessionProblem: Hashable {
  /// Returns a Boolean value that indicates whether two problems look the same to the user.
  public static func == (left: SessionProblem, right: SessionProblem) -> Bool {
    left.message == right.message && left.remedy == right.remedy && left.choices == right.choices
      && left.keptAt == right.keptAt
  }

  /// Hashes the visible properties.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(choices)
  }
}

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
