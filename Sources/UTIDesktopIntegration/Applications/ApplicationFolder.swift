package import SystemPackage
import UTIPlatform
package import UTITypeGraph

/// The desktop files below an `applications` folder by the identifiers they have there: the path from
/// the folder, with hyphens for slashes.
package struct ApplicationFolder: Sendable {
  /// The folder.
  package let path: FilePath
  private let entries: [String: DesktopEntry]

  /// Reads a folder; a missing folder has no desktop files, and unreadable files are ignored.
  package init(_ path: FilePath) {
    self.path = path
    var paths: [String: FilePath] = [:]
    Self.list(path, prefix: "", above: [], into: &paths)
    var entries: [String: DesktopEntry] = [:]
    for (identifier, path) in paths {
      entries[identifier] = try? DesktopEntry(identifier: identifier, path: path)
    }
    self.entries = entries
    identifiers = entries.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The identifiers of all desktop files, sorted as update-desktop-database sorts them.
  package let identifiers: [String]

  /// The types that the applications open.
  package var mimeTypes: [MIMEName] { entries.values.flatMap(\.mimeTypes) }

  /// The paths of the desktop files, sorted by identifier.
  package var paths: [FilePath] { identifiers.compactMap { entries[$0]?.path } }

  /// Returns the desktop file with an identifier; nil when there is no readable one.
  package func entry(_ identifier: String) -> DesktopEntry? { entries[identifier] }

  /// - Parameter above: the folders on the way, into which a link may lead back.
  private static func list(
    _ directory: FilePath, prefix: String, above: Set<FileStatus.Item>,
    into paths: inout [String: FilePath]
  ) {
    var above = above
    guard let item = FileStatus.present(at: directory)?.item, above.insert(item).inserted else {
      return
    }
    // a-b.desktop and a/b.desktop are one identifier; the order decides which file has it.
    for name in DirectoryListing.readableNames(in: directory) {
      let path = directory.appending(text: name)
      if name.hasSuffix(".desktop") {
        if paths[prefix + name] == nil { paths[prefix + name] = path }
      } else if path.leadsToDirectory {
        list(path, prefix: "\(prefix)\(name)-", above: above, into: &paths)
      }
    }
  }
}
