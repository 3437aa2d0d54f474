/// The size of a thumbnail among the attributes that a document writes.
///
/// On Apple's systems ``Document/fileAttributesToWrite(to:for:)`` may have pictures of these sizes
/// under `URLResourceKey.thumbnailDictionaryKey`. Files here have no place for them: they are passed
/// over, and everything else is written.
public struct URLThumbnailDictionaryItem: RawRepresentable, Hashable, Sendable {
  /// The name of the size.
  public let rawValue: String

  /// Makes a size of its name.
  ///
  /// - Parameter rawValue: the name.
  public init(rawValue: String) { self.rawValue = rawValue }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  // The name is Apple's.
  /// A picture of 1024 by 1024 points.
  public static let NSThumbnail1024x1024SizeKey = Self(rawValue: "NSThumbnail1024x1024SizeKey")
}
