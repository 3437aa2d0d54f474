import SystemPackage
import UTIDocumentStorage

/// The contents of a disk: items by number, and names that lead to them.
struct DiskModel {
  enum Item: Hashable {
    case file([UInt8])
    case directory([String: Int])
    case symbolicLink(String)
  }

  static let root = 0
  var items: [Int: Item] = [root: .directory([:])]

  /// One change, which happens as a whole or not at all, except that bytes may arrive in part.
  enum Change {
    /// Names in directories, each now leading to an item or to none.
    case names([(directory: Int, name: String, item: Int?)])
    case bytes(file: Int, [UInt8], at: Int)
    case size(file: Int, Int)

    /// The item whose synchronization flushes the change to disk.
    var places: [Int] {
      switch self {
      case .names(let names): names.map(\.directory)
      case .bytes(let file, _, _), .size(let file, _): [file]
      }
    }
  }

  /// The part of a change that a crash leaves.
  enum Extent: CaseIterable {
    case all
    case none
    case firstHalf
    case secondHalf
  }

  mutating func apply(_ change: Change, _ extent: Extent = .all) {
    switch change {
    case .names(let names):
      guard extent != .none else { return }
      for (directory, name, item) in names {
        guard case .directory(var entries) = items[directory] else { continue }
        entries[name] = item
        items[directory] = .directory(entries)
      }
    case .bytes(let file, let bytes, let offset):
      guard extent != .none, case .file(var contents) = items[file] else { return }
      let range =
        switch extent {
        case .firstHalf: 0..<bytes.count / 2
        case .secondHalf: bytes.count / 2..<bytes.count
        default: 0..<bytes.count
        }
      let end = offset + range.upperBound
      if contents.count < end { contents += [UInt8](repeating: 0, count: end - contents.count) }
      contents.replaceSubrange(offset + range.lowerBound..<end, with: bytes[range])
      items[file] = .file(contents)
    case .size(let file, let size):
      guard extent != .none, case .file(let contents) = items[file] else { return }
      let padding = [UInt8](repeating: 0, count: max(0, size - contents.count))
      items[file] = .file(Array(contents.prefix(size)) + padding)
    }
  }

  func item(at path: FilePath, from start: Int = root) -> Int? {
    path.components.reduce(start as Int?) { item, name in
      guard let item, name.kind == .regular else { return item }
      guard case .directory(let entries)? = items[item] else { return nil }
      return entries[name.string]
    }
  }

  /// Makes the items in an empty directory, an item with several names as one.
  ///
  /// - Returns: where each of them is.
  @discardableResult
  func build(in path: FilePath) throws -> [Int: FilePath] {
    var made: [Int: FilePath] = [:]
    var directories: [Int: FilePath] = [:]
    try build(Self.root, at: path, made: &made, directories: &directories)
    return made.merging(directories) { $1 }
  }

  private func build(
    _ number: Int, at path: FilePath, made: inout [Int: FilePath],
    directories: inout [Int: FilePath]
  ) throws {
    let store = SystemFileStore()
    guard case .directory(let entries)? = items[number] else { return }
    for (name, child) in entries {
      let place = path.appending(name)
      if let first = made[child] {
        try store.link(FileLocation(first), to: FileLocation(place))
        continue
      }
      switch items[child] {
      case .directory:
        directories[child] = place
        try store.createDirectory(at: FileLocation(place), permissions: .ownerReadWriteExecute)
        try build(child, at: place, made: &made, directories: &directories)
      case .file(let bytes):
        made[child] = place
        let file = try store.createFile(at: FileLocation(place), permissions: .ownerReadWrite)
        defer { try? store.close(file) }
        if !bytes.isEmpty {
          _ = try bytes.withUnsafeBytes { try store.write($0, to: file, at: 0) }
        }
      case .symbolicLink(let destination):
        made[child] = place
        try store.createSymbolicLink(at: FileLocation(place), to: FilePath(destination))
      case nil: break
      }
    }
  }

  /// The reachable items, as a value that is equal for two equal disks.
  var reachable: [Int: Item] {
    var found: [Int: Item] = [:]
    var pending = [Self.root]
    while let number = pending.popLast() {
      guard found[number] == nil, let item = items[number] else { continue }
      found[number] = item
      if case .directory(let entries) = item { pending += entries.values }
    }
    return found
  }
}
