package import SystemPackage

extension PathText {
  /// An item that a directory lists.
  package struct Item: Sendable {
    /// The name.
    package let name: String
    /// The kind of the item; nil when the file system does not keep it with the name.
    package let kind: DirectoryEntry.Kind?
  }

  /// The items that a directory lists, in the order in which the file system keeps them.
  ///
  /// - Parameters:
  ///   - directory: the path of the directory.
  ///   - limit: after how many items to stop.
  /// - Throws: the error of the operating system, such as `notDirectory`.
  package static func items(
    in directory: String, limit: Int = .max
  ) throws(Errno) -> [Item] {
    try withPath(directory) { path in
      Result { () throws(Errno) in
        var entries = try DirectoryEntries(path: path)
        var items: [Item] = []
        while items.count < limit, let entry = try entries.next() {
          items.append(Item(name: text(entry.name), kind: entry.kind))
        }
        return items
      }
    }.get()
  }

  /// The names that a directory lists; see ``items(in:limit:)``.
  package static func names(in directory: String, limit: Int = .max) throws(Errno) -> [String] {
    try items(in: directory, limit: limit).map(\.name)
  }
}
