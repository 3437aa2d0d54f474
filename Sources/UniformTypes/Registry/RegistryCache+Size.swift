import TypeDeclarations
import TypeDetection
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
    let names = (try? PathText.names(in: directory)) ?? []
    let others = names.filter { $0.hasSuffix(Self.suffix) }.map { directory + "/" + $0 }
      .filter { $0 != path }
    let dated = others.compactMap { file in Self.lastUse(of: file).map { (file, $0) } }
      .sorted { $0.1 > $1.1 }
    for (file, _) in dated.dropFirst(Self.greatestCount - 1) {
      _ = PathText.withPath(file) { unlink($0) }
    }
  }

  /// When a file was read or made, whichever came last, in seconds since 1970; nil for what is no
  /// regular file.
  ///
  /// Some file systems tell the time of reading to the day, some not at all.
  private static func lastUse(of file: String) -> Int? {
    guard let status = PathText.status(of: file, followsLinks: false),
      status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return max(status.st_atim.tv_sec, status.st_ctim.tv_sec)
  }
}
