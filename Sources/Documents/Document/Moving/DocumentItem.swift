internal import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIPlatform

/// The item that a URL leads to, for telling whether another URL leads to the same (rule A10).
struct DocumentItem {
  private let url: URL
  /// The place that all links lead to; nil where the URL has no path.
  let path: FilePath?
  /// The item itself; nil where nothing is there yet.
  let file: FileIdentity.Item?

  /// Looks an item up; one call of the file system besides the resolution of links.
  init(at url: URL, store: any FileStore = SystemFileStore()) {
    self.url = url
    guard let path = Self.resolvedPath(of: url) else {
      (path, file) = (nil, nil)
      return
    }
    self.path = path
    file = (try? store.status(of: FileLocation(path))).map(FileIdentity.Item.init)
  }

  /// Whether both lead to one item.
  ///
  /// Links, `..` and ways of writing do not matter; where the items exist, neither does the path.
  func isSame(as other: DocumentItem) -> Bool {
    guard let path, let otherPath = other.path else {
      return url.absoluteString == other.url.absoluteString
    }
    if path == otherPath { return true }
    guard let file, let otherFile = other.file else { return false }
    return file == otherFile
  }

  /// The path of a file URL without links, `..` and a slash at its end.
  ///
  /// An item that is not there yet lies in a directory that may be reached in several ways.
  ///
  /// - Returns: nil where the URL has no path.
  static func resolvedPath(of url: URL) -> FilePath? {
    guard let path = try? FilePath(of: url) else { return nil }
    if let resolved = realPath(path) { return resolved }
    if let name = path.lastComponent, name.kind == .regular,
      let directory = realPath(path.removingLastComponent())
    {
      return directory.appending(name)
    }
    guard path.text != nil else { return path.lexicallyNormalized() }
    return FilePath(url.standardizedFileURL.resolvingSymlinksInPath().path)
  }

  /// - Returns: nil where nothing is.
  private static func realPath(_ path: FilePath) -> FilePath? {
    path.withPlatformString { path in
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return FilePath(platformString: resolved)
    }
  }
}

extension URL {
  /// Whether both lead to one item; the file system is asked only where they are written
  /// differently.
  func leadsToSameItem(as other: URL, in store: any FileStore) -> Bool {
    if absoluteString == other.absoluteString { return true }
    guard isFileURL, other.isFileURL else { return false }
    return DocumentItem(at: self, store: store).isSame(as: DocumentItem(at: other, store: store))
  }
}
