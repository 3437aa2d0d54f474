import Foundation

/// A document that a controller knows, and whether it was ever open.
struct OpenDocument {
  let document: Document
  var hasBeenOpen = false

  var isClosed: Bool { document.documentState.contains(.closed) }
}

/// What makes two URLs one item: the URL itself, or the place that all links lead to.
enum DocumentItem {
  /// Whether two URLs lead to one item.
  ///
  /// Links, `..` and ways of writing do not matter; where the items exist, neither does the path.
  static func isSame(_ left: URL, _ right: URL) -> Bool {
    guard left.isFileURL, right.isFileURL else {
      return left.absoluteString == right.absoluteString
    }
    if resolvedPath(left) == resolvedPath(right) { return true }
    guard let leftStatus = status(left), let rightStatus = status(right) else { return false }
    return leftStatus == rightStatus
  }

  private static func resolvedPath(_ url: URL) -> String {
    let absolute = url.standardizedFileURL
    // An item that is not there yet lies in a directory that may be reached in several ways.
    let directory = absolute.deletingLastPathComponent().resolvingSymlinksInPath()
    return directory.appending(path: absolute.lastPathComponent, directoryHint: .notDirectory)
      .resolvingSymlinksInPath().path
  }

  private static func status(_ url: URL) -> [UInt64]? {
    guard
      let values = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path),
      let device = values[.systemNumber] as? NSNumber,
      let inode = values[.systemFileNumber] as? NSNumber
    else { return nil }
    return [device.uint64Value, inode.uint64Value]
  }
}
