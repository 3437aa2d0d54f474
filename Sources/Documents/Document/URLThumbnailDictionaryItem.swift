/// The size of a thumbnail among the attributes that a document writes.
///
/// On Apple's systems ``Document/fileAttributesToWrite(to:for:)`` may return images of these sizes
/// under `URLResourceKey.thumbnailDictionaryKey`. Files on Linux cannot store them, so they are
/// ignored, and all other attributes are written.
public struct URLThumbnailDictionaryItem: RawRepresentable, Hashable, Sendable {
  /// The name of the size.
  public let rawValue: String

  /// Creates a size from its name.
  ///
  /// - Parameter rawValue: the name.
  public init(rawValue: String) { self.rawValue = rawValue }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  // The name is Apple's.
  /// An image of 1024 by 1024 points.
  public static let NSThumbnail1024x1024SizeKey = Self(rawValue: "NSThumbnail1024x1024SizeKey")
}
