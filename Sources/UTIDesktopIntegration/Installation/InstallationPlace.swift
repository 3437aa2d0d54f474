package import SystemPackage
import UTICommandOutput
import UTIPlatform

/// The folder of declarations: a data directory of the XDG Base Directory Specification.
package struct InstallationPlace: Sendable {
  /// Such as `~/.local/share`.
  package let path: FilePath
  /// Programs look there.
  package let isSearched: Bool

  /// The prefix is above `share`; nil for the usual place, of all users or of this one.
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

  package func path(of relativePath: String) -> FilePath { path.appending(text: relativePath) }

  /// The outermost folder that an installation of the name has made, or else the place.
  package func outermostFolder(of name: String) -> FilePath {
    var folder = path
    let manifest =
      InstallationInput.isName(name) ? try? InstallationManifest(name: name, in: self) : nil
    for _ in 0..<(manifest?.levels ?? 0) { folder.removeLastComponent() }
    return folder
  }

  /// The notes about installations are here too.
  package static let declarations = "uniform-types"
  package static let packages = "mime/packages"

  /// Only this place is searched.
  package var installedNames: [String] {
    DirectoryListing.readableNames(in: path(of: Self.declarations)).filter {
      $0.hasSuffix(InstallationManifest.suffix)
    }.map { String($0.dropLast(InstallationManifest.suffix.count)) }
  }

  /// The usual places are searched.
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
