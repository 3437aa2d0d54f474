public import Foundation
public import UniformTypes

/// An object that a reader reads from a file: the counterpart of SwiftUI's newer protocol of the
/// same name.
///
/// It runs on ``ModelDocument``. The class should have `@Observable`. It is created empty, and
/// ``apply(snapshot:previous:)`` fills it every time its file is read, also after changes by other
/// processes. SwiftUI's `Document` combines this protocol and ``WritableDocument``. That is the
/// name of a class here, so write `ReadableDocument & WritableDocument`, or declare
/// `nonisolated protocol Document: ReadableDocument, WritableDocument {}` in the program.
public protocol ReadableDocument: AnyObject, SendableMetatype {
  /// The type that reads the document.
  associatedtype Reader: DocumentReader where Reader.Source == URL

  /// The configuration of a reader.
  typealias ReadConfiguration = DocumentReadConfiguration

  /// The types that can be read.
  static var readableContentTypes: [UTType] { get }

  /// Creates the reader of the document, on the main actor.
  ///
  /// - Parameter configuration: the type to read.
  /// - Throws: any error; the document is then unchanged.
  func reader(configuration: sending ReadConfiguration) throws -> Reader

  /// Applies the contents that were read.
  ///
  /// - Parameters:
  ///   - snapshot: the contents that were read.
  ///   - previous: the contents that were last read or written; nil for the first time.
  /// - Throws: any error; opening or reading again fails with it.
  @MainActor func apply(
    snapshot: sending Reader.Snapshot, previous: sending Reader.Snapshot?
  ) async throws
}

extension ReadableDocument where Self: WritableDocument {
  /// The types that can be read.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}

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

/// Reads a document off the main actor: the counterpart of SwiftUI's newer protocol of the same
/// name.
public protocol DocumentReader<Snapshot> {
  /// The contents to read, with everything that the document needs.
  associatedtype Snapshot
  /// The type of the location; a document is read from a URL.
  associatedtype Source = URL

  /// Reads an item.
  ///
  /// - Parameters:
  ///   - source: the item; only this location may be read.
  ///   - progress: the progress of reading, which the reader may start.
  /// - Returns: the contents.
  /// - Throws: any error; the document is then unchanged.
  @concurrent func read(
    from source: sending Source, progress: consuming Subprogress
  ) async throws -> sending Snapshot
}

/// Writes a document off the main actor: the counterpart of SwiftUI's newer protocol of the same
/// name.
public protocol DocumentWriter<Snapshot> {
  /// The contents to write, with everything that the document has.
  associatedtype Snapshot
  /// The type of the location; a document is written to a URL.
  associatedtype Destination = URL

  /// Writes an item, which is then atomically exchanged with the document's item.
  ///
  /// If `previous` is given and the document is a package, the destination is a copy of the package,
  /// so a writer may write the changed parts only. If it is nil and the type is a package, the
  /// destination is an empty directory. Otherwise the destination is free (rule Q2).
  ///
  /// - Parameters:
  ///   - snapshot: the contents of the document when the save began.
  ///   - destination: the location to write to.
  ///   - previous: the contents of the document's item, parts of which may be unchanged; nil if
  ///     they are unknown, as for an export.
  ///   - progress: the progress of writing, which the writer may start.
  /// - Throws: any error; the old item is then unchanged.
  @concurrent func write(
    snapshot: sending Snapshot, to destination: sending Destination, previous: sending Snapshot?,
    progress: consuming Subprogress
  ) async throws
}

/// The configuration of a ``DocumentReader``.
public struct DocumentReadConfiguration: Hashable, Sendable, CustomStringConvertible {
  /// The type to read.
  public let contentType: UTType
  let lastWrapper: LastFileWrapper

  /// Creates a configuration, for tests; SwiftUI has no such initializer.
  ///
  /// - Parameter contentType: the type to read.
  public init(contentType: UTType) { self.init(contentType, LastFileWrapper()) }

  init(_ contentType: UTType, _ lastWrapper: LastFileWrapper) {
    self.contentType = contentType
    self.lastWrapper = lastWrapper
  }

  /// Returns a Boolean value that indicates whether both have the same type.
  public static func == (first: Self, second: Self) -> Bool {
    first.contentType == second.contentType
  }

  /// Hashes the type.
  public func hash(into hasher: inout Hasher) { hasher.combine(contentType) }

  /// The identifier of the type.
  public var description: String { contentType.identifier }
}

/// The configuration of a ``DocumentWriter``.
public struct DocumentWriteConfiguration: Hashable, Sendable, CustomStringConvertible {
  /// The type to write.
  public let contentType: UTType
  let lastWrapper: LastFileWrapper

  /// Creates a configuration, for tests; SwiftUI has no such initializer.
  ///
  /// - Parameter contentType: the type to write.
  public init(contentType: UTType) { self.init(contentType, LastFileWrapper()) }

  init(_ contentType: UTType, _ lastWrapper: LastFileWrapper) {
    self.contentType = contentType
    self.lastWrapper = lastWrapper
  }

  /// Returns a Boolean value that indicates whether both have the same type.
  public static func == (first: Self, second: Self) -> Bool {
    first.contentType == second.contentType
  }

  /// Hashes the type.
  public func hash(into hasher: inout Hasher) { hasher.combine(contentType) }

  /// The identifier of the type.
  public var description: String { contentType.identifier }
}

/// A way of creating a document, such as a button of a launch screen: the counterpart of SwiftUI's
/// type of the same name.
///
/// Programs add constants in an extension.
public struct DocumentCreationSource: Hashable, Sendable {
  /// The name of the way, which is the raw value of a ``Document/CreationIntent``.
  let id: String

  /// Creates a way of creating documents.
  ///
  /// - Parameter id: the name of the way.
  public init(id: String) { self.id = id }
}

/// The circumstances in which a document is created: the counterpart of SwiftUI's type of the same
/// name.
public struct DocumentCreationContext: Hashable, Sendable, CustomStringConvertible {
  /// The way of creating the document; nil for one that is opened, or created without a way.
  public let creationSource: DocumentCreationSource?

  /// The name of the way.
  public var description: String { creationSource?.id ?? "none" }
}
