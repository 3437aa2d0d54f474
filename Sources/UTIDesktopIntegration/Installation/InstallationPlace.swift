package import SystemPackage
import UTICommandOutput
import UTIPlatform

/// The folder below which declarations are installed: a data directory of the XDG Base Directory
/// Specification.
package struct InstallationPlace: Sendable {
  /// The folder, such as `~/.local/share`.
  package let path: FilePath
  /// True if programs look there.
  package let isSearched: Bool

  /// - Parameters:
  ///   - prefix: the folder above `share`; nil for the usual place.
  ///   - isOfSystem: whether the usual place is the folder of all users.
  /// - Throws: ``CommandFailure`` when the environment does not name the folder of the user's data,
  ///   or a prefix is empty.
  package init(
    prefix: String?, isOfSystem: Bool, _ environment: DesktopEnvironment = DesktopEnvironment()
  ) throws {
    if let prefix {
      guard !prefix.isEmpty else {
        throw CommandFailure(.usage, "--prefix: an empty path; name a folder such as /usr/local")
      }
      let folder = FilePath(text: prefix)
      path = (folder.isAbsolute ? folder : try Self.currentDirectory().pushing(folder))
        .appending("share")
    } else if isOfSystem {
      path = "/usr/local/share"
    } else if let home = environment.dataHome {
      path = home
    } else {
      throw CommandFailure(
        .inputMissing,
        "there is no place for the user's data: neither XDG_DATA_HOME nor HOME is an absolute path; "
          + "set one, or name a place with --prefix")
    }
    let searched = [environment.dataHome].compactMap(\.self) + environment.dataDirectories
    isSearched = searched.contains(path)
  }

  /// The path of a file or folder in the place.
  package func path(of relativePath: String) -> FilePath { path.appending(text: relativePath) }

  /// The folder of declarations, in which the notes about installations are too.
  package static let declarations = "uniform-types"
  /// The folder of packages.
  package static let packages = "mime/packages"

  /// The names under which something is installed here.
  package var installedNames: [String] {
    DirectoryListing.readableNames(in: path(of: Self.declarations)).filter {
      $0.hasSuffix(InstallationManifest.suffix)
    }.map { String($0.dropLast(InstallationManifest.suffix.count)) }
  }

  /// The names under which something is installed in the usual places.
  package static func allInstalledNames() -> [String] {
    [false, true].flatMap { isOfSystem in
      (try? InstallationPlace(prefix: nil, isOfSystem: isOfSystem))?.installedNames ?? []
    }
  }

  private static func currentDirectory() throws -> FilePath {
    guard let path = FilePath.currentDirectory else {
      throw CommandFailure(.inputMissing, "--prefix: the current folder is gone; name a whole path")
    }
    return path
  }
}
