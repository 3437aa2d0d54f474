public import Foundation
internal import FoundationAdditions
public import UniformTypes

/// What a ``FileDocument`` or a ``ReferenceFileDocument`` is written for.
public struct FileDocumentWriteConfiguration {
  /// The type to write.
  public let contentType: UTType

  /// The item that is going to be replaced; nil when there is none.
  ///
  /// It is read when it is looked into. A package takes over what has not changed: the children of
  /// this wrapper that are put into the new one are linked, not copied.
  public let existingFile: FileWrapper?

  /// Where the item will be; nil when it is for no place, such as that of a duplicate.
  ///
  /// SwiftUI's configuration has no such property. An export or an autosave elsewhere has another
  /// place than the document (rule Q4).
  public let destinationURL: URL?

  /// Makes a configuration, which SwiftUI's cannot be: for tests, and for whoever writes by himself.
  ///
  /// - Parameters:
  ///   - contentType: the type to write.
  ///   - existingFile: the item that is going to be replaced.
  ///   - destinationURL: where the item will be.
  public init(
    contentType: UTType, existingFile: FileWrapper? = nil, destinationURL: URL? = nil
  ) {
    self.contentType = contentType
    self.existingFile = existingFile
    self.destinationURL = destinationURL
  }
}
