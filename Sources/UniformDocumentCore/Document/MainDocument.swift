public import Foundation
internal import UTIPlatform
public import UniformTypes

/// A document of the main actor, whose model may be any type of the main actor, such as a class
/// with `@Observable`.
///
/// A subclass overrides ``contents(ofType:)`` and ``load(_:ofType:)``, without attributes. Contents
/// are taken and loaded on the main actor, in calls from every isolation; only reading and writing
/// run elsewhere.
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
/// It is `Sendable`, as every class of the main actor is: functions that are called elsewhere
/// return to the main actor to use the model.
@MainActor open class MainDocument: Document {
  /// Creates a document for an item without accessing the file system.
  ///
  /// It has a separate name, because an initializer of the main actor, which the properties of a
  /// subclass need, cannot override a `nonisolated` one.
  ///
  /// - Parameter url: the location of the item, which need not exist; must not be empty.
  public required init(at url: URL) {
    super.init(fileURL: url)
    hooks.livesOnMainActor = true
  }

  /// Creates a document of the class that it is called on, on the main actor.
  public nonisolated final override class func makeDocument(at url: URL) -> Document {
    do {
      return try onMainActor { UncheckedSendableBox(Self(at: url) as Document) }.value
    } catch {
      preconditionFailure("creating a document throws no error")
    }
  }

  /// Returns a snapshot of the contents to save.
  ///
  /// Override it.
  ///
  /// - Parameter type: the type to save as.
  /// - Returns: `Data` for a file, a `FileWrapper` for a package.
  /// - Throws: the error of the override; nothing is written then.
  open func contents(ofType type: UTType) throws -> Any {
    throw missingOverride("contents(ofType:)", .save)
  }

  /// Loads contents into the model.
  ///
  /// Override it.
  ///
  /// - Parameters:
  ///   - contents: `Data` of a file, or a `FileWrapper` of a package.
  ///   - type: the type of the contents.
  /// - Throws: the error of the override; the document is then unchanged.
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

  /// The document calls it on the queue of file access; other threads must not call it if the main
  /// actor may wait for them.
  package nonisolated static func onMainActor<Result: Sendable>(
    _ body: @escaping @MainActor @Sendable () throws -> Result
  ) throws -> Result {
    guard !MainQueue.isCurrent else { return try MainActor.assumeIsolated(body) }
    return try ResumptionContext.main.performAndWait { try MainActor.assumeIsolated(body) }
  }
}
