/// The tags of every node, and for every tag the nodes that have it, in the order of preference.
struct TagTable {
  struct Entry {
    let tag: Tag
    var views: UInt32
    let file: Int
    let position: SourcePosition
  }

  /// A node that has a tag, and the place of the tag among those of the node.
  struct Posting {
    let node: Int
    let place: Int
  }

  /// The tags of each node, the preferred one of each class first.
  private(set) var tags: [[Entry]]
  /// The keys of all tags, and for each the nodes that have it.
  private(set) var keys: [ByteText] = []
  private(set) var postings: [[Posting]] = []
  private var keyNumbers: [ByteText: Int] = [:]
  private var places: [NodeKey: Int] = [:]

  private struct NodeKey: Hashable {
    let node: Int
    let key: Int
  }

  private static let declaredViews = GraphView.merged.bit | GraphView.declared.bit
  private static let freedesktopViews = GraphView.merged.bit | GraphView.freedesktop.bit

  /// - Parameter globs: all globs in the order in which they count.
  init(_ table: NodeTable, globs: [GlobTable.Entry]) {
    tags = Array(repeating: [], count: table.nodes.count)
    for node in table.lookUpOrder {
      guard let (declaration, file) = table.active(node) else { continue }
      for tag in declaration.tags {
        add(tag.value, to: node, Self.declaredViews, file: file, at: tag.position)
      }
    }
    for (mimeType, type) in table.catalog.types.enumerated() {
      let node = table.nodeOfMIMEType[mimeType]
      add(
        Tag(tagClass: .mimeType, value: type.name.spelling), to: node, Self.freedesktopViews,
        file: type.file, at: type.position)
    }
    for (mimeType, type) in table.catalog.types.enumerated() {
      for alias in type.aliases {
        add(
          Tag(tagClass: .mimeType, value: alias.value.value.spelling),
          to: table.nodeOfMIMEType[mimeType], Self.freedesktopViews, file: alias.file,
          at: alias.value.position)
      }
    }
    // The first glob of a type is no good preferred extension; the one of greatest weight is.
    for glob in globs.sorted(by: GlobTable.isHeavier) {
      guard let value = glob.glob.filenameExtension else { continue }
      add(
        Tag(tagClass: .filenameExtension, value: value), to: table.nodeOfMIMEType[glob.mimeType],
        Self.freedesktopViews, file: glob.file, at: glob.glob.position)
    }
  }

  private mutating func add(
    _ tag: Tag, to node: Int, _ views: UInt32, file: Int, at position: SourcePosition
  ) {
    let key = number(of: ByteText(RegistryImage.tagKey(of: tag)))
    if let place = places[NodeKey(node: node, key: key)] {
      tags[node][place].views |= views
      return
    }
    places[NodeKey(node: node, key: key)] = tags[node].count
    postings[key].append(Posting(node: node, place: tags[node].count))
    tags[node].append(Entry(tag: tag, views: views, file: file, position: position))
  }

  private mutating func number(of key: ByteText) -> Int {
    if let number = keyNumbers[key] { return number }
    keyNumbers[key] = keys.count
    keys.append(key)
    postings.append([])
    return keys.count - 1
  }
}
