public import Foundation
@_exported public import UniformItemProviders
@_exported public import UniformTypeIdentifiers

/// A type whose values can be exported as data or files and imported from them.
public protocol Transferable: SendableMetatype {
  /// The kind of the representation.
  associatedtype Representation: TransferRepresentation

  /// The representations that values are exported as and imported from, the preferred one first.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

/// One or more forms in which values of a type are exported and imported.
public protocol TransferRepresentation<Item>: Sendable {
  /// The type of the values.
  associatedtype Item: Transferable
  /// The kind of the representations that this one consists of.
  associatedtype Body: TransferRepresentation

  /// The representations that this one consists of.
  @TransferRepresentationBuilder<Item> var body: Body { get }
}

/// Builds a representation of the representations in a block, the preferred one first.
@resultBuilder
public enum TransferRepresentationBuilder<Item: Transferable> {
  /// Accepts a representation of the type.
  ///
  /// - Parameter content: the representation.
  /// - Returns: the representation.
  public static func buildExpression<Content: TransferRepresentation>(
    _ content: Content
  ) -> Content where Content.Item == Item { content }

  /// Accepts a representation of a `Codable` type.
  ///
  /// - Parameter content: the representation.
  /// - Returns: the representation.
  public static func buildExpression<Encoder, Decoder>(
    _ content: CodableRepresentation<Item, Encoder, Decoder>
  ) -> CodableRepresentation<Item, Encoder, Decoder> where Item: Codable { content }

  /// Builds a block with one representation.
  ///
  /// - Parameter content: the representation.
  /// - Returns: the representation.
  public static func buildBlock<Content: TransferRepresentation>(
    _ content: Content
  ) -> Content where Content.Item == Item { content }

  /// Builds a block with several representations.
  ///
  /// - Parameter content: the representations.
  /// - Returns: all of them, in this order.
  public static func buildBlock<each Content: TransferRepresentation>(
    _ content: repeat each Content
  ) -> TupleTransferRepresentation<Item, repeat each Content> {
    TupleTransferRepresentation((repeat each content))
  }
}

/// Several representations of a type, the preferred one first.
public struct TupleTransferRepresentation<Item: Transferable, each Content: TransferRepresentation>:
  TransferRepresentation
{
  let content: (repeat each Content)

  init(_ content: (repeat each Content)) { self.content = content }

  /// There is no representation besides the parts.
  public typealias Body = Never
}

extension TransferRepresentation where Body == Never {
  /// Not used, because the representation does not consist of others.
  public var body: Never { preconditionFailure("\(Self.self) has no body.") }
}

extension Never: Transferable, TransferRepresentation {
  /// The values of a representation that does not exist.
  public typealias Item = Never
  /// There is no representation in it.
  public typealias Body = Never
}

extension Never {
  /// Never called, because there is no value.
  public static var transferRepresentation: Never {
    preconditionFailure("There is no value of the type Never.")
  }
}

/// The programs that may import a representation.
public struct TransferRepresentationVisibility: Hashable, Sendable {
  let level: NSItemProviderRepresentationVisibility

  /// All programs.
  public static let all = Self(level: .all)
  /// Programs of the same development team.
  public static let team = Self(level: .team)
  /// Programs of the same group.
  public static let group = Self(level: .group)
  /// The own process alone.
  public static let ownProcess = Self(level: .ownProcess)
}

// MARK: - Encoders

/// An encoder that creates the whole output for a value.
public protocol TopLevelEncoder: SendableMetatype {
  /// The kind of the output.
  associatedtype Output

  /// Encodes a value.
  ///
  /// - Parameter value: the value.
  /// - Returns: the output.
  /// - Throws: an error if the value cannot be encoded.
  func encode<T: Encodable>(_ value: T) throws -> Output
}

/// A decoder that creates a value from the whole input.
public protocol TopLevelDecoder: SendableMetatype {
  /// The kind of the input.
  associatedtype Input

  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - from: the input.
  /// - Returns: the value.
  /// - Throws: an error if the input is not a value of the type.
  func decode<T: Decodable>(_ type: T.Type, from: Input) throws -> T
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

// MARK: - Types of Foundation

extension String: Transferable {
  /// UTF-8 text; UTF-16 and other plain text are imported too.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<String>(contentType: .utf8PlainText) {
      Data($0.utf8)
    } importing: {
      try text($0, .utf8PlainText)
    }
    DataRepresentation<String>(importedContentType: .utf16PlainText) {
      try text($0, .utf16PlainText)
    }
    DataRepresentation<String>(importedContentType: .utf16ExternalPlainText) {
      try text($0, .utf16ExternalPlainText)
    }
    DataRepresentation<String>(importedContentType: .plainText) { try text($0, .plainText) }
    DataRepresentation<String>(importedContentType: .text) { try text($0, .text) }
  }

  private static func text(_ data: Data, _ type: UTType) throws -> String {
    try NSString.object(withItemProviderData: data, typeIdentifier: type.identifier) as String
  }
}

extension Data: Transferable {
  /// The bytes, as data of no particular type.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<Data>(contentType: .data) {
      $0
    } importing: {
      $0
    }
  }
}

extension URL: Transferable {
  /// The text of the URL; the URL of a file has the more specific type too.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation<URL>(contentType: .fileURL, exporting: data, importing: url)
      .exportingCondition(\.isFileURL)
    DataRepresentation<URL>(contentType: .url, exporting: data, importing: url)
  }

  @Sendable private static func data(_ url: URL) -> Data { Data(url.absoluteString.utf8) }

  @Sendable private static func url(_ data: Data) throws -> URL {
    try NSURL.object(withItemProviderData: data, typeIdentifier: UTType.url.identifier) as URL
  }
}

extension AttributedString: Transferable {
  /// The text without attributes, because Foundation on Linux does not write rich text.
  public static var transferRepresentation: some TransferRepresentation {
    ProxyRepresentation<AttributedString, String> {
      String($0.characters)
    } importing: {
      AttributedString($0)
    }
  }
}
