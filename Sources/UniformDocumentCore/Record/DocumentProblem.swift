public import Foundation
public import UTIFoundationBridge

/// A problem of an open document, with the user's choices.
public struct DocumentProblem: Hashable, Sendable {
  /// The kinds of problems.
  public enum Kind: String, Hashable, Sendable {
    /// Both another process and the document have changed the item.
    case conflict
    /// The item was deleted.
    case deleted
    /// The item was moved to the trash.
    case inTrash
    /// The latest save or read failed.
    case failed
    /// The item cannot be overwritten, as a check before the first save found.
    case notWritable
  }

  /// A choice of the user, which ``DocumentSession/resolve(_:at:)`` carries out.
  public enum Choice: String, Hashable, Sendable, CaseIterable {
    /// Overwrites the changes of another process (``Document/overwritesChangesOnDisk``), and
    /// creates a deleted item again.
    case overwrite
    /// Reads the item again: ``Document/revertContents(to:)``.
    case revert
    /// Continues under another name in the folder of the item, which is left unchanged.
    case keepBoth = "keep-both"
    /// Saves in another location or under another name.
    case saveElsewhere = "save-elsewhere"
    /// Repeats the operation that failed.
    case retry
    /// Closes without saving: ``Document/close(discardingChanges:)``.
    case discard
    /// Does nothing, and hides the problem.
    case dismiss
  }

  /// The kind of problem.
  public let kind: Kind
  /// The user's choices, the safest first.
  public let choices: [Choice]
  /// The code of the error; nil if no operation has failed.
  public let code: DocumentError.Code?
  /// The problem in a sentence, if an operation has failed.
  public let message: String?
  /// The location to which an item in the trash would be restored.
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
  /// The user's choices for the error, the safest first; empty if there are none.
  public var choices: [DocumentProblem.Choice] {
    switch operation {
    case .save, .close: choicesWithChanges
    case .revert: [.retry, .saveElsewhere]
    case .open, .export, .rename, .duplicate:
      [.fileExists, .invalidName, .typeNotWritable].contains(code) ? [] : [.retry]
    default: [.retry]
    }
  }

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
  package var leavesDocumentAlone: Bool {
    [.export, .rename, .duplicate, .noteRecent].contains(operation)
  }
}

extension DocumentRecord.Values {
  var problem: DocumentProblem? {
    if machine.flags.contains(.closed) { return nil }
    if machine.flags.contains(.inConflict) {
      return DocumentProblem(
        .conflict, [.saveElsewhere, .revert, .overwrite], code: latestError?.code ?? .changedOnDisk,
        message: latestError?.message
          ?? "another program has changed the item, and the document has changes of its own")
    }
    switch machine.deletion {
    case .noticed where restoreURL != nil:
      return DocumentProblem(
        .inTrash, [.saveElsewhere, .overwrite, .discard], latestError, restoreURL: restoreURL)
    case .noticed:
      return DocumentProblem(.deleted, [.overwrite, .saveElsewhere, .discard], latestError)
    case .announced: return DocumentProblem(.deleted, [.saveElsewhere, .discard], latestError)
    case nil: break
    }
    if machine.flags.contains(.savingError) {
      return DocumentProblem(.failed, latestError?.choices ?? [.retry], latestError)
    }
    return obstacle.map { DocumentProblem(.notWritable, [.saveElsewhere, .discard], $0) }
  }
}
