internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// A file tree as a binary property list, which a digest of it follows.
///
/// Property lists store equal values once. A hostile one could therefore have far more text than
/// bytes, so the text is limited, and the bytes of all files are one value.
private struct SerializedTree: Codable {
  /// The first item is the root, and a directory precedes its items.
  struct Item: Codable {
    var directory: Int?
    var key: String?
    var filename, preferredFilename, destination: String?
    var permissions: CInterop.Mode?
    var seconds: Int64?
    var nanoseconds: UInt32?
    /// Nil for a directory or a symbolic link.
    var byteCount: Int?

    var textSize: Int {
      [key, filename, preferredFilename, destination].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
    }
  }

  static let digestSize = 8
  /// The number of bytes of text for each byte of the property list.
  private static let mostText = 256
  static let size = CodingUserInfoKey(rawValue: "size")

  var items: [Item] = []
  var contents = Data()

  init(_ tree: FileTree) throws(DocumentError) { try append(tree) }

  private mutating func append(
    _ tree: FileTree, as key: String? = nil, to directory: Int? = nil
  ) throws(DocumentError) {
    let modified = tree.attributes.modificationTime ?? tree.origins.first?.status.modified
    var item = Item(
      directory: directory, key: key, filename: tree.filename,
      preferredFilename: tree.preferredFilename, permissions: tree.permissions?.rawValue,
      seconds: modified?.seconds, nanoseconds: modified?.nanoseconds)
    var children: [String: FileTree] = [:]
    switch tree.content {
    case .regularFile:
      let bytes = try tree.contents()
      item.byteCount = bytes.count
      contents.append(bytes)
    case .symbolicLink(let destination): item.destination = destination.string
    case .directory, .unreadDirectory: children = try tree.children()
    }
    let place = items.count
    items.append(item)
    for (key, child) in children.sorted(by: { $0.key < $1.key }) {
      try append(child, as: key, to: place)
    }
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    contents = try container.decode(Data.self, forKey: .contents)
    var list = try container.nestedUnkeyedContainer(forKey: .items)
    var rest = Self.size.flatMap { decoder.userInfo[$0] as? Int }.map { $0 * Self.mostText } ?? 0
    while !list.isAtEnd, rest >= 0 {
      items.append(try list.decode(Item.self))
      rest -= items.last?.textSize ?? 0
    }
    guard rest >= 0 else {
      throw DecodingError.dataCorruptedError(in: list, debugDescription: "too much text")
    }
  }

  /// Nil for an invalid tree: a name that leads out of its directory, too many levels, or an item
  /// of two kinds.
  func tree() -> FileTree? {
    var depths: [Int] = []
    var trees: [FileTree] = []
    var rest = contents[...]
    for item in items {
      guard let depth = depth(of: item, below: depths), depth <= FileWrapper.Limits().depth,
        let tree = tree(of: item, &rest)
      else { return nil }
      depths.append(depth)
      trees.append(tree)
    }
    guard rest.isEmpty else { return nil }
    var children = [[String: FileTree]](repeating: [:], count: items.count)
    for (place, item) in items.enumerated().reversed() {
      if case .directory = trees[place].content {
        trees[place].content = .directory(children[place])
      }
      children[place] = [:]
      guard let directory = item.directory, let key = item.key else { continue }
      guard children[directory].updateValue(trees[place], forKey: key) == nil else { return nil }
    }
    return trees.first
  }

  private func depth(of item: Item, below depths: [Int]) -> Int? {
    guard let directory = item.directory else { return depths.isEmpty ? 0 : nil }
    guard depths.indices.contains(directory), let key = item.key, FileTree.component(key) != nil,
      items[directory].byteCount == nil, items[directory].destination == nil
    else { return nil }
    return depths[directory] + 1
  }

  private func tree(of item: Item, _ rest: inout Data) -> FileTree? {
    guard item.permissions ?? 0 <= 0o7777, item.nanoseconds ?? 0 < 1_000_000_000 else { return nil }
    var tree = FileTree(content: .directory([:]))
    switch (item.byteCount, item.destination) {
    case (nil, nil): break
    case (let count?, nil):
      guard count >= 0, count <= rest.count else { return nil }
      tree.content = .regularFile(Data(rest.prefix(count)))
      rest = rest.dropFirst(count)
    case (nil, let destination?):
      guard !destination.utf8.contains(0) else { return nil }
      tree.content = .symbolicLink(FilePath(destination))
    default: return nil
    }
    (tree.filename, tree.preferredFilename) = (item.filename, item.preferredFilename)
    tree.attributes.permissions = item.permissions.map { FilePermissions(rawValue: $0) }
    tree.attributes.modificationTime = item.seconds.map {
      FileTime(seconds: $0, nanoseconds: item.nanoseconds ?? 0)
    }
    return tree
  }
}

extension FileTree {
  func serialized() throws -> Data {
    let tree = try SerializedTree(self)
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    guard let data = try? encoder.encode(tree) else { throw CocoaError(.coderInvalidValue) }
    return data + Self.digest(of: data)
  }

  init(serialized data: Data) throws {
    let list = data.dropLast(SerializedTree.digestSize)
    let decoder = PropertyListDecoder()
    if let size = SerializedTree.size { decoder.userInfo[size] = data.count }
    guard data.suffix(SerializedTree.digestSize) == Self.digest(of: list),
      let tree = try? decoder.decode(SerializedTree.self, from: Data(list)).tree()
    else { throw CocoaError(.coderInvalidValue) }
    self = tree
  }

  private static func digest(of data: Data) -> Data {
    let digest = data.withUnsafeBytes { FileIdentity.digest(of: $0) }
    return withUnsafeBytes(of: digest.bigEndian) { Data($0) }
  }
}
