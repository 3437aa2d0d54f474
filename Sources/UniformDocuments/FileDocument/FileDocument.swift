public import Foundation
internal import Synchronization
internal import UTIPlatform
public import UniformFoundationAdditions
public import UniformTypes

/// A document that is a value: the counterpart of SwiftUI's protocol of the same name.
///
/// A conforming type lists its readable and writable types, is created from a file, and creates a
/// file. It runs on ``ValueDocument``, which saves it, undoes its edits and follows its file:
///
/// ```swift
/// struct TextFile: FileDocument {
///   static var readableContentTypes: [UTType] { [.plainText] }
///   var text = ""
///
///   init(configuration: ReadConfiguration) throws {
///     guard let data = configuration.file.regularFileContents else {
///       throw CocoaError(.fileReadCorruptFile)
///     }
///     text = String(decoding: data, as: UTF8.self)
///   }
///
///   func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper {
///     FileWrapper(regularFileWithContents: Data(text.utf8))
///   }
/// }
/// ```
///
/// | requirement | runs |
/// |---|---|
/// | `init(configuration:)` | with the reading of the file, off the main actor; in a direct call of ``Document/load(fromContents:ofType:)``, in the isolation of the call |
/// | `fileWrapper(configuration:)` | with the writing of the file, off the main actor, while editing continues; on the main actor for a duplicate |
public protocol FileDocument: Sendable {
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

  /// Creates the file or package of the document.
  ///
  /// - Parameter configuration: the type to write, and the item to be replaced.
  /// - Returns: a file, or a directory for a package.
  /// - Throws: any error; the old item is then unchanged.
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper

  /// The contents that a document is created from.
  typealias ReadConfiguration = FileDocumentReadConfiguration

  /// The type and the destination of a save.
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}

extension FileDocument {
  /// The readable types.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}

/// A value document for its editor: the counterpart of the configuration that SwiftUI passes to the
/// editor of a `DocumentGroup`.
@MainActor public struct FileDocumentConfiguration<Document: FileDocument> {
  private let host: ValueDocument<Document>

  init(_ host: ValueDocument<Document>) { self.host = host }

  /// The document; setting it is an undoable edit, and does nothing unless ``isEditable``.
  ///
  /// The binding of a toolkit reads and sets this property, or a part of it.
  public var document: Document {
    get { host.document }
    nonmutating set { host.document = newValue }
  }

  /// The location of the document; nil before its first save.
  public var fileURL: URL? { host.savedURL }

  /// A Boolean value that indicates whether the document may be edited now.
  public var isEditable: Bool { host.isEditable }
}

/// The contents that a ``FileDocument`` or a ``ReferenceFileDocument`` is created from.
public struct FileDocumentReadConfiguration {
  /// The type of the contents.
  ///
  /// It is the type of the item itself, which conforms to a readable type of the document and may
  /// be a subtype of it.
  public let contentType: UTType

  /// The complete file or package.
  public let file: FileWrapper

  /// Creates a configuration, for tests and for code that reads documents itself; SwiftUI has no
  /// such initializer.
  ///
  /// - Parameters:
  ///   - contentType: the type of the file.
  ///   - file: the file or the package.
  public init(contentType: UTType, file: FileWrapper) {
    self.contentType = contentType
    self.file = file
  }
}

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

/// Reads a document from a file wrapper: the counterpart of SwiftUI's type of the same name.
///
/// The files of a package are read on access, which can fail.
public struct FileWrapperDocumentReader<Snapshot>: DocumentReader {
  /// The configuration of the reader.
  public typealias ReadConfiguration = DocumentReadConfiguration
  /// The type of the location.
  public typealias Source = URL

  private let lastWrapper: LastFileWrapper
  private let makeSnapshot: (FileWrapper) async throws -> sending Snapshot

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - configuration: the configuration that the document receives.
  ///   - makeSnapshot: creates the contents from the file or package; throws for invalid contents.
  public init(
    _ configuration: sending ReadConfiguration,
    makeSnapshot: @escaping (FileWrapper) async throws -> sending Snapshot
  ) {
    lastWrapper = configuration.lastWrapper
    self.makeSnapshot = makeSnapshot
  }

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - source: the item.
  ///   - progress: the progress of reading, which counts as done at the end.
  /// - Returns: the contents.
  /// - Throws: `DocumentError`, or the error of the function that creates the contents.
  @concurrent public func read(
    from source: sending URL, progress: consuming Subprogress
  ) async throws -> sending Snapshot {
    let wrapper = try FileWrapper(url: source, options: .withoutMapping)
    let snapshot = try await makeSnapshot(wrapper)
    lastWrapper.put(wrapper)
    return snapshot
  }
}

/// Writes a document as a file wrapper: the counterpart of SwiftUI's type of the same name.
///
/// The files of unchanged children are linked, not written again.
public struct FileWrapperDocumentWriter<Snapshot>: DocumentWriter {
  /// The configuration of the writer.
  public typealias WriteConfiguration = DocumentWriteConfiguration
  /// The type of the location.
  public typealias Destination = URL

  private let lastWrapper: LastFileWrapper
  private let makeFileWrapper: (Snapshot, FileWrapper?) async throws -> FileWrapper

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - configuration: the configuration that the document receives.
  ///   - makeFileWrapper: creates the file or package. Its second argument is the wrapper of the last
  ///     save, or of the last read by a ``FileWrapperDocumentReader``; it may be changed and
  ///     returned. It is nil if the item may have other contents, as for an export or after a save
  ///     that failed.
  public init(
    _ configuration: sending WriteConfiguration,
    makeFileWrapper: @escaping (Snapshot, FileWrapper?) async throws -> FileWrapper
  ) {
    lastWrapper = configuration.lastWrapper
    self.makeFileWrapper = makeFileWrapper
  }

  /// Writes an item, with all its parts.
  ///
  /// - Parameters:
  ///   - snapshot: the contents.
  ///   - destination: the location of the new item.
  ///   - previous: unused.
  ///   - progress: the progress of writing, which counts as done at the end.
  /// - Throws: `DocumentError`, or the error of the function that creates the file wrapper.
  @concurrent public func write(
    snapshot: sending Snapshot, to destination: sending URL, previous: sending Snapshot?,
    progress: consuming Subprogress
  ) async throws {
    try await makeFileWrapper(snapshot, nil).write(
      to: destination, options: [], originalContentsURL: nil)
  }
}

extension FileWrapperDocumentWriter: FileWrapperMaking {
  func fileWrapper(of snapshot: Any, isSuccessor: Bool) async throws -> FileWrapper {
    guard let snapshot = snapshot as? Snapshot else { throw CocoaError(.fileWriteUnknown) }
    // A save that fails leaves the wrapper in an unknown state, so it is forgotten.
    return try await makeFileWrapper(snapshot, isSuccessor ? lastWrapper.take() : nil)
  }

  func noteSaved(_ wrapper: FileWrapper) { lastWrapper.put(wrapper) }
}

/// A writer that creates a file wrapper for the document to write.
protocol FileWrapperMaking {
  /// `isSuccessor`: the item to be replaced has the contents of the last wrapper.
  @concurrent func fileWrapper(of snapshot: Any, isSuccessor: Bool) async throws -> FileWrapper

  /// Notes that the document's item has the contents of a file wrapper.
  func noteSaved(_ wrapper: FileWrapper)
}

/// The file wrapper of the last operation of a document, which its reader and its writer share.
final class LastFileWrapper: Sendable {
  private let wrapper = Mutex<UncheckedSendableBox<FileWrapper>?>(nil)

  func put(_ wrapper: FileWrapper) {
    let box = UncheckedSendableBox(wrapper)
    self.wrapper.withLock { $0 = box }
  }

  func take() -> FileWrapper? {
    wrapper.withLock { wrapper in
      defer { wrapper = nil }
      return wrapper
    }?.value
  }
}
