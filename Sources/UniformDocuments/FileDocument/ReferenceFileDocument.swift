public import Foundation
internal import UniformFoundationAdditions
public import UniformTypes

/// A document that is a shared object: the counterpart of SwiftUI's protocol of the same name.
///
/// It runs on ``ObjectDocument``, which detects edits in three ways: publications of the object
/// (``Published``, or ``ObservableObject/objectWillChange``), changes of properties of an
/// `@Observable` class that the snapshot has read, and registrations with the document's undo
/// manager. One way is sufficient. An edit that is detected in several ways counts once.
///
/// | requirement | runs |
/// |---|---|
/// | `init(configuration:)` | with the reading of the file, off the main actor |
/// | `snapshot(contentType:)` | on the main actor, without concurrent edits |
/// | `fileWrapper(snapshot:configuration:)` | with the writing of the file, off the main actor, while editing continues; on the main actor for a duplicate |
///
/// The class belongs to no actor, as documents of SwiftUI do. A class that is marked `@MainActor`
/// conforms to `@preconcurrency ReferenceFileDocument` and marks its `init(configuration:)` and
/// `fileWrapper(snapshot:configuration:)` as `nonisolated`.
public protocol ReferenceFileDocument: ObservableObject, SendableMetatype {
  /// The state of the object at one moment, with all that writing needs.
  associatedtype Snapshot

  /// The types that it can be read from.
  static var readableContentTypes: [UTType] { get }

  /// The types that it can be saved and exported as; by default the readable types.
  ///
  /// A type that is readable and not writable is only imported. Without writable types the document
  /// is for viewing.
  static var writableContentTypes: [UTType] { get }

  /// Creates a document from a file or a package.
  ///
  /// - Parameter configuration: the contents that were read.
  /// - Throws: any error; the previous contents of the document then remain.
  init(configuration: ReadConfiguration) throws

  /// Returns the current state of the document.
  ///
  /// - Parameter contentType: the type to write.
  /// - Throws: any error; nothing is written then.
  func snapshot(contentType: UTType) throws -> Snapshot

  /// Creates the file or package of a snapshot.
  ///
  /// The object may have changed meanwhile; only the snapshot is written.
  ///
  /// - Parameters:
  ///   - snapshot: the result of ``snapshot(contentType:)``.
  ///   - configuration: the type to write, and the item to be replaced.
  /// - Returns: a file, or a directory for a package.
  /// - Throws: any error; the old item is then unchanged.
  func fileWrapper(snapshot: Snapshot, configuration: WriteConfiguration) throws -> FileWrapper

  /// The contents that a document is created from.
  typealias ReadConfiguration = FileDocumentReadConfiguration

  /// The type and the destination of a save.
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}

extension ReferenceFileDocument {
  /// The readable types.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// A shared document that receives its previous snapshot and need not write unchanged parts again
/// (rule Q2).
///
/// SwiftUI has no such protocol. It needs memory for an additional snapshot.
public protocol IncrementalReferenceFileDocument: ReferenceFileDocument {
  /// Creates the file or package of a snapshot, from the previous snapshot and the differences.
  ///
  /// - Parameters:
  ///   - snapshot: the result of ``ReferenceFileDocument/snapshot(contentType:)``.
  ///   - previousSnapshot: the snapshot of the contents of `existingFile`: the one that was last
  ///     saved to it, or taken when the document was opened. It is nil if it is unknown, as for an
  ///     export.
  ///   - configuration: the type to write, and the item to be replaced.
  /// - Returns: a file, or a directory for a package.
  /// - Throws: any error; the old item is then unchanged.
  func fileWrapper(
    snapshot: Snapshot, previousSnapshot: Snapshot?, configuration: WriteConfiguration
  ) throws -> FileWrapper
}

extension IncrementalReferenceFileDocument {
  /// Creates the file or package from the snapshot alone.
  public func fileWrapper(
    snapshot: Snapshot, configuration: WriteConfiguration
  ) throws -> FileWrapper {
    try fileWrapper(snapshot: snapshot, previousSnapshot: nil, configuration: configuration)
  }
}

/// A shared document for its editor: the counterpart of the configuration that SwiftUI passes to
/// the editor of a `DocumentGroup`.
@MainActor public struct ReferenceFileDocumentConfiguration<Document: ReferenceFileDocument> {
  private let host: ObjectDocument<Document>

  init(_ host: ObjectDocument<Document>) { self.host = host }

  /// The document; a new object after the file was read again.
  public var document: Document { host.document }

  /// The location of the document; nil before its first save.
  public var fileURL: URL? { host.savedURL }

  /// A Boolean value that indicates whether the document may be edited now.
  public var isEditable: Bool { host.isEditable }
}
