internal import Foundation
internal import UTIPlatform

extension Document {
  /// The operation of a call that reads or writes, whose progress people may watch.
  func makeReportingOperation() -> DocumentOperation {
    let progress = OperationProgress(threshold: environment.progressThreshold)
    let operation = makeOperation(progress: progress)
    let document = WeakDocument(self)
    // The operation holds its progress, which holds what follows.
    progress.prepare(
      show: { [weak operation, weak progress] shown in
        operation?.resume {
          // The end may have overtaken the beginning.
          guard progress?.isOver == false, let document = document.document else { return }
          document.record.withValues { $0.progress = shown }
          document.changeState { $0.insert(.progressAvailable) }
        }
      }, cancel: { [weak operation] in operation?.cancel(CocoaError(.userCancelled)) })
    return operation
  }

  /// Accesses the document's files, then goes on where the caller is.
  ///
  /// - Parameters:
  ///   - operation: for whom.
  ///   - work: what is done, on the queue of file access.
  ///   - completion: is told what came of it, when nobody can watch any more.
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
  /// The operation as those see it who move its bytes.
  var transfer: Transfer {
    Transfer(
      advance: { [progress] count in
        progress?.advance(by: count)
        ProcessEnd.shared.noteProgress()
      },
      isCancelled: { [self] in isCancelled })
  }
}
