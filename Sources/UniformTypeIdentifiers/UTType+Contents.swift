public import Foundation
import SystemPackage
public import UTITypeDetection

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
