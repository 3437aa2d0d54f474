import SystemPackage
import UTIPlatform

/// How much is kept.
///
/// Every set of sources has a file of its own, and so has every version of the program; nobody else
/// would ever remove those of projects and programs that are gone.
extension RegistryCache {
  /// The number of files that are kept; each has a few megabytes.
  static let greatestCount = 8

  /// Removes the files that were used longest ago, until few enough are left.
  ///
  /// Processes that have one of them mapped keep it.
  ///
  /// - Complexity: O(*n* log *n*) in the number of files.
  func removeLeastUsed() {
    let others = DirectoryListing.readableNames(in: directory)
      .filter { $0.hasSuffix(Self.suffix) }.map { directory.appending(text: $0) }
      .filter { $0 != path }
    let dated = others.compactMap { file in Self.lastUse(of: file).map { (file, $0) } }
      .sorted { $0.1 > $1.1 }
    for (file, _) in dated.dropFirst(Self.greatestCount - 1) {
      _ = file.withPlatformString { unlink($0) }
    }
  }

  /// The time at which a file was read or made, whichever came last; nil for anything but a regular
  /// file.
  ///
  /// Some file systems record the time of reading to the day, some not at all.
  private static func lastUse(of file: FilePath) -> FileTime? {
    guard let status = FileStatus.present(at: file, followsLinks: false), status.kind == .regular
    else { return nil }
    return max(FileTime.lastRead(of: file) ?? status.changed, status.changed)
  }
}
