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

  /// What people can choose; ``DocumentSession/resolve(_:at:)`` does it.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// To save over what somebody else has written (``Document/overwritesChangesOnDisk``), and to bring
    /// back what is gone.
    case overwrite
    /// To take what is on the disk: ``Document/revertContents(to:)``.
    case revert
    /// To go on under another name beside the item, which stays as it is.
    case keepBoth = "keep-both"
    /// To save in another place or under another name.
    case saveElsewhere = "save-elsewhere"
    /// To try again what failed.
    case retry
    /// To close without saving: ``Document/close(discardingChanges:)``.
    case discard
    /// To do nothing, and not to be told again.
    case dismiss
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
    self.init(kind, choices, code: error?.code, message: error?.message, restoreURL: restoreURL)
  }

  init(
    _ kind: Kind, _ choices: [Choice], code: DocumentError.Code?, message: String?,
    restoreURL: URL? = nil
  ) {
    self.kind = kind
    self.choices = choices
    self.code = code
    self.message = message
    self.restoreURL = restoreURL
  }
}

extension DocumentError {
  /// What people can choose when they are told of the error, the safest first; empty when there is
  /// nothing they could do.
  public var choices: [DocumentProblem.Choice] {
    switch operation {
    case .save, .close: choicesWithChanges
    case .revert: [.retry, .saveElsewhere]
    case .open, .export, .rename, .duplicate:
      [.fileExists, .invalidName, .typeNotWritable].contains(code) ? [] : [.retry]
    default: [.retry]
    }
  }

  /// The same where the document has changes that could not be saved.
  private var choicesWithChanges: [DocumentProblem.Choice] {
    switch code {
    case .changedOnDisk: [.saveElsewhere, .revert, .overwrite]
    case .deleted, .noSuchFile: [.overwrite, .saveElsewhere, .discard]
    case .inTrash: [.saveElsewhere, .overwrite, .discard]
    case .noPermission: [.saveElsewhere, .retry, .discard]
    case .fileExists, .noPlace, .invalidName: [.saveElsewhere]
    case .typeNotWritable, .contentsNotWritable, .notOverridden, .schemeNotSupported:
      [.saveElsewhere, .discard]
    default: [.retry, .saveElsewhere, .discard]
    }
  }
}

extension DocumentError {
  /// Whether nothing is wrong with the document itself after what failed.
  var leavesDocumentAlone: Bool {
    [.export, .rename, .duplicate, .noteRecent].contains(operation)
  }
}

extension DocumentRecord.Values {
  /// What is wrong; nil when nothing is known to be.
  var problem: DocumentProblem? {
    if state.contains(.closed) { return nil }
    if state.contains(.inConflict) {
      return DocumentProblem(
        .conflict, [.saveElsewhere, .revert, .overwrite], code: latestError?.code ?? .changedOnDisk,
        message: latestError?.message
          ?? "another program has changed the item, and the document has changes of its own")
    }
    switch deletion {
    case .noticed(let url?):
      return DocumentProblem(
        .inTrash, [.saveElsewhere, .overwrite, .discard], latestError, restoreURL: url)
    case .noticed(nil):
      return DocumentProblem(.deleted, [.overwrite, .saveElsewhere, .discard], latestError)
    case .announced: return DocumentProblem(.deleted, [.saveElsewhere, .discard], latestError)
    case nil: break
    }
    if state.contains(.savingError) {
      return DocumentProblem(.failed, latestError?.choices ?? [.retry], latestError)
    }
    return obstacle.map { DocumentProblem(.notWritable, [.saveElsewhere, .discard], $0) }
  }
}
