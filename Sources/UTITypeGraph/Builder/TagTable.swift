/// The tags of every node, and for every tag the nodes that have it, in the order of preference.
///
/// Tags of a node and of a key form rings in one list: separate lists would need more memory.
struct TagTable {
  struct Entry {
    let value: String
    let tagClass: UInt32
    var views: UInt32
    /// The base gives the tag to the node, whatever other sources do.
    var isOfBase: Bool
    let file: UInt32
    let line: UInt32
    let column: UInt32
    let node: UInt32
    let key: UInt32
    /// The next entries of the same node and of the same key; the last one leads to the first.
    fileprivate var nextOfNode: UInt32
    fileprivate var nextOfKey: UInt32
  }

  /// Grouped by node, with the preferred one of each class first.
  private(set) var entries: [Entry] = []
  private(set) var classes = StringInterner()
  private(set) var keys = StringInterner()
  private var lastOfNode: [UInt32]
  private var lastOfKey: [UInt32] = []
  /// For each file, whether it is part of the base.
  private let isBase: [Bool]

  private static let none = UInt32.max

  private static let declaredViews = GraphView.merged.bit | GraphView.declared.bit
  private static let freedesktopViews = GraphView.merged.bit | GraphView.freedesktop.bit

  /// The globs are in order of precedence.
  init(_ table: NodeTable, globs: [GlobTable.Entry]) {
    lastOfNode = Array(repeating: Self.none, count: table.nodes.count)
    isBase = table.files.map { $0.source.layer == .base }
    let count = globs.count + table.catalog.names.count + table.lookUpOrder.count
    entries.reserveCapacity(count)
    for node in table.lookUpOrder {
      guard let active = table.active(node) else { continue }
      for tag in table[active].tags {
        add(tag.value, to: node, Self.declaredViews, file: active.file, at: tag.position)
      }
    }
    for (mimeType, type) in table.catalog.types.enumerated() {
      let node = table.nodeOfMIMEType[mimeType]
      let name = type.baseName == type.name ? type.preferredName : type.name
      add(
        Tag(tagClass: .mimeType, value: name.spelling), to: node, Self.views(of: type, table),
        file: type.file, at: type.position)
    }
    for (mimeType, type) in table.catalog.types.enumerated() {
      for alias in type.aliases {
        let isSeparate = table.catalog.isSeparate(alias.value.value)
        add(
          alias, of: mimeType, in: table,
          isSeparate ? GraphView.freedesktop.bit : Self.freedesktopViews)
      }
      for name in type.yieldingNames {
        add(name, of: mimeType, in: table, GraphView.merged.bit)
      }
    }
    // The preferred extension is the glob of greatest weight, not the first one. The type of
    // unspecific bytes gets no extension from globs.
    let bytes = EdgeBuilder.bytes.flatMap(table.catalog.index)
    for place in GlobTable.heaviestFirst(globs) where globs[place].mimeType != bytes {
      let glob = globs[place]
      guard let value = glob.glob.filenameExtension else { continue }
      add(
        Tag(tagClass: .filenameExtension, value: value), to: table.nodeOfMIMEType[glob.mimeType],
        Self.views(of: table.catalog.types[glob.mimeType], table), file: glob.file,
        at: glob.glob.position)
    }
  }

  /// Another source has the name of a separate type for an alias.
  private static func views(of type: MergedMIMEType, _ table: NodeTable) -> UInt32 {
    table.catalog.isSeparate(type.name) ? GraphView.merged.bit : freedesktopViews
  }

  private mutating func add(
    _ name: MergedMIMEType.Entry<Located<MIMEName>>, of mimeType: Int, in table: NodeTable,
    _ views: UInt32
  ) {
    add(
      Tag(tagClass: .mimeType, value: name.value.value.spelling),
      to: table.nodeOfMIMEType[mimeType], views, file: name.file, at: name.value.position)
  }

  private mutating func add(
    _ tag: Tag, to node: Int, _ views: UInt32, file: Int, at position: SourcePosition
  ) {
    let key = keys.number(of: RegistryImage.tagKey(of: tag))
    if key == lastOfKey.count { lastOfKey.append(Self.none) }
    let isOfBase = isBase[file]
    if let place = place(of: key, at: node) {
      entries[place].views |= views
      entries[place].isOfBase = entries[place].isOfBase || isOfBase
      return
    }
    let place = UInt32(entries.count)
    entries.append(
      Entry(
        value: tag.value, tagClass: UInt32(classes.number(of: tag.tagClass.rawValue)),
        views: views, isOfBase: isOfBase, file: UInt32(file), line: UInt32(position.line),
        column: UInt32(position.column), node: UInt32(node), key: UInt32(key),
        nextOfNode: place, nextOfKey: place))
    // The new last entry leads to the first one, and the previous last one to the new one.
    let (previousOfNode, previousOfKey) = (lastOfNode[node], lastOfKey[key])
    if previousOfNode != Self.none {
      entries[Int(place)].nextOfNode = entries[Int(previousOfNode)].nextOfNode
      entries[Int(previousOfNode)].nextOfNode = place
    }
    if previousOfKey != Self.none {
      entries[Int(place)].nextOfKey = entries[Int(previousOfKey)].nextOfKey
      entries[Int(previousOfKey)].nextOfKey = place
    }
    lastOfNode[node] = place
    lastOfKey[key] = place
  }

  /// Searches the tags of the node and of the key alternately, because one of them is short.
  private func place(of key: Int, at node: Int) -> Int? {
    let (lastOfNode, lastOfKey) = (lastOfNode[node], lastOfKey[key])
    guard lastOfNode != Self.none, lastOfKey != Self.none else { return nil }
    var (first, second) = (lastOfNode, lastOfKey)
    repeat {
      if entries[Int(first)].key == key { return Int(first) }
      if entries[Int(second)].node == node { return Int(second) }
      first = entries[Int(first)].nextOfNode
      second = entries[Int(second)].nextOfKey
    } while first != lastOfNode && second != lastOfKey
    return nil
  }

  func key(of name: MIMEName) -> UInt32? {
    key(of: Tag(tagClass: .mimeType, value: name.spelling))
  }

  func key(of tag: Tag) -> UInt32? {
    keys.knownNumber(of: RegistryImage.tagKey(of: tag)).map { UInt32($0) }
  }

  /// The preferred one of each class first.
  func forEachTag(of node: Int, _ body: (Entry) -> Void) {
    forEachTag(upTo: lastOfNode[node], { $0.nextOfNode }, body)
  }

  /// The tags are in the order of preference of their nodes.
  func forEachTag(withKey key: Int, _ body: (Entry) -> Void) {
    forEachTag(upTo: lastOfKey[key], { $0.nextOfKey }, body)
  }

  private func forEachTag(upTo last: UInt32, _ next: (Entry) -> UInt32, _ body: (Entry) -> Void) {
    guard last != Self.none else { return }
    var place = last
    repeat {
      place = next(entries[Int(place)])
      body(entries[Int(place)])
    } while place != last
  }
}
