internal import Foundation
internal import SystemPackage

/// The item that a URL leads to, for telling whether another URL leads to the same.
struct DocumentItem {
  private let url: URL
  /// The place that all links lead to; nil where the URL is no file's.
  private let resolvedPath: String?
  /// The item itself; nil where nothing is there yet.
  private let status: FileStatus?

  /// Looks an item up; one call of the file system besides the resolution of links.
  init(at url: URL) {
    self.url = url
    guard url.isFileURL else {
      (resolvedPath, status) = (nil, nil)
      return
    }
    let path = Self.resolvedPath(of: url)
    resolvedPath = path
    status = try? SystemFileStore().status(of: FileLocation(FilePath(path)))
  }

  /// Whether both lead to one item.
  ///
  /// Links, `..` and ways of writing do not matter; where the items exist, neither does the path.
  func isSame(as other: DocumentItem) -> Bool {
    guard let resolvedPath, let otherPath = other.resolvedPath else {
      return url.absoluteString == other.url.absoluteString
    }
    if resolvedPath == otherPath { return true }
    guard let status, let otherStatus = other.status else { return false }
    return (status.device, status.inode) == (otherStatus.device, otherStatus.inode)
  }

  private static func resolvedPath(of url: URL) -> String {
    let absolute = url.standardizedFileURL
    // An item that is not there yet lies in a directory that may be reached in several ways.
    let directory = absolute.deletingLastPathComponent().resolvingSymlinksInPath()
    return directory.appending(path: absolute.lastPathComponent, directoryHint: .notDirectory)
      .resolvingSymlinksInPath().path
  }
}
