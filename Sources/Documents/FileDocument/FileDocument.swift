internal import FoundationAdditions
public import UniformTypes

/// A document that is a value: the counterpart of SwiftUI's protocol of this name.
///
/// A conforming type says which types it reads and writes, is made of a file, and makes a file. It
/// runs on ``ValueDocument``, which saves it, undoes its edits and follows its file:
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
/// | `init(configuration:)` | where the file is read, off the main actor; where ``Document/load(fromContents:ofType:)`` is called when somebody calls that |
/// | `fileWrapper(configuration:)` | where the file is written, off the main actor, while editing goes on; on the main actor for a duplicate |
public protocol FileDocument: Sendable {
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

  /// Makes the file or package that holds the document.
  ///
  /// - Parameter configuration: the type to write, and what is to be replaced.
  /// - Returns: a file, or a directory for a package.
  /// - Throws: any error; the old item stays as it is.
  func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper

  /// What a document is made of.
  typealias ReadConfiguration = FileDocumentReadConfiguration

  /// What a document is written for.
  typealias WriteConfiguration = FileDocumentWriteConfiguration
}

extension FileDocument {
  /// The types that it reads.
  public static var writableContentTypes: [UTType] { readableContentTypes }
}
