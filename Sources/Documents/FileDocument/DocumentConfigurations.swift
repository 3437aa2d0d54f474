public import UniformTypes

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
