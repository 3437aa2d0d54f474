internal import Foundation

extension Document {
  /// The problem of the open document, with the user's choices; nil if none is known.
  public var problem: DocumentProblem? { observed(\.problem, record.withValues { $0.problem }) }

  /// The error of the ``problem``, also if it occurred earlier or no operation has failed yet.
  var problemError: DocumentError? {
    let (problem, latest, obstacle) = record.withValues {
      ($0.problem, $0.latestError, $0.obstacle)
    }
    return switch problem?.kind {
    case nil: nil
    case .notWritable: obstacle
    case .conflict:
      latest
        ?? error(.changedOnDisk, "was changed by another process", "choose the changes to keep")
    case .deleted: latest ?? error(.deleted, "was deleted", "save it again")
    case .inTrash: latest ?? error(.inTrash, "is in the trash", "save it elsewhere")
    case .failed: latest ?? error(.failedWithoutError, "could not be saved", "save it again")
    }
  }

  private func error(
    _ code: DocumentError.Code, _ message: String, _ remedy: String
  ) -> DocumentError {
    DocumentError(
      code, .save, url: fileURL, unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName) \(message)", remedy: remedy)
  }
}
