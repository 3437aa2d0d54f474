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
    guard let path = FilePath(resolving: url) else {
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
