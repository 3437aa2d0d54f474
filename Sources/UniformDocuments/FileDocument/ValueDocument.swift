public import Foundation
internal import Observation
internal import UTIPlatform
internal import UniformFoundationAdditions
public import UniformTypes

/// A document whose content is a value: it saves a ``FileDocument``, undoes its edits and follows
/// its file.
///
/// `DocumentController.register(_:role:newDocument:)` makes a controller open and create documents
/// of this class. Setting ``document``, or a part of it, is an undoable edit, which is autosaved
/// later. Edits within two seconds of each other are undone together.
///
/// ```swift
/// controller.register(TextFile.self)
/// let (opened, _) = try await controller.openDocument(at: url)
/// if let file = opened as? ValueDocument<TextFile> { file.document.text += "more" }
/// ```
@MainActor public final class ValueDocument<Content: FileDocument>: SnapshotDocument {
  private static var coalescing: UndoCoalescing {
    UndoCoalescing(key: "document", style: .keepingOldest)
  }

  private var content: Content?
  var makesNew: (@MainActor () -> Content)?

  public nonisolated override class var readableContentTypes: [UTType] {
    Content.readableContentTypes
  }
  public nonisolated override class var writableContentTypes: [UTType] {
    Content.writableContentTypes
  }
  nonisolated override class var clientType: any Any.Type { Content.self }

  /// True: each edit sets the ``document``.
  public nonisolated override class var registersEveryChange: Bool { true }

  /// Creates a document without a file; saving it with `.forCreating` creates the file.
  ///
  /// - Parameters:
  ///   - document: the content.
  ///   - url: the location of the new file.
  public convenience init(_ document: Content, fileURL url: URL) {
    self.init(at: url)
    content = document
  }

  /// The content; a document that is neither open nor new has none, and reading it is an error.
  ///
  /// Setting it does nothing unless ``SnapshotDocument/isEditable``.
  public var document: Content {
    get {
      registrar.access(self, keyPath: \.document)
      guard let content = content ?? makeNew() else {
        misuse("\(self) has no document before it is opened; call openContents() first")
      }
      return content
    }
    set { if isEditable { replace(by: newValue) } }
  }

  /// The document, for its editor.
  public var configuration: FileDocumentConfiguration<Content> { FileDocumentConfiguration(self) }

  private func replace(by newContent: Content) {
    let oldContent = document
    undoManager.registerUndo(withTarget: self, coalescing: Self.coalescing) {
      $0.replace(by: oldContent)
    }
    if !undoManager.isUndoRegistrationEnabled { noteEdit() }
    show(newContent)
  }

  private func show(_ newContent: Content) {
    registrar.withMutation(of: self, keyPath: \.document) { content = newContent }
  }

  private func makeNew() -> Content? {
    content = makesNew?()
    return content
  }

  override func takeContent(ofType type: UTType) throws -> SnapshotContents {
    guard let content = content ?? makeNew() else { throw withoutContent }
    return SnapshotContents(of: type, value: content) { configuration, _ in
      try content.fileWrapper(configuration: configuration)
    }
  }

  nonisolated override func makeContent(
    of contents: DocumentContents, ofType typeName: String?
  ) throws -> Any {
    try content(of: contents, typeName)
  }

  private nonisolated func content(
    of contents: DocumentContents, _ typeName: String?
  ) throws -> Content {
    if case .snapshot(let snapshot) = contents, let value = snapshot.value as? Content {
      return value
    }
    return try Content(configuration: configuration(contents, ofType: typeName))
  }

  /// Loads the contents that were read.
  public override func load(_ contents: Any, ofType type: UTType?) throws {
    let contents = DocumentContents(contents)
    if case .other(let content as Content) = contents { return show(content) }
    show(try content(of: contents, type?.identifier))
  }
}
