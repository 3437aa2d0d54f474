internal import SystemPackage
internal import UTIPlatform

/// Programs that have the old item open for writing while a new one takes its place.
///
/// Their descriptors lead to the old item, and what they write from then on would go with it.
extension Save {
  /// Whether somebody may still write into what came out of the place.
  ///
  /// Other names of a file go on leading to it, so that nothing is lost with this one. Files in
  /// packages are not asked about: that would take a call for each.
  func hasWriter(_ commit: Commit) -> Bool {
    guard commit.displaced != nil, let originalFile, target.status?.linkCount == 1 else {
      return false
    }
    return store.hasWriter(originalFile) == true
  }

  /// Leaves what came out of the place in the saving directory, as a crash after the exchange would:
  /// whoever mends finds out whether it was written, and leaves it alone until it is closed.
  ///
  /// - Returns: where it is.
  func awaitWriter(of commit: Commit, in directory: SavingDirectory) -> FilePath? {
    guard let displaced = commit.displaced else { return nil }
    let item = directory.location(of: target.name)
    if displaced.path != item.path { try? store.rename(displaced, to: item, .replacing) }
    noteContents(of: item, in: directory)
    return directory.path.appending(target.name)
  }

  /// The largest item whose contents are noted.
  private static let greatestNotedSize: Int64 = 256 << 20

  /// Notes the digest of an item: who writes through a map need not change any of its times.
  private func noteContents(of item: FileLocation, in directory: SavingDirectory) {
    guard let size = try? store.status(of: item).size, size <= Self.greatestNotedSize,
      let digest = try? store.digest(of: item)
    else { return }
    try? store.createSymbolicLink(
      at: directory.location(of: .open, beside: target.name),
      to: FilePath(String(digest, radix: 36)))
  }
}

extension FileStore {
  /// Whether somebody has the file at a place open for writing, as far as that can be told.
  func hasWriter(at location: FileLocation) -> Bool {
    guard let file = try? open(location, for: .reading) else { return false }
    defer { try? close(file) }
    return hasWriter(file) == true
  }
}
