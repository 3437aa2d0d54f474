internal import FoundationAdditions
public import UniformTypes

/// What a ``FileDocument`` or a ``ReferenceFileDocument`` is made of.
public struct FileDocumentReadConfiguration {
  /// The type of what was read.
  ///
  /// It is the type of the item itself, which conforms to one of those that the document says it
  /// reads, and need not be the same.
  public let contentType: UTType

  /// The file or the package that was read, with everything in it.
  public let file: FileWrapper

  /// Makes a configuration, which SwiftUI's cannot be: for tests, and for whoever reads by himself.
  ///
  /// - Parameters:
  ///   - contentType: the type of the file.
  ///   - file: the file or the package.
  public init(contentType: UTType, file: FileWrapper) {
    self.contentType = contentType
    self.file = file
  }
}
