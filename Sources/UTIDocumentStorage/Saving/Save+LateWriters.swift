internal import SystemPackage
internal import UTIPlatform

/// Processes that have the old item open for writing while a new one replaces it.
///
/// Their descriptors refer to the old item, so later writes would be lost with it.
extension Save {
  /// Returns whether another process may still write to the replaced item.
  ///
  /// If the file has other names, they still lead to the item and no write is lost. Files in
  /// packages are not checked, because each would need a call.
  func hasWriter(_ commit: Commit) -> Bool {
    guard commit.displaced != nil, let originalFile, target.status?.linkCount == 1 else {
      return false
    }
    return store.hasWriter(originalFile) == true
  }

  /// Leaves the replaced item in the saving directory, as a crash after the exchange would.
  ///
  /// Recovery leaves the item alone until it is closed, and then checks whether it was written.
  ///
  /// - Returns: the path of the item.
  func awaitWriter(of commit: Commit, in directory: SavingDirectory) -> FilePath? {
    guard let displaced = commit.displaced else { return nil }
    let item = directory.location(of: target.name)
    if displaced.path != item.path { try? store.rename(displaced, to: item, .replacing) }
    noteContents(of: item, in: directory)
    return directory.path.appending(target.name)
  }

  /// The size of the largest item with a recorded digest, in bytes.
  private static let greatestNotedSize: Int64 = 256 << 20

  /// Records the digest of an item, because a write through a memory map may change none of its
  /// times.
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
  /// Returns whether a process has the file at a location open for writing, if the system reports
  /// it.
  func hasWriter(at location: FileLocation) -> Bool {
    guard let file = try? open(location, for: .reading) else { return false }
    defer { try? close(file) }
    return hasWriter(file) == true
  }
}
