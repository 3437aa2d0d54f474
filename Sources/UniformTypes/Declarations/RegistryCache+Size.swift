#if Declarations
import SystemPackage
import UTIPlatform

/// The limit of the cache: nothing else removes the files of deleted projects and programs.
///
/// Every set of sources and every version of the program has a separate file.
extension RegistryCache {
  /// Each file has a few megabytes.
  static let greatestCount = 8

  /// Processes that have a file mapped keep it; O(*n* log *n*) in the files.
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

  /// Sets the time of the last read, which most file systems record once a day.
  func noteUse() {
    let times = [CacheFile.setsNow, CacheFile.keepsTime].map { timespec(tv_sec: 0, tv_nsec: $0) }
    _ = path.withPlatformString { utimensat(AT_FDCWD, $0, times, AT_SYMLINK_NOFOLLOW) }
  }

  /// nil for anything but a regular file; some file systems record reading to the day or not.
  private static func lastUse(of file: FilePath) -> FileTime? {
    guard let status = FileStatus.present(at: file, followsLinks: false), status.kind == .regular
    else { return nil }
    return max(FileTime.lastRead(of: file) ?? status.changed, status.changed)
  }
}
#endif
