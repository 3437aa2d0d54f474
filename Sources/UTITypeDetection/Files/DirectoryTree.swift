internal import UTIPlatform

/// The items of a volume for tree magic; their number is bounded, a directory is read once.
final class DirectoryTree {
  private let root: String
  private var remaining: Int
  private var listings: [String: [String]] = [:]

  init(root: String, itemLimit: Int) {
    self.root = root
    remaining = itemLimit
  }

  /// Several when case does not count.
  func items(at path: String, matchingCase: Bool) -> [String] {
    var found = [root]
    for component in path.split(separator: "/") where component != "." {
      // A rule describes the volume only, and not the items outside of it.
      guard component != ".." else { return [] }
      found = found.flatMap { directory in
        names(in: directory).filter {
          matchingCase ? $0 == component : $0.lowercased() == component.lowercased()
        }.map { directory + "/" + $0 }
      }
      if found.isEmpty { return [] }
    }
    return found
  }

  /// Sorted; empty when it is not a readable directory.
  func names(in directory: String) -> [String] {
    if let known = listings[directory] { return known }
    var names = DirectoryEntries.readableNames(inDirectory: directory, limit: remaining)
    remaining -= names.count
    names.sort()
    listings[directory] = names
    return names
  }
}
