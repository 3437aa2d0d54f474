import UTITypeGraph

/// The vocabulary a tag belongs to, such as filename extensions or MIME types.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// The identifier of the tag class.
  public let rawValue: String

  /// Makes a tag class from its identifier.
  ///
  /// - Parameter rawValue: the identifier, such as `public.filename-extension`.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Filename extensions, without the leading dot: `public.filename-extension`.
  public static var filenameExtension: UTTagClass { UTTagClass(.filenameExtension) }

  /// MIME types: `public.mime-type`.
  public static var mimeType: UTTagClass { UTTagClass(.mimeType) }

  init(_ tagClass: TagClass) {
    rawValue = tagClass.rawValue
  }
}

extension UTTagClass: CustomStringConvertible, CustomDebugStringConvertible {
  /// The identifier of the tag class.
  public var description: String { rawValue }

  /// The identifier of the tag class.
  public var debugDescription: String { rawValue }
}

extension UTTagClass: Codable {}
