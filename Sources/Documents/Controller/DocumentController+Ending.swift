import UTIPlatform

extension DocumentController {
  /// Saves every document that has changes when somebody asks the program to end, and ends it then.
  ///
  /// Errors that people are still asked about are over at that moment. What cannot be saved is
  /// reported and autosaved elsewhere, and does not keep the program from ending. The main queue
  /// must be served.
  ///
  /// - Parameter signals: how the program is asked; nil for the two usual ones. Sessions send
  ///   `SIGHUP`, service managers and machines that shut down `SIGTERM`.
  public func saveDocuments(beforeEndingBy signals: [Int32]? = nil) {
    saveDocuments(beforeEndingBy: signals ?? [SIGTERM, SIGHUP]) { number in
      // As if nobody had listened, so that whoever waits sees what ended the program. What serves
      // the main queue may be a thread that blocks signals.
      signal(number, SIG_DFL)
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, number)
      pthread_sigmask(SIG_UNBLOCK, &set, nil)
      raise(number)
    }
  }

  func saveDocuments(
    beforeEndingBy signals: [Int32], end: @escaping @MainActor @Sendable (Int32) -> Void
  ) {
    for number in signals {
      SignalListener.shared.listen(to: number) { [weak self] number in
        Task { @MainActor in
          await self?.saveBeforeEnding()
          end(number)
        }
      }
    }
  }

  private func saveBeforeEnding() async {
    for document in documents { document.withdrawUserInteraction() }
    let failures = await saveDocuments { document in
      // Nobody has said yet that a draft is to be at its place.
      if document.autosavesElsewhere { return try await document.autosaveContents() }
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    for (document, error) in failures {
      let failure = DocumentError.wrapping(error, .save, document)
      if let failure = failure as? DocumentError { document.environment.report(failure) }
      await document.keepRefusedChanges()
    }
  }
}
