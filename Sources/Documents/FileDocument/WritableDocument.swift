public import UniformTypes

/// An object that a writer writes to a file from a snapshot: the counterpart of the protocol of this
/// name in SwiftUI's later generation.
///
/// The snapshot is taken on the main actor, and written elsewhere while editing goes on (rule Q1).
public protocol WritableDocument: AnyObject, SendableMetatype {
  /// What writes the document.
  associatedtype Writer: DocumentWriter

  /// What a writer is made for.
  typealias WriteConfiguration = DocumentWriterConfiguration

  /// The types that can be written.
  static var writableContentTypes: [UTType] { get }

  /// What the document is now.
  ///
  /// What changes while it waits for something counts as a change after the snapshot, and is saved
  /// again. A duplicate is made in one go, and fails if this waits.
  ///
  /// - Parameter contentType: the type to write.
  /// - Throws: any error; nothing is written then.
  @MainActor func snapshot(contentType: UTType) async throws -> Writer.Snapshot

  /// Makes what writes the document; is called on the main actor.
  ///
  /// - Parameter configuration: what is going to be written.
  /// - Throws: any error; nothing is written then.
  func writer(configuration: WriteConfiguration) throws -> Writer
}

/// What a ``DocumentWriter`` is made for.
///
/// What SwiftUI's has is not known here; it has what writing needs.
public struct DocumentWriterConfiguration: Sendable {
  /// The type to write.
  public let contentType: UTType

  /// Makes a configuration, for tests.
  ///
  /// - Parameter contentType: the type to write.
  public init(contentType: UTType) { self.contentType = contentType }
}
