internal import Foundation
internal import UTIPlatform

extension Document {
  /// Creates the operation of a call that reads or writes with a visible progress.
  func makeReportingOperation() -> DocumentOperation {
    let progress = OperationProgress(threshold: environment.progressThreshold)
    let operation = makeOperation(progress: progress)
    let document = WeakDocument(self)
    // The operation owns its progress, which owns the following closures.
    progress.prepare(
      show: { [weak operation, weak progress] shown in
        operation?.resume {
          // The operation may have ended before it is shown.
          guard progress?.isOver == false, let document = document.document else { return }
          document.record.withValues { $0.progress = shown }
          document.changeState { $0.insert(.progressAvailable) }
        }
      }, cancel: { [weak operation] in operation?.cancel(CocoaError(.userCancelled)) })
    return operation
  }

  /// Accesses the document's files, then continues in the caller's isolation.
  ///
  /// - Parameters:
  ///   - operation: the operation of the access.
  ///   - work: the access, on the queue of file access.
  ///   - completion: called with the result, after the progress has ended.
  func accessFiles<Result>(
    as operation: DocumentOperation, _ work: @escaping () throws -> Result,
    then completion: @escaping (Swift.Result<Result, any Error>) -> Void
  ) {
    let (work, completion) = (UncheckedSendableBox(work), UncheckedSendableBox(completion))
    accessFilesLater { document in
      let result = Swift.Result { try work.value() }
      operation.resume {
        if operation.progress?.end() == true {
          document.record.withValues { $0.progress = nil }
          document.changeState { $0.remove(.progressAvailable) }
        }
        completion.value(result)
      }
    }
  }
}

extension DocumentOperation {
  /// The callbacks of the functions that move the operation's bytes.
  var transfer: ByteProgress {
    ByteProgress(
      advance: { [progress] count in
        progress?.advance(by: count)
        ProcessEnd.shared.noteProgress()
      },
      isCancelled: { [self] in isCancelled })
  }
}
