#if Declarations
import SystemPackage
import UTIPlatform

/// The limit of the cache's size.
///
/// Every set of sources and every version of the program has a separate file. Nothing else would
/// ever remove the files of deleted projects and programs.
extension RegistryCache {
  /// The greatest number of files; each has a few megabytes.
  static let greatestCount = 8

  /// Removes the least recently used files until the limit is met.
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

  /// Returns the time at which a file was last read or made; nil for anything but a regular file.
  ///
  /// Some file systems record the time of reading to the day, some not at all.
  private static func lastUse(of file: FilePath) -> FileTime? {
    guard let status = FileStatus.present(at: file, followsLinks: false), status.kind == .regular
    else { return nil }
    return max(FileTime.lastRead(of: file) ?? status.changed, status.changed)
  }
}
#endif
