/// The tags of every node, and for every tag the nodes that have it, in the order of preference.
struct TagTable {
  struct Entry {
    let tag: Tag
    var views: UInt32
    let file: Int
    let position: SourcePosition
    /// The number of its key.
    let key: Int
  }

  /// A node that has a tag, and the place of the tag among those of the node.
  struct Posting {
    let node: Int
    let place: Int
    /// The posting of the same key before this one; -1 when there is none.
    let previous: Int
  }

  /// The tags of each node, the preferred one of each class first.
  private(set) var tags: [[Entry]]
  /// The keys of all tags, and for each the nodes that have it.
  private(set) var keys: [ByteText] = []
  /// One list for all keys: a list for each would take more than what it holds.
  private var postings: [Posting] = []
  private var lastPostings: [Int] = []
  private var keyNumbers: [ByteText: Int] = [:]
  /// The places of the tags of nodes that have many.
  private var places: [NodeKey: Int] = [:]

  /// Up to so many tags of a node are looked through; most have a few.
  private static let longestScan = 16

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
    // The first glob of a type is no good preferred extension; the one of greatest weight is. An
    // extension that says nothing is not one that data of an unknown type should get.
    let bytes = EdgeBuilder.bytes.flatMap(table.catalog.index)
    for glob in globs.sorted(by: GlobTable.isHeavier) where glob.mimeType != bytes {
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
    if let place = place(of: key, at: node) {
      tags[node][place].views |= views
      return
    }
    let place = tags[node].count
    postings.append(Posting(node: node, place: place, previous: lastPostings[key]))
    lastPostings[key] = postings.count - 1
    tags[node].append(Entry(tag: tag, views: views, file: file, position: position, key: key))
    if place == Self.longestScan {
      for (place, entry) in tags[node].enumerated() {
        places[NodeKey(node: node, key: entry.key)] = place
      }
    } else if place > Self.longestScan {
      places[NodeKey(node: node, key: key)] = place
    }
  }

  /// The number of tags of all nodes.
  var count: Int { postings.count }

  private func place(of key: Int, at node: Int) -> Int? {
    tags[node].count > Self.longestScan
      ? places[NodeKey(node: node, key: key)] : tags[node].firstIndex { $0.key == key }
  }

  private mutating func number(of key: ByteText) -> Int {
    if let number = keyNumbers[key] { return number }
    keyNumbers[key] = keys.count
    keys.append(key)
    lastPostings.append(-1)
    return keys.count - 1
  }

  /// The nodes that have a key, in the order of preference.
  func postings(of key: Int) -> [Posting] {
    var found: [Posting] = []
    var last = lastPostings[key]
    while last >= 0 {
      found.append(postings[last])
      last = postings[last].previous
    }
    return found.reversed()
  }
}
