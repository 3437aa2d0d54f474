package import SystemPackage
package import UTIPlatform
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

/// The folders in which a desktop looks for applications, and the names of the desktop.
///
/// As in the XDG Base Directory Specification, unset and empty variables have their defaults, and
/// relative paths are ignored. Without `HOME` there are no folders of the user.
package struct DesktopEnvironment: Hashable, Sendable {
  /// The folder of the user's settings.
  package let configurationHome: FilePath?
  /// The folders of the system's settings, in order of precedence.
  package let configurationDirectories: [FilePath]
  package let dataHome: FilePath?
  /// The folders of the system's data, in order of precedence.
  package let dataDirectories: [FilePath]
  /// The value of `XDG_CURRENT_DESKTOP` in lower case, in order of precedence.
  package let desktops: [String]
  /// The value of `PATH`.
  package let programDirectories: [String]

  package init(_ environment: EnvironmentVariables = .process) {
    func directories(_ name: String, default value: String) -> [FilePath] {
      environment.list(name, default: value).filter { $0.hasPrefix("/") }.map { FilePath(text: $0) }
    }
    func home(_ variable: String, _ folder: String) -> FilePath? {
      if let path = environment.value(variable), path.hasPrefix("/") { return FilePath(text: path) }
      return environment.value("HOME").flatMap {
        $0.hasPrefix("/") ? FilePath(text: $0).appending(text: folder) : nil
      }
    }
    configurationHome = home("XDG_CONFIG_HOME", ".config")
    configurationDirectories = directories("XDG_CONFIG_DIRS", default: "/etc/xdg")
    dataHome = home("XDG_DATA_HOME", ".local/share")
    dataDirectories = directories("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
    // A name becomes part of a file name, so that a name with a slash is invalid.
    desktops = environment.list("XDG_CURRENT_DESKTOP")
      .filter { !$0.contains("/") }.map { $0.lowercased() }
    programDirectories = environment.list("PATH", default: "/bin:/usr/bin")
  }
}
