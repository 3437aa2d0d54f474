internal import Foundation
internal import SystemPackage

/// The item that a URL leads to, for telling whether another URL leads to the same (rule A10).
struct DocumentItem {
  private let url: URL
  /// The place that all links lead to; nil where the URL is no file's.
  let path: FilePath?
  /// The item itself; nil where nothing is there yet.
  let file: FileIdentity.Item?

  /// Looks an item up; one call of the file system besides the resolution of links.
  init(at url: URL, store: any FileStore = SystemFileStore()) {
    self.url = url
    guard url.isFileURL else {
      (path, file) = (nil, nil)
      return
    }
    let path = Self.resolvedPath(of: url)
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
  static func resolvedPath(of url: URL) -> FilePath {
    let absolute = url.standardizedFileURL
    // An item that is not there yet lies in a directory that may be reached in several ways.
    let directory = absolute.deletingLastPathComponent().resolvingSymlinksInPath()
    return FilePath(
      directory.appending(path: absolute.lastPathComponent, directoryHint: .notDirectory)
        .resolvingSymlinksInPath().path)
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
