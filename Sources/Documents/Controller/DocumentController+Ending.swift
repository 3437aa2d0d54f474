import UTIPlatform

extension DocumentController {
  /// Saves every document that has changes when the program ends, by a signal or by itself.
  ///
  /// Without this call the changes of documents are autosaved at the end of the program, which is
  /// the right choice for most programs. With it documents are saved to their files even if their
  /// environment has no autosave policy, and the signals are handled even if the program handles
  /// them. The handling of errors that the user has not answered ends at that moment. A document
  /// that cannot be saved is reported and autosaved to the recovery location, and does not prevent
  /// the end of the program.
  ///
  /// Documents of the main actor are saved only while the main queue is served.
  ///
  /// - Parameter signals: The signals; nil for `SIGTERM` and `SIGHUP`. Sessions send `SIGHUP`;
  ///   service managers and shutdowns send `SIGTERM`.
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
