public import Foundation

/// What is wrong as a window shows it: in words, and with everything that people can do about it.
public struct SessionProblem: Sendable {
  /// What went wrong, in a sentence.
  public let message: String
  /// The action that corrects the problem.
  public let remedy: String
  /// The ways out, the safest first, for ``DocumentSession/resolve(_:at:)``.
  public let choices: [DocumentProblem.Choice]
  /// Where the changes are that could not be saved; nil when they are in the document only.
  public let keptAt: URL?
  /// The error, with everything known.
  public let error: any Error

  /// The problem that an error is.
  ///
  /// - Parameters:
  ///   - error: why something failed.
  ///   - keptAt: where the changes are that could not be saved.
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

  /// What the error leaves to choose, and what a session can do besides.
  private static func choices(for error: DocumentError) -> [DocumentProblem.Choice] {
    let choices = error.choices
    if choices.contains(.revert) { return [.keepBoth] + choices }
    // Where changes are at stake somebody has to decide.
    return choices.contains(.discard) ? choices : choices + [.dismiss]
  }
}

extension SessionProblem: Hashable {
  /// Whether people would see the same.
  public static func == (left: SessionProblem, right: SessionProblem) -> Bool {
    left.message == right.message && left.remedy == right.remedy && left.choices == right.choices
      && left.keptAt == right.keptAt
  }

  /// Hashes what people see.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(choices)
  }
}
