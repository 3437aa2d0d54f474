internal import Synchronization
public import UTIDocumentTypes

extension DocumentController {
  /// Registers a ``FileDocument``, whose types are opened as a ``ValueDocument``.
  ///
  /// Declarations (`UIDocumentClass`, `NSDocumentClass`) find the document under the name of the
  /// type, with and without module. It edits its writable types, and views the others.
  ///
  /// - Parameters:
  ///   - type: the type of the document.
  ///   - role: the role for its types; a viewer does not save.
  public func register<Content: FileDocument>(_ type: Content.Type, role: DocumentRole = .editor) {
    register(ValueDocument<Content>.self, role: role) { _ in }
  }

  /// Registers a ``FileDocument`` of which new documents can be created.
  ///
  /// - Parameters:
  ///   - type: the type of the document.
  ///   - role: the role for its types; a viewer does not save.
  ///   - newDocument: the content of a new document; evaluated for each.
  public func register<Content: FileDocument>(
    _ type: Content.Type, role: DocumentRole = .editor,
    newDocument: @autoclosure @escaping @MainActor () -> Content
  ) {
    register(ValueDocument<Content>.self, role: role) { document in
      (document as? ValueDocument<Content>)?.makesNew = newDocument
    }
  }

  /// Registers a ``ReferenceFileDocument``, whose types are opened as an ``ObjectDocument``.
  ///
  /// Declarations (`UIDocumentClass`, `NSDocumentClass`) find the document under the name of the
  /// class, with and without module, even if it is not registered. It edits its writable types, and
  /// views the others.
  ///
  /// - Parameters:
  ///   - type: the class of the document.
  ///   - role: the role for its types; a viewer does not save.
  public func register<Content: ReferenceFileDocument>(
    _ type: Content.Type, role: DocumentRole = .editor
  ) {
    register(ObjectDocument<Content>.self, role: role) { _ in }
  }

  /// Registers a ``ReferenceFileDocument`` of which new documents can be created.
  ///
  /// - Parameters:
  ///   - type: the class of the document.
  ///   - role: the role for its types; a viewer does not save.
  ///   - newDocument: the content of a new document; evaluated for each.
  public func register<Content: ReferenceFileDocument>(
    _ type: Content.Type, role: DocumentRole = .editor,
    newDocument: @autoclosure @escaping @MainActor () -> Content
  ) {
    register(ObjectDocument<Content>.self, role: role) { document in
      (document as? ObjectDocument<Content>)?.makesNew = newDocument
    }
  }

  /// Registers a ``ReadableDocument``, whose types are opened as a ``ModelDocument``.
  ///
  /// - Parameters:
  ///   - type: the class of the document.
  ///   - role: the role for its types; a viewer does not save.
  ///   - document: creates a document, which is then read or is new; evaluated for each.
  public func register<Content: ReadableDocument>(
    _ type: Content.Type, role: DocumentRole = .editor,
    makingDocument document: @autoclosure @escaping @MainActor () -> Content
  ) {
    register(ModelDocument<Content>.self, role: role) { host in
      (host as? ModelDocument<Content>)?.makesNew = { _ in document() }
    }
  }

  /// Registers a ``ReadableDocument`` that is created with the location of the document.
  ///
  /// - Parameters:
  ///   - type: the class of the document.
  ///   - role: the role for its types; a viewer does not save.
  ///   - makeDocument: creates a document, which is then read or is new; called once for each, with
  ///     its location, which it may keep, and the way in which it is created. It may wait, for example
  ///     for a choice of the user, if the document is opened or created by the controller. An error
  ///     fails the opening or the creation, and a `CancellationError` creates nothing.
  public func register<Content: ReadableDocument>(
    _ type: Content.Type, role: DocumentRole = .editor,
    makeDocument:
      @escaping @MainActor (URLDocumentConfiguration, DocumentCreationContext) async throws ->
      Content
  ) {
    register(ModelDocument<Content>.self, role: role) { host in
      (host as? ModelDocument<Content>)?.makesNew = { host in
        try await makeDocument(
          host.configuration, DocumentCreationContext(creationSource: host.creationSource))
      }
    }
  }

  private func register(
    _ documentClass: SnapshotDocument.Type, role: DocumentRole,
    _ setUp: @escaping @MainActor (SnapshotDocument) -> Void
  ) {
    let reference = DocumentClassReference(documentClass)
    let writable = documentClass.writableContentTypes
    let (edited, viewed) = documentClass.readableContentTypes.partitioned { type in
      role == .editor && writable.contains { type.conforms(to: $0) }
    }
    contentSetups[reference.id] = { document in
      if role != .editor { document.edits.withLock { $0.isForViewing = true } }
      setUp(document)
    }
    classes.register(reference, for: viewed, role: role == .editor ? .viewer : role)
    classes.register(reference, for: edited, role: role)
  }
}

extension Array {
  /// Returns the elements that satisfy a condition, and the others, each in their order.
  fileprivate func partitioned(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
