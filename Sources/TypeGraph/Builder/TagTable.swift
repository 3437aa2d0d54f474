/// The tags of every node, and for every tag the nodes that have it, in the order of preference.
///
/// All tags are in one list, in which those of a node and those of a key are chained backwards: a
/// list for each of them would take more than what it holds.
struct TagTable {
  struct Entry {
    let value: String
    /// The number of its class.
    let tagClass: UInt32
    var views: UInt32
    let file: UInt32
    let line: UInt32
    let column: UInt32
    let node: UInt32
    /// The number of its key.
    let key: UInt32
    /// The entries before this one that have its node, and its key.
    fileprivate let previousOfNode: UInt32
    fileprivate let previousOfKey: UInt32
  }

  /// All tags, those of each node with the preferred one of each class first.
  private(set) var entries: [Entry] = []
  /// The classes of all tags.
  private(set) var classes = TextTable()
  /// The keys of all tags.
  private(set) var keys = TextTable()
  private var lastOfNode: [UInt32]
  private var lastOfKey: [UInt32] = []

  /// Stands where there is no entry.
  private static let none = UInt32.max

  private static let declaredViews = GraphView.merged.bit | GraphView.declared.bit
  private static let freedesktopViews = GraphView.merged.bit | GraphView.freedesktop.bit

  /// - Parameter globs: all globs in the order in which they count.
  init(_ table: NodeTable, globs: [GlobTable.Entry]) {
    lastOfNode = Array(repeating: Self.none, count: table.nodes.count)
    let count = globs.count + table.catalog.names.count + table.lookUpOrder.count
    entries.reserveCapacity(count)
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
    for place in GlobTable.heaviestFirst(globs) where globs[place].mimeType != bytes {
      let glob = globs[place]
      guard let value = glob.glob.filenameExtension else { continue }
      add(
        Tag(tagClass: .filenameExtension, value: value), to: table.nodeOfMIMEType[glob.mimeType],
        Self.freedesktopViews, file: glob.file, at: glob.glob.position)
    }
  }

  private mutating func add(
    _ tag: Tag, to node: Int, _ views: UInt32, file: Int, at position: SourcePosition
  ) {
    let key = keys.number(of: RegistryImage.tagKey(of: tag))
    if key == lastOfKey.count { lastOfKey.append(Self.none) }
    if let place = place(of: key, at: node) {
      entries[place].views |= views
      return
    }
    let place = UInt32(entries.count)
    entries.append(
      Entry(
        value: tag.value, tagClass: UInt32(classes.number(of: tag.tagClass.rawValue)),
        views: views, file: UInt32(file), line: UInt32(position.line),
        column: UInt32(position.column), node: UInt32(node), key: UInt32(key),
        previousOfNode: lastOfNode[node], previousOfKey: lastOfKey[key]))
    lastOfNode[node] = place
    lastOfKey[key] = place
  }

  /// Goes through the tags of the node and the nodes of the key in turn: one of both is short.
  private func place(of key: Int, at node: Int) -> Int? {
    var first = lastOfNode[node]
    var second = lastOfKey[key]
    while first != Self.none, second != Self.none {
      if entries[Int(first)].key == key { return Int(first) }
      if entries[Int(second)].node == node { return Int(second) }
      first = entries[Int(first)].previousOfNode
      second = entries[Int(second)].previousOfKey
    }
    return nil
  }

  /// The places of the tags of a node, the preferred one of each class first.
  func tags(of node: Int) -> [Int] {
    chain(lastOfNode[node]) { $0.previousOfNode }
  }

  /// The places of the tags of a key, in the order of preference of their nodes.
  func tags(withKey key: Int) -> [Int] {
    chain(lastOfKey[key]) { $0.previousOfKey }
  }

  private func chain(_ last: UInt32, _ previous: (Entry) -> UInt32) -> [Int] {
    var places: [Int] = []
    var next = last
    while next != Self.none {
      places.append(Int(next))
      next = previous(entries[Int(next)])
    }
    places.reverse()
    return places
  }
}
