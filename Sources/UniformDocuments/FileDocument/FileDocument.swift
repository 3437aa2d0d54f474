public import Foundation
internal import UniformFoundationAdditions
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
