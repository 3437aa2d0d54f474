internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The item of a URL, for a comparison with the item of another URL (rule A10).
package struct DocumentItem {
  private let url: URL
  /// The path with all links resolved; nil if the URL has no path.
  package let path: FilePath?
  /// Nil if the item does not exist yet.
  package let file: FileStatus.Item?

  /// Looks up an item, with one system call besides the resolution of links.
  package init(at url: URL, store: any FileStore = SystemFileStore()) {
    self.url = url
    guard let path = FilePath(resolving: url) else {
      (path, file) = (nil, nil)
      return
    }
    self.path = path
    file = (try? store.status(of: FileLocation(path))).map(\.item)
  }

  /// Ignores links, `..` and spellings, and the paths if the items exist.
  package func isSame(as other: DocumentItem) -> Bool {
    guard let path, let otherPath = other.path else {
      return url.absoluteString == other.url.absoluteString
    }
    if path == otherPath { return true }
    guard let file, let otherFile = other.file else { return false }
    return file == otherFile
  }
}

extension URL {
  /// Accesses the file system only if the URLs differ in their text.
  package func leadsToSameItem(as other: URL, in store: any FileStore) -> Bool {
    if absoluteString == other.absoluteString { return true }
    guard isFileURL, other.isFileURL else { return false }
    return DocumentItem(at: self, store: store).isSame(as: DocumentItem(at: other, store: store))
  }
}
