package import SystemPackage
import UTIPlatform
package import UTITypeGraph

/// Desktop files below `applications`; identifiers are paths with hyphens for slashes.
package struct ApplicationFolder: Sendable {
  package let path: FilePath
  private let entries: [String: DesktopEntry]

  /// A missing folder has no desktop files, and unreadable files are ignored.
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

  /// Sorted as update-desktop-database does.
  package let identifiers: [String]

  package var mimeTypes: [MIMEName] { entries.values.flatMap(\.mimeTypes) }

  /// Sorted by identifier.
  package var paths: [FilePath] { identifiers.compactMap { entries[$0]?.path } }

  /// nil when there is no readable file.
  package func entry(_ identifier: String) -> DesktopEntry? { entries[identifier] }

  /// A link may lead back into the folders on the way.
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
