public import DocumentTypes
internal import Synchronization
internal import UniformTypes

extension DocumentController {
  /// Has documents of the types that a ``FileDocument`` reads opened as a ``ValueDocument``.
  ///
  /// Declarations (`UIDocumentClass`, `NSDocumentClass`) find the document under the name of the type,
  /// with and without module. It edits the types that it writes, and views the others.
  ///
  /// - Parameters:
  ///   - type: the type of the document.
  ///   - role: what is done with documents; a viewer saves none.
  public func register<Content: FileDocument>(_ type: Content.Type, role: DocumentRole = .editor) {
    register(ValueDocument<Content>.self, role: role) { _ in }
  }

  /// The same for documents of which new ones can be made.
  ///
  /// - Parameters:
  ///   - type: the type of the document.
  ///   - role: what is done with documents; a viewer saves none.
  ///   - newDocument: what a new document has; evaluated for each.
  public func register<Content: FileDocument>(
    _ type: Content.Type, role: DocumentRole = .editor,
    newDocument: @autoclosure @escaping @MainActor () -> Content
  ) {
    register(ValueDocument<Content>.self, role: role) { document in
      (document as? ValueDocument<Content>)?.makesNew = newDocument
    }
  }

  /// Has documents of the types that a ``ReferenceFileDocument`` reads opened as an
  /// ``ObjectDocument``.
  ///
  /// Declarations (`UIDocumentClass`, `NSDocumentClass`) find the document under the name of the class,
  /// with and without module, also one that is not registered. It edits the types that it writes,
  /// and views the others.
  ///
  /// - Parameters:
  ///   - type: the class of the document.
  ///   - role: what is done with documents; a viewer saves none.
  public func register<Content: ReferenceFileDocument>(
    _ type: Content.Type, role: DocumentRole = .editor
  ) {
    register(ObjectDocument<Content>.self, role: role) { _ in }
  }

  /// The same for documents of which new ones can be made.
  ///
  /// - Parameters:
  ///   - type: the class of the document.
  ///   - role: what is done with documents; a viewer saves none.
  ///   - newDocument: what a new document has; evaluated for each.
  public func register<Content: ReferenceFileDocument>(
    _ type: Content.Type, role: DocumentRole = .editor,
    newDocument: @autoclosure @escaping @MainActor () -> Content
  ) {
    register(ObjectDocument<Content>.self, role: role) { document in
      (document as? ObjectDocument<Content>)?.makesNew = newDocument
    }
  }

  /// Has documents of the types that a ``ReadableDocument`` reads opened as a ``ModelDocument``.
  ///
  /// - Parameters:
  ///   - type: the class of the document.
  ///   - role: what is done with documents; a viewer saves none.
  ///   - document: makes what is then read, or is new; evaluated for each.
  public func register<Content: ReadableDocument>(
    _ type: Content.Type, role: DocumentRole = .editor,
    makingDocument document: @autoclosure @escaping @MainActor () -> Content
  ) {
    register(ModelDocument<Content>.self, role: role) { host in
      (host as? ModelDocument<Content>)?.makesNew = document
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
  /// The elements that satisfy a condition, and the others, each in their order.
  fileprivate func partitioned(by condition: (Element) -> Bool) -> ([Element], [Element]) {
    (filter(condition), filter { !condition($0) })
  }
}
