import UTIPlatform

extension DocumentController {
  /// Saves every document that has changes when the program ends, by a signal or by itself.
  ///
  /// Without this call the changes of documents are autosaved at the end of the program, which is what most
  /// programs want. With it documents are saved at their places also if their environment has no autosave
  /// policy, and the signals are handled although the program handles them. Errors that people are still
  /// asked about are over at that moment. A document that cannot be saved is reported and autosaved
  /// elsewhere, and does not keep the program from ending.
  ///
  /// Documents of the main actor are saved as long as the main queue is served.
  ///
  /// - Parameter signals: The signals; nil for `SIGTERM` and `SIGHUP`. Sessions send `SIGHUP`, service
  ///   managers and machines that shut down `SIGTERM`.
  public func saveDocuments(beforeEndingBy signals: [Int32]? = nil) {
    saveDocuments(beforeEndingBy: signals ?? [SIGTERM, SIGHUP], end: SignalAction.end)
  }

  func saveDocuments(
    beforeEndingBy signals: [Int32], end: @escaping @Sendable (Int32) -> Void
  ) {
    savesDocumentsAtEnd = true
    for document in documents { document.record.withValues { $0.isSavedAtEnd = true } }
    ProcessEnd.shared.listen(to: signals, end)
  }
}
