internal import FoundationAdditions
public import UniformTypes

/// A document that is a shared object: the counterpart of SwiftUI's protocol of this name.
///
/// It runs on ``ObjectDocument``. Edits are noticed in each of three ways: what the object publishes
/// (``Published``, or ``ObservableObject/objectWillChange``), what changes of a class with
/// `@Observable` that the snapshot has read, and what is registered with the document's undo
/// manager. One of them suffices, and an edit that is noticed in several counts once.
///
/// | requirement | runs |
/// |---|---|
/// | `init(configuration:)` | where the file is read, off the main actor |
/// | `snapshot(contentType:)` | on the main actor, where nobody edits meanwhile |
/// | `fileWrapper(snapshot:configuration:)` | where the file is written, off the main actor, while editing goes on; on the main actor for a duplicate |
///
/// The class belongs to no actor, as SwiftUI's documents do. One that is marked `@MainActor` conforms
/// to `@preconcurrency ReferenceFileDocument`, and has its `init(configuration:)` and
/// `fileWrapper(snapshot:configuration:)` marked `nonisolated`.
public protocol ReferenceFileDocument: ObservableObject, SendableMetatype {
  /// What the object is at one moment, with everything that writing needs.
  associatedtype Snapshot

  /// The types that it can be made of.
  static var readableContentTypes: [UTType] { get }

  /// The types that it can be saved and exported as; those it reads, unless it says something else.
  ///
  /// A type that is read and not written is only imported, and without any the document is for
  /// viewing.
  static var writableContentTypes: [UTType] { get }

  /// Makes a document of a file or a package.
  ///
  /// - Parameter configuration: what was read.
  /// - Throws: any error; the document that was there before stays as it is.
  init(configuration: ReadConfiguration) throws

  /// What the document is now.
  ///
  /// - Parameter contentType: the type to write.
  /// - Throws: any error; nothing is written then.
  func snapshot(contentType: UTType) throws -> Snapshot

  /// Makes the file or package that holds a snapshot.
  ///
  /// The object may be another one meanwhile: what is written comes from the snapshot.
  ///
  /// - Parameters:
  ///   - snapshot: what ``snapshot(contentType:)`` gave.
  ///   - configuration: the type to write, and what is to be replaced.
  /// - Returns: a file, or a directory for a package.
  /// - Throws: any error; the old item stays as it is.
  func fileWrapper(
    snapshot: Snapshot, configuration: WriteConfiguration
  ) throws -> FileWrapper

  /// What a document is made of.
  typealias ReadConfiguration = FileDocumentReadConfiguration

  /// What a document is written for.
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}

extension ReferenceFileDocument {
  /// The types that it reads.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}
