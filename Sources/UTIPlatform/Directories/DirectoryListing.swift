package import SystemPackage

/// The contents of a directory, read at once.
package struct DirectoryListing: Sendable {
  /// An item of a directory.
  package struct Item: Sendable {
    /// The name, as ``LosslessText``.
    package let name: String
    /// The kind of the item; nil if the file system does not store it with the name.
    package let kind: FileKind?
  }

  package let identity: FileStatus.Item
  /// The items in byte order of their names.
  package let items: [Item]

  /// Stops after `limit` items; throws an error such as `notDirectory`.
  ///
  /// - Complexity: O(*n* log *n*) in the number of items.
  package init(path: UnsafePointer<CChar>, limit: Int = .max) throws(Errno) {
    var entries = try DirectoryEntries(path: path)
    identity = try FileStatus(of: FileDescriptor(rawValue: entries.descriptor)).item
    var items: [Item] = []
    while items.count < limit, let entry = try entries.next() {
      items.append(Item(name: LosslessText.text(entry.name), kind: entry.kind))
    }
    self.items = items.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  package init(of path: FilePath, limit: Int = .max) throws(Errno) {
    self = try path.withPlatformString { path in
      Result { () throws(Errno) in try Self(path: path, limit: limit) }
    }.get()
  }

  package init(at path: String, limit: Int = .max) throws(Errno) {
    self = try LosslessText.withPlatformString(path) { path in
      Result { () throws(Errno) in try Self(path: path, limit: limit) }
    }.get()
  }

  package var names: [String] { items.map(\.name) }

  /// Returns the names in a directory in byte order; none if it cannot be listed.
  package static func readableNames(in path: FilePath) -> [String] {
    (try? DirectoryListing(of: path).names) ?? []
  }
}
