public import Foundation
public import UniformTypes

/// An object that a writer writes to a file from a snapshot: the counterpart of SwiftUI's newer
/// protocol of the same name.
///
/// The snapshot is taken on the main actor, and written off it while editing continues (rule Q1).
public protocol WritableDocument: AnyObject, SendableMetatype {
  /// The type that writes the document.
  associatedtype Writer: DocumentWriter where Writer.Destination == URL

  /// The configuration of a writer.
  typealias WriteConfiguration = DocumentWriteConfiguration

  /// The types that can be written.
  static var writableContentTypes: [UTType] { get }

  /// Returns the current state of the document.
  ///
  /// Changes while it waits count as changes after the snapshot, and are saved again. A duplicate
  /// needs a result without waiting, and fails otherwise.
  ///
  /// - Parameter contentType: the type to write.
  /// - Throws: any error; nothing is written then.
  @MainActor func snapshot(contentType: UTType) async throws -> Writer.Snapshot

  /// Creates the writer of the document, on the main actor.
  ///
  /// - Parameter configuration: the type to write.
  /// - Throws: any error; nothing is written then.
  func writer(configuration: sending WriteConfiguration) throws -> Writer
}
