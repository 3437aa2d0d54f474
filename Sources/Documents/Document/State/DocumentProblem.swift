public import Foundation

/// What is wrong with a document that is open, and what people can do about it.
public struct DocumentProblem: Hashable, Sendable {
  /// The kinds of problems.
  public enum Kind: String, Hashable, Sendable {
    /// Somebody else has changed the item, and so has the document.
    case conflict
    /// The item was deleted.
    case deleted
    /// The item was thrown away.
    case inTrash
    /// The latest saving or reading failed.
    case failed
    /// The item cannot be overwritten, which was found before anything was saved.
    case notWritable
  }

  /// What people can choose.
  public enum Choice: String, Hashable, Sendable {
    /// To save over what somebody else has written: ``Document/overwritesChangesOnDisk``.
    case overwrite
    /// To take what is on the disk: ``Document/revertContents(to:)``.
    case revert
    /// To save in another place or under another name.
    case saveElsewhere
    /// To try again what failed; of an item that is gone it makes a new one.
    case retry
    /// To close without saving: ``Document/close(discardingChanges:)``.
    case discard
  }

  /// The kind of problem.
  public let kind: Kind
  /// What people can choose, the safest first.
  public let choices: [Choice]
  /// What failed; nil where nothing has yet.
  public let code: DocumentError.Code?
  /// The problem in a sentence, where something failed.
  public let message: String?
  /// Where an item in the trash would go back to.
  public let restoreURL: URL?

  init(_ kind: Kind, _ choices: [Choice], _ error: DocumentError? = nil, restoreURL: URL? = nil) {
    self.kind = kind
    self.choices = choices
    self.restoreURL = restoreURL
    code = error?.code
    message = error?.message
  }
}

extension DocumentError {
  /// What people can choose when they are told of the error, the safest first; empty when there is
  /// nothing they could do.
  public var choices: [DocumentProblem.Choice] {
    switch (code, operation) {
    case (.changedOnDisk, _): [.saveElsewhere, .revert, .overwrite]
    case (.changedWhileReading, _), (.presenterUnresponsive, _): [.retry]
    case (.deleted, _): [.saveElsewhere, .discard]
    case (.inTrash, _): [.saveElsewhere, .retry, .discard]
    case (.noPermission, .save), (.typeNotWritable, _), (.fileExists, .save), (.noPlace, _):
      [.saveElsewhere, .discard]
    case (.hasChanges, _): [.retry, .saveElsewhere, .discard]
    case (_, .save), (_, .close): [.retry, .saveElsewhere, .discard]
    case (_, .open), (_, .revert), (_, .export), (_, .rename), (_, .duplicate): [.retry]
    default: []
    }
  }
}

extension DocumentRecord.Values {
  /// What is wrong; nil when nothing is known to be.
  var problem: DocumentProblem? {
    if state.contains(.closed) { return nil }
    if state.contains(.inConflict) {
      return DocumentProblem(.conflict, [.saveElsewhere, .revert, .overwrite], latestError)
    }
    switch deletion {
    case .noticed(let url?):
      return DocumentProblem(
        .inTrash, [.saveElsewhere, .retry, .discard], latestError, restoreURL: url)
    case .noticed(nil):
      return DocumentProblem(.deleted, [.retry, .saveElsewhere, .discard], latestError)
    case .announced: return DocumentProblem(.deleted, [.saveElsewhere, .discard], latestError)
    case nil: break
    }
    if state.contains(.savingError) {
      return DocumentProblem(.failed, latestError?.choices ?? [.retry], latestError)
    }
    return obstacle.map { DocumentProblem(.notWritable, [.saveElsewhere, .discard], $0) }
  }
}
