public import Foundation

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
