internal import UTIPortable

/// Finds the statements about the direct supertypes of each node.
///
/// A declared node has exactly the parents of its active declaration; one that only
/// shared-mime-info describes has explicit, implicit (media type) and inferred (icon) parents.
struct EdgeBuilder {
  private(set) var table: NodeTable
  private(set) var findings: BoundedFindings
  /// Parents that are dynamic identifiers are looked up here.
  private let firstNodes: [Tag: Int]
  private let directories: DirectoryTypes
  private let inferred: InferredSupertypes
  private let plainTextNode: Int?
  private let bytesNode: Int?

  init(_ table: NodeTable, findings: BoundedFindings) {
    self.table = table
    self.findings = findings
    var firstNodes: [Tag: Int] = [:]
    for node in table.lookUpOrder {
      guard let active = table.active(node) else { continue }
      for tag in table[active].tags {
        let key = tag.value.folded
        if firstNodes[key] == nil { firstNodes[key] = node }
      }
    }
    self.firstNodes = firstNodes
    directories = DirectoryTypes(table)
    inferred = InferredSupertypes(catalog: table.catalog, files: table.files)
    func node(_ name: MIMEName?) -> Int? {
      name.flatMap(table.catalog.index).map { table.nodeOfMIMEType[$0] }
    }
    plainTextNode = node(Self.plainText)
    bytesNode = node(Self.bytes)
  }

  mutating func addEdges() {
    // Placeholders that are added meanwhile have no supertypes.
    for node in table.nodes.indices {
      var edges = declaredEdges(of: node)
      if let mimeType = table.nodes[node].mimeType {
        edges += freedesktopEdges(of: node, mimeType: mimeType)
      }
      table.setEdges(Self.namingEachTargetOnce(edges), of: node)
    }
    addContainers()
    reportUnknownKinds()
  }

  private mutating func reportUnknownKinds() {
    for (file, content) in table.files.enumerated() {
      for kind in content.kinds where table.node(of: kind.identifier) == nil {
        report(
          "unknown-kind", file: file, at: kind.position,
          "the kind \(kind.identifier) is declared nowhere",
          remedy: "correct its spelling or declare it", severity: .warning)
      }
    }
  }

  /// A scan of so few statements, as nearly every type has, is faster than a dictionary.
  private static let handful = 16

  /// The statements of a type precede the statements that its media type implies.
  private static func namingEachTargetOnce(_ edges: [GraphEdge]) -> [GraphEdge] {
    guard edges.count > 1 else { return edges.filter { $0.views != 0 } }
    var known: [Int: UInt32] = [:]
    if edges.count > handful { known.reserveCapacity(edges.count) }
    var kept: [GraphEdge] = []
    kept.reserveCapacity(edges.count)
    for (place, edge) in edges.enumerated() {
      var edge = edge
      if edges.count > handful {
        let views = edge.views
        edge.views &= ~known[edge.target, default: 0]
        known[edge.target, default: 0] |= views
      } else {
        for earlier in edges[..<place] where earlier.target == edge.target {
          edge.views &= ~earlier.views
        }
      }
      if edge.views != 0 { kept.append(edge) }
    }
    return kept
  }

  // MARK: Declarations

  private mutating func declaredEdges(of node: Int) -> [GraphEdge] {
    guard let active = table.active(node) else { return [] }
    let file = active.file
    var edges: [GraphEdge] = []
    for parent in table[active].conformsTo {
      guard let target = target(of: parent, declaredIn: file) else { continue }
      if target == node {
        report(
          "self-conformance", file: file, at: parent.position,
          "\(table[active].identifier) is declared to conform to itself",
          remedy: "remove the identifier from UTTypeConformsTo")
      } else {
        edges.append(
          GraphEdge(
            to: target, .declared, GraphView.merged.bit | GraphView.declared.bit, file: file,
            at: parent.position))
      }
    }
    return edges
  }

  /// A dynamic identifier selects the type that has its tag.
  private mutating func target(of parent: Located<TypeIdentifier>, declaredIn file: Int) -> Int? {
    if let node = table.node(of: parent.value) { return node }
    if parent.value.isDynamic {
      let tags = DynamicIdentifier(parent.value)?.tags ?? []
      let node = tags.lazy.compactMap { [firstNodes] in firstNodes[$0.folded] }.first
      if node == nil {
        report(
          "dynamic-parent", file: file, at: parent.position,
          "no declared type has the tag of the parent \(parent.value)",
          remedy: "name a declared type in UTTypeConformsTo")
      }
      return node
    }
    report(
      "unknown-parent", file: file, at: parent.position,
      "the parent \(parent.value) is declared nowhere",
      remedy: "correct its spelling or declare it", severity: .warning)
    return table.nodeOrPlaceholder(parent.value)
  }

  // MARK: shared-mime-info

  private mutating func freedesktopEdges(of node: Int, mimeType: Int) -> [GraphEdge] {
    let type = table.catalog.types[mimeType]
    let isDescribedOnlyHere = table.nodes[node].declarations.isEmpty
    let views = isDescribedOnlyHere ? Self.bothViews : GraphView.freedesktop.bit
    var edges: [GraphEdge] = []
    for parent in type.superclasses {
      let target = target(of: parent.value.value)
      if target == node {
        report(
          "self-conformance", file: parent.file, at: parent.value.position,
          "\(type.name) is declared a subclass of itself", remedy: "remove the sub-class-of")
      } else {
        edges.append(
          GraphEdge(to: target, .explicit, views, file: parent.file, at: parent.value.position))
      }
    }
    if isDescribedOnlyHere {
      // Another source adds parents, and removes none of the base's.
      for parent in type.yieldingSuperclasses {
        guard let place = table.catalog.index(of: parent.value.value) else { continue }
        let target = table.nodeOfMIMEType[place]
        guard target != node else { continue }
        edges.append(
          GraphEdge(
            to: target, .explicit, GraphView.merged.bit, file: parent.file,
            at: parent.value.position))
      }
    }
    addImplicitEdges(to: &edges, of: node, named: type.name, views: views)
    if isDescribedOnlyHere {
      if !firstNodes.isEmpty { edges += taggedEdges(of: node, type: type) }
      for supertype in inferred.supertypes(ofMIMEType: mimeType) {
        guard let target = table.node(of: supertype.identifier), target != node else { continue }
        edges.append(
          GraphEdge(
            to: target, .inferred, GraphView.merged.bit, file: supertype.file,
            at: supertype.position))
      }
    }
    return Self.withoutWeakerRepetitions(edges)
  }

  /// Drops implied or inferred edges that repeat a stated one.
  private static func withoutWeakerRepetitions(_ edges: [GraphEdge]) -> [GraphEdge] {
    var kept: [GraphEdge] = []
    kept.reserveCapacity(edges.count)
    // The views of every statement about each target.
    var known: [Int: [UInt32]] = [:]
    for (index, edge) in edges.enumerated() {
      func repeats(_ views: UInt32) -> Bool { edge.views & ~views == 0 }
      if edges.count > handful {
        if known[edge.target, default: []].contains(where: repeats) { continue }
        known[edge.target, default: []].append(edge.views)
      } else if edges[..<index].contains(where: { $0.target == edge.target && repeats($0.views) }) {
        continue
      }
      kept.append(edge)
    }
    return kept
  }

  private mutating func target(of name: MIMEName) -> Int {
    if let mimeType = table.catalog.index(of: name) { return table.nodeOfMIMEType[mimeType] }
    return table.nodeOrPlaceholder(name.derivedIdentifier)
  }

  private static let plainText = MIMEName("text/plain")
  /// The type of bytes without further evidence.
  static let bytes = MIMEName("application/octet-stream")

  /// Rule 8.4: text is plain text, a stream is bytes; volumes and URI schemes too (8.6), as in
  /// GLib.
  private func addImplicitEdges(
    to edges: inout [GraphEdge], of node: Int, named name: MIMEName, views: UInt32
  ) {
    if name.hasMedia("text"), let plainTextNode, plainTextNode != node {
      edges.append(GraphEdge(to: plainTextNode, .implicit, views))
    }
    if !name.hasMedia("inode"), let bytesNode, bytesNode != node {
      let views = name.namesStream ? views : GraphView.freedesktop.bit
      edges.append(GraphEdge(to: bytesNode, .implicit, views))
    }
  }

  private static let bothViews = GraphView.merged.bit | GraphView.freedesktop.bit

  /// The declared types that have the name as a tag; a directory is no stream.
  private func taggedEdges(of node: Int, type: MergedMIMEType) -> [GraphEdge] {
    let names = [type.name] + type.aliases.map { $0.value.value }
    var edges: [GraphEdge] = []
    for name in names {
      let key = Tag(tagClass: .mimeType, value: name.canonical)
      guard let owner = firstNodes[key], owner != node,
        type.name.hasMedia("inode") || !directories.contains(owner),
        !edges.contains(where: { $0.target == owner }),
        let active = table.active(owner),
        let tag = table[active].tags.first(where: {
          $0.value.tagClass == .mimeType && CaseFolding.ascii($0.value.value) == name.canonical
        })
      else { continue }
      edges.append(
        GraphEdge(to: owner, .tag, GraphView.merged.bit, file: active.file, at: tag.position))
    }
    return edges
  }

  /// Records parents of shared-mime-info that a declaration lacks as storage formats (zip for
  /// docx).
  ///
  /// Parents that are texts are omitted: they are more general languages (JavaScript for JSON). A
  /// parent from the base, for a type with parents of a system database, counts too (PDF for AI).
  private mutating func addContainers() {
    guard !table.lookUpOrder.isEmpty else { return }
    let textual = TextualTypes(catalog: table.catalog)
    for node in table.nodes.indices {
      guard let mimeType = table.nodes[node].mimeType else { continue }
      var edges = table.nodes[node].edges
      var known = Set(edges.lazy.filter { $0.kind == .declared }.map { $0.target })
      if !table.nodes[node].declarations.isEmpty {
        for edge in edges where edge.kind == .explicit {
          guard let parent = table.nodes[edge.target].mimeType, !textual.contains(parent),
            known.insert(edge.target).inserted
          else { continue }
          edges.append(
            GraphEdge(to: edge.target, .container, 0, file: edge.file, at: edge.position))
        }
      }
      known.formUnion(edges.lazy.map { $0.target })
      for parent in table.catalog.types[mimeType].yieldingSuperclasses {
        guard let place = table.catalog.index(of: parent.value.value), !textual.contains(place),
          case let target = table.nodeOfMIMEType[place], target != node,
          known.insert(target).inserted
        else { continue }
        edges.append(
          GraphEdge(to: target, .container, 0, file: parent.file, at: parent.value.position))
      }
      table.setEdges(edges, of: node)
    }
  }

  private mutating func report(
    _ rule: String, file: Int, at position: SourcePosition, _ message: String, remedy: String,
    severity: DeclarationDiagnostic.Severity = .error
  ) {
    let path = table.files[file].source.path
    findings.append(path, position) {
      DeclarationDiagnostic(
        severity, rule: rule, file: path, position: position, message: message, remedy: remedy)
    }
  }
}
