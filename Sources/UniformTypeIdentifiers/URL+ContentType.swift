public import Foundation
internal import SystemPackage
internal import UTIPlatform

extension URL {
  /// The type of the item at a file URL, by the kind of the item and its filename extension.
  ///
  /// A symbolic link is a link, a directory with the extension of a package is this package, and
  /// any other directory is a folder. A file without an extension is an executable if it has an
  /// execute permission, else data. The content is not read.
  ///
  /// - Returns: nil when the URL is not a file URL or there is no item at its path.
  /// - Complexity: one system call.
  public var contentType: UTType? {
    guard isFileURL else { return nil }
    return FileContentType.type(atPath: path)
  }
}

extension URLResourceKey {
  /// The key for the type of an item.
  ///
  /// Foundation on Linux ignores unknown keys and keeps the URL only for certain known keys. This
  /// key therefore equals the path's key, from which ``Foundation/URLResourceValues/contentType``
  /// computes the type.
  public static var contentTypeKey: URLResourceKey { .pathKey }
}

extension URLResourceValues {
  /// The type of the item, if ``Foundation/URLResourceKey/contentTypeKey`` was requested.
  public var contentType: UTType? {
    path.flatMap(FileContentType.type(atPath:))
  }
}

/// The type of an item from its kind and name alone.
enum FileContentType {
  static func type(atPath path: String) -> UTType? {
    guard let status = FileStatus.present(at: FilePath(path), followsLinks: false) else {
      return nil
    }
    let filenameExtension = (path as NSString).pathExtension
    switch status.kind {
    case .symbolicLink: return .symbolicLink
    case .namedPipe: return .constant("public.named-pipe")
    case .socket: return .constant("public.socket")
    case .blockDevice: return .constant("public.block-special")
    case .characterDevice: return .constant("public.character-special")
    case .directory:
      let package = UTType(filenameExtension: filenameExtension, conformingTo: .package)
      return package?.isDeclared == true ? package : .folder
    case .regular, .other:
      if let type = UTType(filenameExtension: filenameExtension) { return type }
      return status.permissions.isDisjoint(with: [.ownerExecute, .groupExecute, .otherExecute])
        ? .data : .unixExecutable
    }
  }
}
