/// The nodes of the graph and the names that lead to them.
///
/// A MIME type and a uniform type are one node when a declaration has a name of the MIME type as a
/// tag. Each of its names has a derived identifier, which resolves to the node.
struct NodeTable {
  let files: [DeclarationFile]
  let catalog: MIMECatalog
  private(set) var nodes: [GraphNode] = []
  /// The identifiers of nodes and the derived identifiers of all MIME names.
  private(set) var identifiers = StringInterner()
  private(set) var nodeOfIdentifier: [Int] = []
  private(set) var nodeOfMIMEType: [Int] = []
  /// Declared nodes in order of preference: base, exported, higher file, earlier in the file.
  private(set) var lookUpOrder: [Int] = []

  init(files: [DeclarationFile], catalog: MIMECatalog) {
    self.files = files
    self.catalog = catalog
    addDeclarations()
    sortForLookUp()
    identify()
  }

  /// Returns the node of an identifier; nil when no source describes it.
  func node(of identifier: TypeIdentifier) -> Int? {
    identifiers.knownNumber(of: identifier.rawValue).map { nodeOfIdentifier[$0] }
  }

  /// Creates a placeholder if there is no node.
  mutating func nodeOrPlaceholder(_ identifier: TypeIdentifier) -> Int {
    node(of: identifier) ?? add(identifier)
  }

  /// The place only, because a declaration is large.
  func active(_ node: Int) -> DeclarationReference? { nodes[node].declarations.first }

  subscript(_ reference: DeclarationReference) -> TypeDeclaration {
    files[reference.file].types[reference.index]
  }

  func components(in view: GraphView) -> ConnectedComponents {
    ConnectedComponents(nodes.count) { node, targets in
      for edge in nodes[node].edges where edge.holds(in: view) { targets.append(edge.target) }
    }
  }

  mutating func setEdges(_ edges: [GraphEdge], of node: Int) {
    nodes[node].edges = edges
  }

  mutating func dropEdge(_ position: Int, of node: Int, in view: GraphView) {
    nodes[node].edges[position].views &= ~view.bit
  }

  private mutating func add(_ identifier: TypeIdentifier) -> Int {
    let number = setNode(nodes.count, of: identifier)
    nodes.append(GraphNode(identifier: identifier, identifierNumber: number))
    return nodes.count - 1
  }

  /// Returns the number of the identifier.
  @discardableResult
  private mutating func setNode(_ node: Int, of identifier: TypeIdentifier) -> Int {
    let number = identifiers.number(of: identifier.rawValue)
    if number == nodeOfIdentifier.count {
      nodeOfIdentifier.append(node)
    } else {
      nodeOfIdentifier[number] = node
    }
    return number
  }

  private mutating func addDeclarations() {
    for (fileIndex, file) in files.enumerated() {
      for (index, declaration) in file.types.enumerated() {
        let node = node(of: declaration.identifier) ?? add(declaration.identifier)
        nodes[node].declarations.append(DeclarationReference(file: fileIndex, index: index))
      }
    }
    let ranking = DeclarationRanking(files: files)
    for node in nodes.indices { nodes[node].declarations.sort(by: ranking.precedes) }
  }

  private mutating func sortForLookUp() {
    lookUpOrder = nodes.indices
      .compactMap { node in
        nodes[node].declarations.first.map { active in
          let isBase = files[active.file].source.layer == .base
          let isExported = self[active].isExported
          let fileRank = isBase ? active.file : -active.file
          return (key: (isBase ? 0 : 1, isExported ? 0 : 1, fileRank, active.index), node: node)
        }
      }
      .sorted { $0.key < $1.key }
      .map { $0.node }
  }

  /// Tags of the active declaration, followed by names in packages.
  private func claimedNames(of node: Int) -> [MIMEName] {
    let declarations = nodes[node].declarations
    let claiming =
      declarations.prefix(1)
      + declarations.dropFirst().filter { files[$0.file].source.format == .sharedMIMEInfo }
    return claiming.flatMap { self[$0].tags }.filter { $0.value.tagClass == .mimeType }
      .compactMap { MIMEName($0.value.value) }
  }

  /// Gives every MIME type its node.
  ///
  /// The earliest tag wins, then a name before an alias, then the order of look-ups. A directory
  /// and a stream of bytes are never merged: the two forms of a document stay two types.
  private mutating func identify() {
    struct Claim { let tagRank, aliasRank, orderRank, node, mimeType: Int }
    let directories = DirectoryTypes(self)
    var claims: [Claim] = []
    for (orderRank, node) in lookUpOrder.enumerated() {
      for (tagRank, name) in claimedNames(of: node).enumerated() {
        guard let mimeType = catalog.index(of: name),
          catalog.types[mimeType].name.hasMedia("inode") || !directories.contains(node)
        else { continue }
        let isAlias = catalog.types[mimeType].name != name
        claims.append(
          Claim(
            tagRank: tagRank, aliasRank: isAlias ? 1 : 0, orderRank: orderRank, node: node,
            mimeType: mimeType))
      }
    }
    claims.sort {
      ($0.tagRank, $0.aliasRank, $0.orderRank) < ($1.tagRank, $1.aliasRank, $1.orderRank)
    }

    var owners = [Int?](repeating: nil, count: catalog.types.count)
    // A declaration under the derived identifier itself describes the same type.
    let derived = catalog.types.map { $0.preferredName.derivedIdentifier }
    for (mimeType, identifier) in derived.enumerated() {
      guard let node = node(of: identifier) else { continue }
      owners[mimeType] = node
      nodes[node].mimeType = mimeType
    }
    for claim in claims where owners[claim.mimeType] == nil && nodes[claim.node].mimeType == nil {
      owners[claim.mimeType] = claim.node
      nodes[claim.node].mimeType = claim.mimeType
    }
    for (mimeType, identifier) in derived.enumerated() {
      let node = owners[mimeType] ?? add(identifier)
      nodes[node].mimeType = mimeType
      setNode(node, of: identifier)
      nodeOfMIMEType.append(node)
    }
    // No two names have one identifier, so their order has no effect.
    for (node, type) in zip(nodeOfMIMEType, catalog.types) {
      let others = (type.aliases + type.yieldingNames).map { $0.value.value }
      for name in [type.name] + others {
        let identifier = name.derivedIdentifier
        if self.node(of: identifier) == nil { setNode(node, of: identifier) }
      }
    }
  }
}

/// The declared types that are directories, by following the declared parents.
struct DirectoryTypes {
  private var isDirectory: [Bool]

  func contains(_ node: Int) -> Bool { isDirectory[node] }

  init(_ table: NodeTable) {
    isDirectory = Array(repeating: false, count: table.nodes.count)
    guard let root = table.node(of: .directory) else { return }
    var children: [Int: [Int]] = [:]
    for node in table.nodes.indices {
      guard let active = table.active(node) else { continue }
      for parent in table[active].conformsTo {
        if let parent = table.node(of: parent.value) { children[parent, default: []].append(node) }
      }
    }
    var pending = [root]
    while let node = pending.popLast() {
      guard !isDirectory[node] else { continue }
      isDirectory[node] = true
      pending += children[node] ?? []
    }
  }
}
