public import Foundation
internal import UTIPlatform
public import UniformTypes

/// A document of the main actor: its model may be anything that lives there, such as a class with
/// `@Observable`.
///
/// A subclass overrides ``contents(ofType:)`` and ``load(_:ofType:)``, and marks nothing. Whoever
/// calls the document, from wherever, has contents taken and loaded on the main actor; only reading
/// and writing happen elsewhere.
///
/// ```swift
/// final class Sketch: MainDocument {
///   let model = SketchModel()
///
///   override func contents(ofType type: UTType) throws -> Any { try model.encoded() }
///
///   override func load(_ contents: Any, ofType type: UTType?) throws {
///     guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
///     try model.decode(data)
///   }
/// }
/// ```
///
/// It is `Sendable`, as every class of the main actor is: what is called elsewhere comes back for
/// everything that touches the model.
@MainActor open class MainDocument: Document {
  /// Makes a document for an item without touching the file system.
  ///
  /// It has a name of its own: an initializer of the main actor, which the properties of a subclass
  /// need, cannot override one of no actor.
  ///
  /// - Parameter url: where the item is or will be; must not be empty.
  public required init(at url: URL) { super.init(fileURL: url) }

  /// Makes a document of the class it is called on, on the main actor.
  public nonisolated final override class func makeDocument(at url: URL) -> Document {
    do {
      return try onMainActor { UncheckedSendableBox(Self(at: url) as Document) }.value
    } catch {
      preconditionFailure("creating a document throws no error")
    }
  }

  nonisolated override var livesOnMainActor: Bool { true }

  /// The contents to save, taken in one go.
  ///
  /// To be overridden.
  ///
  /// - Parameter type: the type to save as.
  /// - Returns: `Data` for a file, a `FileWrapper` for a package.
  /// - Throws: whatever the override throws; nothing is written then.
  open func contents(ofType type: UTType) throws -> Any {
    throw missingOverride("contents(ofType:)", .save)
  }

  /// Takes what was read into the model.
  ///
  /// To be overridden.
  ///
  /// - Parameters:
  ///   - contents: `Data` of a file, or a `FileWrapper` of a package.
  ///   - type: the type of what was read.
  /// - Throws: whatever the override throws; the document stays as it was.
  open func load(_ contents: Any, ofType type: UTType?) throws {
    throw missingOverride("load(_:ofType:)", .open)
  }

  /// Takes the contents on the main actor.
  public nonisolated final override func contents(forType typeName: String) throws -> Any {
    let type = types.registry.type(typeName, allowUndeclared: true) ?? .data
    let document = UncheckedSendableBox(self)
    return try Self.onMainActor { try UncheckedSendableBox(document.value.contents(ofType: type)) }
      .value
  }

  /// Loads contents on the main actor.
  public nonisolated final override func load(
    fromContents contents: Any, ofType typeName: String?
  ) throws {
    let arguments = UncheckedSendableBox((document: self, contents: contents))
    let type = typeName.flatMap { types.registry.type($0, allowUndeclared: true) }
    try Self.onMainActor {
      try arguments.value.document.load(arguments.value.contents, ofType: type)
    }
  }

  /// Does something on the main actor and waits for it.
  ///
  /// The document's own calls come from there. Others must not wait for somebody whom the main actor
  /// waits for.
  nonisolated static func onMainActor<Result: Sendable>(
    _ body: @escaping @MainActor @Sendable () throws -> Result
  ) throws -> Result {
    guard !MainQueue.isCurrent else { return try MainActor.assumeIsolated(body) }
    return try ResumptionContext.main.performAndWait { try MainActor.assumeIsolated(body) }
  }
}
