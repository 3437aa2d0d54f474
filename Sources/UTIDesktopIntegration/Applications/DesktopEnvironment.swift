package import SystemPackage
package import UTIPlatform

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
