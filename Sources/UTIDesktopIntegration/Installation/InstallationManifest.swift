package import SystemPackage
package import UTICommandOutput
import UTIPlatform

/// The list of the files of an installation, in `uniform-types/NAME.installed`.
///
/// Only listed items are ever removed. Each line is a word and a path below the place:
///
///     uniform-types-installation 1
///     levels 1                                      the place itself was made, and so many levels of it
///     directory mime/packages                       a folder that was made
///     generated mime/mime.cache                     a file that update-mime-database has made
///     file 8f1612… mime/packages/NAME.xml           a file, with a checksum of its bytes
package struct InstallationManifest: Equatable, Sendable {
  /// A file that was installed.
  package struct File: Equatable, Sendable {
    let path: String
    let checksum: String
  }

  package static let suffix = ".installed"
  private static let heading = "uniform-types-installation 1"

  package let name: String
  /// The folders that were made, from the place itself upwards.
  package var levels = 0
  /// The folders that were made, outer folders first.
  package var directories: [String] = []
  /// Made by update-mime-database in a place without a database.
  package var generated: [String] = []
  package var files: [File] = []

  package init(name: String) {
    self.name = name
  }

  /// Relative to the place.
  package static func path(of name: String) -> String {
    "\(InstallationPlace.declarations)/\(name)\(suffix)"
  }

  /// nil when nothing is installed under that name; throws for items that no installation makes, and
  /// for links on the way to the listed ones.
  package init?(name: String, in place: InstallationPlace) throws(CommandFailure) {
    self.init(name: name)
    let path = place.path(of: Self.path(of: name))
    try place.refuseLinks([Self.path(of: name)])
    guard let bytes = try FileChange.contents(of: path) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    guard lines.first.map(String.init) == Self.heading else { throw Self.damaged(path, 1) }
    for (index, line) in lines.enumerated().dropFirst() {
      guard read(line) else { throw Self.damaged(path, index + 1) }
    }
    let items = files.map(\.path) + generated
    try place.refuseLinks(directories + items.map(InstallationPlace.folder))
  }

  private mutating func read(_ line: Substring) -> Bool {
    let words = line.split(separator: " ", maxSplits: 1)
    guard words.count == 2 else { return false }
    let value = String(words[1])
    switch words[0] {
    case "levels":
      guard let count = Int(value), (0...64).contains(count) else { return false }
      levels = count
    case "directory" where Self.isInside(value): directories.append(value)
    case "generated" where Self.isInside(value): generated.append(value)
    case "file":
      let parts = value.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, Self.isInside(String(parts[1])) else { return false }
      files.append(File(path: String(parts[1]), checksum: String(parts[0])))
    default: return false
    }
    return true
  }

  package var bytes: [UInt8] {
    var lines = [Self.heading]
    if levels > 0 { lines.append("levels \(levels)") }
    lines += directories.map { "directory \($0)" }
    lines += generated.map { "generated \($0)" }
    lines += files.map { "file \($0.checksum) \($0.path)" }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// During a replacement a file has both checksums, so that it is known if the process ends.
  package func has(_ bytes: [UInt8], at path: String) -> Bool {
    let checksum = Self.checksum(bytes)
    return files.contains { $0.path == path && $0.checksum == checksum }
  }

  /// Items of another installation that others still need.
  package mutating func takeOver(_ other: InstallationManifest) {
    levels = max(levels, other.levels)
    directories += other.directories.filter { !directories.contains($0) }
    directories.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    generated += other.generated.filter { !generated.contains($0) }
  }

  package static func checksum(_ bytes: [UInt8]) -> String {
    var hash = StableHash()
    hash.combine(bytes)
    return String(hash.value, radix: 16)
  }

  /// The path stays in the folders of installations.
  private static func isInside(_ path: String) -> Bool {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folders = [InstallationPlace.declarations, "mime", "icons"]
    return parts.first.map { folders.contains(String($0)) } ?? false
      && !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." }
  }

  private static func damaged(_ path: FilePath, _ line: Int) -> CommandFailure {
    CommandFailure(
      .badDeclarations,
      "\(path.text): line \(line) is not in the format of uti install; correct the file, or "
        + "remove it and the files that it lists")
  }
}

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
      try Self.refuseLink(path)
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

  /// The folder of a path below the place.
  package static func folder(of path: String) -> String {
    path.split(separator: "/").dropLast().joined(separator: "/")
  }

  /// Throws for a link among the items and the folders above them: a change would leave the place.
  ///
  /// The place itself was named, and may be a link.
  package func refuseLinks(_ paths: [String]) throws(CommandFailure) {
    var known: Set<String> = []
    for path in paths {
      let parts = path.split(separator: "/")
      for count in parts.indices {
        let item = parts[...count].joined(separator: "/")
        if known.insert(item).inserted { try Self.refuseLink(self.path(of: item)) }
      }
    }
  }

  private static func refuseLink(_ path: FilePath) throws(CommandFailure) {
    guard FileStatus.present(at: path, followsLinks: false)?.kind == .symbolicLink else { return }
    let target = path.withPlatformString { FilePath(destinationOf: $0, in: AT_FDCWD) }
    throw CommandFailure(
      .negative,
      "\(path.text): a symbolic link to \(target?.text ?? "another place"), through which nothing "
        + "is changed; put the item itself there, or name the folder that has it with --prefix or "
        + "XDG_DATA_HOME")
  }

  private static func currentDirectory() throws -> FilePath {
    guard let path = FilePath.currentDirectory else {
      throw CommandFailure(.inputMissing, "--prefix: the current folder is gone; name a whole path")
    }
    return path
  }
}
