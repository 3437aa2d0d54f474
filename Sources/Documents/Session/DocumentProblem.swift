public import Foundation

/// What is wrong with a document, and what people can do about it.
public struct DocumentProblem: Sendable {
  /// A way out, which ``DocumentSession/resolve(_:at:)`` goes.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// What the document has replaces what is on disk, and comes back where the item is gone.
    case overwrite
    /// What is on disk replaces what the document has.
    case revert
    /// The document goes on under another name beside the item, which stays as it is.
    case keepBoth = "keep-both"
    /// The document goes on in another place, which somebody chooses.
    case saveElsewhere = "save-elsewhere"
    /// What failed is done again.
    case retry
    /// The document is closed without its changes.
    case discard
    /// Nothing is done; the same problem is not shown again.
    case dismiss
  }

  /// What went wrong, in a sentence.
  public let message: String
  /// What to do about it.
  public let remedy: String
  /// The ways out, the most likely one first.
  public let choices: [Choice]
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
      choices = Self.choices(for: error.code, of: error.operation)
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

  private static func choices(
    for code: DocumentError.Code, of operation: DocumentError.Operation
  ) -> [Choice] {
    switch operation {
    case .save, .close:
      switch code {
      case .changedOnDisk: [.overwrite, .revert, .keepBoth, .saveElsewhere]
      case .deleted, .noSuchFile: [.overwrite, .saveElsewhere, .discard]
      case .inTrash: [.saveElsewhere, .overwrite, .discard]
      case .noPermission: [.saveElsewhere, .retry, .discard]
      case .fileExists, .noPlace, .invalidName: [.saveElsewhere, .dismiss]
      case .typeNotWritable, .contentsNotWritable, .notOverridden, .schemeNotSupported:
        [.saveElsewhere, .discard]
      default: [.retry, .saveElsewhere, .discard]
      }
    case .revert: [.retry, .saveElsewhere, .dismiss]
    case .export, .rename:
      [.fileExists, .invalidName, .typeNotWritable].contains(code)
        ? [.dismiss] : [.retry, .dismiss]
    default: [.retry, .dismiss]
    }
  }
}

extension DocumentProblem: Hashable {
  /// Whether people would see the same.
  public static func == (left: DocumentProblem, right: DocumentProblem) -> Bool {
    left.message == right.message && left.remedy == right.remedy && left.choices == right.choices
      && left.keptAt == right.keptAt
  }

  /// Hashes what people see.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(message)
    hasher.combine(choices)
  }
}
