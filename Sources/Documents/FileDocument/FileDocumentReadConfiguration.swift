internal import FoundationAdditions
public import UniformTypes

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
