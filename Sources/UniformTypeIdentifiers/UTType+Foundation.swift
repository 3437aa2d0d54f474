public import Foundation
import SystemPackage
public import UTITypeDetection
import UTITypeGraph

extension UTType {
  /// The type of the item at a file URL, by its kind, its name and its content.
  ///
  /// - Parameter url: the URL of an existing item.
  /// - Throws: `DetectionError` when there is no such item, or it cannot be read; `CocoaError` when
  ///   the URL is not a file URL.
  /// - Complexity: bounded by `DetectionLimits`.
  public init(contentsOf url: URL) throws {
    let registry = TypeRegistry.current
    self = registry.type(of: try registry.identify(url))
  }
}

extension TypeRegistry {
  /// Returns the type of the item at a file URL, with the evidence.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - basis: the evidence to use; with `name` the item need not exist.
  ///   - followsLinks: whether a symbolic link is followed.
  /// - Returns: the verdict, whose `contentType` is the type.
  /// - Throws: as ``UTType/init(contentsOf:)``.
  /// - Complexity: bounded by `DetectionLimits`.
  public func identify(
    _ url: URL, by basis: DetectionInput = .both, followsLinks: Bool = true
  ) throws -> Verdict {
    guard url.isFileURL else {
      throw CocoaError(.fileReadUnsupportedScheme, userInfo: [NSURLErrorKey: url])
    }
    // A name on Linux is a sequence of bytes, which need not be text.
    let path = url.withUnsafeFileSystemRepresentation { $0.map { FilePath(platformString: $0) } }
    return try identify(path: path ?? FilePath(url.path), by: basis, followsLinks: followsLinks)
  }
}

extension UTType {
  /// The address of a document that describes the type, from its declaration.
  public var referenceURL: URL? {
    activeDeclaration?.referenceURL.flatMap { URL(string: $0) }
  }
}

extension UTType: ReferenceConvertible {
  /// The class that wraps the value.
  public typealias ReferenceType = UTTypeReference

  /// The type as an object.
  public func _bridgeToObjectiveC() -> UTTypeReference {
    UTTypeReference(self)
  }

  /// Returns the type of an object.
  ///
  /// - Parameters:
  ///   - source: the object.
  ///   - result: the type.
  public static func _forceBridgeFromObjectiveC(
    _ source: UTTypeReference, result: inout UTType?
  ) {
    result = source.type
  }

  /// Returns the type of an object.
  ///
  /// - Parameters:
  ///   - source: the object.
  ///   - result: the type.
  /// - Returns: true.
  public static func _conditionallyBridgeFromObjectiveC(
    _ source: UTTypeReference, result: inout UTType?
  ) -> Bool {
    result = source.type
    return true
  }

  /// Returns the type of an object, or data without an object.
  ///
  /// - Parameter source: the object.
  /// - Returns: the type; data when there is no object.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: UTTypeReference?) -> UTType {
    source?.type ?? .data
  }
}
