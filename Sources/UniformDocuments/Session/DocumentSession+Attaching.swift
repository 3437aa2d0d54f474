public import Foundation

extension DocumentSession {
  /// Shows a document, and opens it unless it is open.
  ///
  /// The previous document is detached first; if that fails, it stays attached. The new document is
  /// added to the ``controller``.
  ///
  /// - Parameter document: the document; nil for the empty state.
  /// - Returns: whether it is shown and open. Otherwise the session is empty, and shows the error.
  @discardableResult
  public func attach(_ document: Document?) async -> Bool {
    guard let document else { return await detach() }
    return await attach(unlessShown: document, Command { await $0.attach(document) }) { session in
      session.show(document)
      let isNew = !session.controller.documents.contains { $0 === document }
      session.controller.addDocument(document)
      do {
        try await document.openContents()
      } catch {
        if isNew { session.controller.removeDocument(document) }
        throw error
      }
      return document
    }
  }

  /// Shows the document at a URL, and opens it unless it is open.
  ///
  /// - Parameter url: the location of the document.
  /// - Returns: whether it is shown and open. Otherwise the session is empty, and shows the error.
  @discardableResult
  public func attach(to url: URL) async -> Bool {
    await attach(unlessShown: controller.document(for: url), Command { await $0.attach(to: url) }) {
      session in
      try await session.controller.openDocument(at: url) {
        let document = try session.controller.makeDocument(at: url)
        session.show(document)
        return document
      }.document
    }
  }

  /// Shows a document with autosaved changes of a program that has ended.
  ///
  /// - Parameter autosaved: an element of ``DocumentController/autosavedDocuments(in:)``.
  /// - Returns: whether it is shown and open. Otherwise the session is empty, and shows the error.
  @discardableResult
  public func attach(recovering autosaved: AutosavedDocument) async -> Bool {
    await attach(unlessShown: nil, Command { await $0.attach(recovering: autosaved) }) { session in
      try await session.controller.reopenDocument(autosaved)
    }
  }

  /// `wanted` is known before the document is open; `command` is the one to be repeated.
  private func attach(
    unlessShown wanted: Document?, _ command: Command,
    _ open: @escaping @MainActor (DocumentSession) async throws -> Document
  ) async -> Bool {
    await inTurn {
      if let wanted, wanted === self.document, self.presentation.isOpen { return true }
      guard await self.detachNow(command) else { return false }
      return await self.perform(command) {
        do {
          let document = try await open(self)
          self.show(document)
          self.refresh()
          self.documentDidOpen?(document)
        } catch {
          self.showNothing()
          throw error
        }
      }
    }
  }

  /// Saves the document if necessary, closes it unless another session shows it, and shows the
  /// empty state.
  ///
  /// - Returns: whether the session is empty. If the document cannot be saved, it stays attached
  ///   and the choices are shown.
  @discardableResult
  public func detach() async -> Bool {
    await inTurn { await self.detachNow(Command { await $0.detach() }) }
  }

  /// Closes the document without saving it, and shows the empty state.
  ///
  /// A document that another session shows is not closed, and keeps its changes.
  ///
  /// - Returns: whether the session is empty.
  @discardableResult
  public func discard() async -> Bool {
    await inTurn {
      await self.letGo(Command { await $0.discard() }) { document, isShared in
        if !isShared { try await document.close(discardingChanges: true) }
      }
    }
  }

  private func detachNow(_ command: Command) async -> Bool {
    await letGo(command) { document, isShared in
      guard isShared else { return try await document.saveAndClose() }
      // The other sessions show the error of a failed save.
      _ = await document.autosave()
    }
  }

  private func letGo(
    _ command: Command,
    _ end: @escaping @MainActor (_ document: Document, _ isShared: Bool) async throws -> Void
  ) async -> Bool {
    guard let document else { return true }
    return await perform(command) {
      try await end(document, SessionList.shared.isShown(document, besides: self))
      self.showNothing()
      self.documentDidDetach?(document)
    }
  }
}
