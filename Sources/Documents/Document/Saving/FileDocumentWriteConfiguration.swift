public import Foundation
internal import FoundationAdditions
public import UniformTypes

/// The type and the destination of a save of a ``FileDocument`` or a ``ReferenceFileDocument``.
public struct FileDocumentWriteConfiguration {
  /// The type to write.
  public let contentType: UTType

  /// The item to be replaced; nil if there is none.
  ///
  /// It is read lazily. Children of this wrapper that are added to the new package are linked, not
  /// copied.
  public let existingFile: FileWrapper?

  /// The location of the new item; nil if it has none, as for a duplicate.
  ///
  /// SwiftUI's configuration has no such property. Exports and autosaves to the recovery location
  /// do not use the document's location (rule Q4).
  public let destinationURL: URL?

  /// Creates a configuration, for tests and for code that writes documents itself; SwiftUI has no
  /// such initializer.
  ///
  /// - Parameters:
  ///   - contentType: the type to write.
  ///   - existingFile: the item to be replaced.
  ///   - destinationURL: the location of the new item.
  public init(
    contentType: UTType, existingFile: FileWrapper? = nil, destinationURL: URL? = nil
  ) {
    self.contentType = contentType
    self.existingFile = existingFile
    self.destinationURL = destinationURL
  }
}
