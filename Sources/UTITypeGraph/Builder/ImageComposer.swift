internal import UTIPortable

/// Turns the finished graph into the sections of an image.
struct ImageComposer {
  private(set) var table: NodeTable
  var writer: ImageWriter
  /// The nodes sorted by identifier, and for each node its place in that order.
  let order: [Int]
  let rank: [UInt32]
  /// The numbers of all identifiers, sorted.
  private let identifierOrder: [UInt32]
  let limits: RegistryLimits
  private var findings: BoundedFindings
  /// The findings about statements that a view has dropped.
  private var droppedFindings: Set<DeclarationDiagnostic> = []
  /// The languages of the store that was written last.
  var languageOffsets: LanguageOffsets?

  init(
    _ table: consuming NodeTable, findings: BoundedFindings, limits: RegistryLimits, sizeLimit: Int
  ) {
    self.findings = findings
    self.limits = limits
    self.table = table
    writer = ImageWriter(sizeLimit: sizeLimit)
    identifierOrder = table.identifiers.sortedNumbers
    // A node is at the place of its own identifier, not of an alias that leads to it.
    order = identifierOrder.compactMap { number in
      let node = table.nodeOfIdentifier[Int(number)]
      return table.nodes[node].identifierNumber == Int(number) ? node : nil
    }
    var rank = [UInt32](repeating: 0, count: table.nodes.count)
    for (place, node) in order.enumerated() { rank[node] = UInt32(place) }
    self.rank = rank
  }

  /// Adds to the sections of another image; the rank is the number of each node in the new one.
  init(
    _ table: consuming NodeTable, findings: BoundedFindings, limits: RegistryLimits,
    writer: consuming ImageWriter, rank: [UInt32]
  ) {
    self.findings = findings
    self.limits = limits
    self.table = table
    self.writer = writer
    self.rank = rank
    identifierOrder = []
    order = []
  }

  mutating func compose() throws(ImageError) {
    appendSources()
    appendIdentifiers()
    appendMIMETypes()
    writer.giveBackMemory()
    try appendNames()
    writer.giveBackMemory()
    appendMagic()
    appendKinds()
    appendDocumentTypes()
    appendDiagnostics()
  }

  /// Their tables are large and are released as soon as they are written.
  private mutating func appendNames() throws(ImageError) {
    let tags = appendGlobs()
    writer.giveBackMemory()
    try appendTypes(tags)
    writer.giveBackMemory()
    appendTagIndex(tags)
  }

  mutating func appendSources(from first: Int = 0) {
    for file in table.files[first...] {
      let source = file.source
      writer.append(
        .sources,
        record: [
          writer.string(source.path), source.format == .propertyList ? 0 : 1,
          UInt32(source.layer.rawValue), UInt32(source.directoryPrecedence),
          writer.string(source.bundleIdentifier),
        ])
    }
  }

  private mutating func appendTypes(_ tags: TagTable) throws(ImageError) {
    let merged = try ancestors(in: .merged)
    let declared = try ancestors(in: .declared)
    let freedesktop = try ancestors(in: .freedesktop)
    writer.reserve(.types, order.count)
    writer.reserve(.tags, tags.entries.count)
    for node in order {
      let record = typeRecord(
        of: node, tags, merged: merged[node], declared: declared[node],
        freedesktop: freedesktop[node])
      writer.append(.types, record: record)
    }
  }

  /// Appends what belongs to a type and returns its record; the supertypes are sorted.
  mutating func typeRecord(
    of node: Int, _ tags: TagTable, merged: ArraySlice<UInt32>, declared: ArraySlice<UInt32>,
    freedesktop: ArraySlice<UInt32>
  ) -> [15 of UInt32] {
    let type = table.nodes[node]
    let declarations = appendDeclarations(of: type)
    let edges = appendEdges(of: type)
    let tags = appendTags(tags, of: node)
    let above = appendAncestors(merged)
    let aboveDeclared = declared == merged ? above : appendAncestors(declared)
    let aboveFreedesktop = freedesktop == merged ? above : appendAncestors(freedesktop)
    return [
      writer.string(type.identifier.rawValue), flags(of: node).rawValue,
      type.mimeType.map { UInt32($0) + 1 } ?? 0, declarations.first, declarations.count,
      edges.first, edges.count, tags.first, tags.count, above.first, above.count,
      aboveDeclared.first, aboveDeclared.count, aboveFreedesktop.first, aboveFreedesktop.count,
    ]
  }

  private mutating func ancestors(in view: GraphView) throws(ImageError) -> AncestorLists {
    let lists = try AncestorLists(
      &table, view: view, rank: rank, limits: limits, sizeLimit: writer.sizeLimit)
    // A statement that is dropped in two views gives one finding.
    findings.append(contentsOf: lists.diagnostics.filter { droppedFindings.insert($0).inserted })
    return lists
  }

  private mutating func appendAncestors(_ list: ArraySlice<UInt32>) -> ImageWriter.Run {
    let run = writer.append(.ancestors, words: list)
    let missing = -list.count & (Conformance.laneCount - 1)
    writer.append(.ancestors, words: repeatElement(Conformance.noType, count: missing))
    return run
  }

  func isBase(_ file: Int) -> Bool { table.files[file].source.layer == .base }

  private func flags(of node: Int) -> TypeFlags {
    let type = table.nodes[node]
    var flags: TypeFlags = type.isPlaceholder ? .placeholder : []
    if let active = table.active(node) {
      flags.insert(.declared)
      if table[active].isExported { flags.insert(.exported) }
      if isBase(active.file) { flags.insert(.base) }
    }
    if let mimeType = type.mimeType {
      flags.insert(.mimeType)
      let described = table.catalog.types[mimeType]
      if !described.magic.isEmpty { flags.insert(.magic) }
      let ofBase = described.magic.filter { isBase($0.file) }
      if !ofBase.isEmpty,
        ofBase.allSatisfy({ $0.value.priority >= MagicRule.leastRequiredPriority })
      {
        flags.insert(.requiredMagic)
      }
      if !ofBase.isEmpty, ofBase.allSatisfy({ $0.value.isStrong }) {
        flags.insert(.requiredSignature)
      }
      if !described.rootElements.isEmpty { flags.insert(.rootElement) }
      if described.yieldingSuperclasses.contains(where: { $0.value.value.hasMedia("text") }) {
        flags.insert(.text)
      }
    }
    return flags
  }

  private mutating func appendEdges(of type: GraphNode) -> ImageWriter.Run {
    let first = writer.count(.edges)
    // A statement that a cycle removed from every view is only in the findings.
    for edge in type.edges where edge.views != 0 || edge.kind == .container {
      writer.append(
        .edges,
        record: [
          rank[edge.target], edge.kind.rawValue, edge.views,
          edge.file.map { UInt32($0) + 1 } ?? 0, UInt32(edge.position.line),
          UInt32(edge.position.column),
        ])
    }
    return writer.records(.edges, from: first)
  }

  /// The base's MIME name is the first in the merged view.
  ///
  /// A declaration of the base under the identifier of that name states another name first if the
  /// type is a version, which has the name of its language.
  private mutating func appendTags(_ tags: TagTable, of node: Int) -> ImageWriter.Run {
    let first = writer.count(.tags)
    let name = table.nodes[node].mimeType.flatMap { table.catalog.types[$0].baseName }
    let isStated =
      table.active(node).map { isBase($0.file) } ?? false
      && name?.derivedIdentifier == table.nodes[node].identifier
    let preferred = isStated ? nil : name.flatMap(tags.key)
    tags.forEachTag(of: node) { entry in
      if entry.key == preferred { append(entry, of: tags, in: GraphView.merged.bit) }
    }
    tags.forEachTag(of: node) { entry in
      append(entry, of: tags, in: entry.key == preferred ? ~GraphView.merged.bit : .max)
    }
    return writer.records(.tags, from: first)
  }

  private mutating func append(_ entry: TagTable.Entry, of tags: TagTable, in views: UInt32) {
    guard entry.views & views != 0 else { return }
    let tagClass = tags.classes.withBytes(of: Int(entry.tagClass)) { writer.string($0) }
    writer.append(
      .tags,
      record: [
        tagClass, writer.string(entry.value), entry.views & views,
        entry.file + 1, entry.line, entry.column,
      ])
  }

  private mutating func appendTagIndex(_ tags: TagTable) {
    let order = tags.keys.sortedNumbers
    var runs = [ImageWriter.Run](repeating: (0, 0), count: tags.keys.count)
    writer.reserve(.tagPostings, tags.entries.count)
    for number in order {
      let first = writer.count(.tagPostings)
      tags.forEachTag(withKey: Int(number)) { entry in
        writer.append(.tagPostings, record: [rank[Int(entry.node)], entry.views])
      }
      runs[Int(number)] = writer.records(.tagPostings, from: first)
    }
    writer.index(.tagSlots, tags.keys, sorted: order) { runs[$0] }
  }

  private mutating func appendIdentifiers() {
    writer.index(.identifierSlots, table.identifiers, sorted: identifierOrder) { number in
      (rank[table.nodeOfIdentifier[number]], 1)
    }
  }

  mutating func report(
    _ rule: String, file: Int, at position: SourcePosition, _ message: String, remedy: String
  ) {
    let path = table.files[file].source.path
    findings.append(path, position) {
      DeclarationDiagnostic(
        .warning, rule: rule, file: path, position: position, message: message, remedy: remedy)
    }
  }

  /// The order by file and place makes a layer and a merge equal.
  mutating func appendDiagnostics() {
    var places: [String: Int] = [:]
    for (place, file) in table.files.enumerated() where places[file.source.path] == nil {
      places[file.source.path] = place
    }
    let ordered = findings.diagnostics.enumerated().map { index, finding in
      let position = finding.position
      return (
        key: (places[finding.file] ?? .max, position.line, position.column, index),
        finding: finding
      )
    }.sorted { $0.key < $1.key }
    for (_, finding) in ordered {
      writer.append(
        .diagnostics,
        record: [
          writer.string(finding.severity.rawValue), writer.string(finding.rule),
          writer.string(finding.file), UInt32(finding.position.line),
          UInt32(finding.position.column), writer.string(finding.message),
          writer.string(finding.remedy),
        ])
    }
  }
}

extension ImageComposer {
  /// Most specific first (rule 6.3); one type has each of them.
  mutating func appendRootElements() {
    var all: [(element: RootElement, mimeType: Int, file: Int)] = []
    for (index, type) in table.catalog.types.enumerated() {
      for entry in type.rootElements { all.append((entry.value, index, entry.file)) }
    }
    func specificity(_ element: RootElement) -> Int {
      element.namespace.isEmpty ? 2 : element.localName.isEmpty ? 1 : 0
    }
    func key(_ element: RootElement) -> (Int, String, String) {
      (specificity(element), element.namespace, element.localName)
    }
    all.sort { key($0.element) < key($1.element) }
    for (element, mimeType, file) in all {
      writer.append(
        .rootElements,
        record: [
          writer.string(element.namespace), writer.string(element.localName), UInt32(mimeType),
          UInt32(file), UInt32(element.position.line), UInt32(element.position.column),
        ])
    }
    appendRootElementIndex(all.map { $0.element })
  }

  private mutating func appendRootElementIndex(_ elements: [RootElement]) {
    var keys = StringInterner()
    var records: [UInt32] = []
    for (record, element) in elements.enumerated() {
      let key = RegistryImage.rootElementKey(element.namespace, element.localName)
      if keys.number(of: key) == records.count { records.append(UInt32(record)) }
    }
    writer.index(.rootElementSlots, keys, sorted: keys.sortedNumbers) { (records[$0], 1) }
  }
}

/// Descriptions, which are by far the most statements of a translated database.
extension ImageComposer {
  /// The offsets of the languages of a store among the strings of the image.
  struct LanguageOffsets {
    let store: LocalizedTextStore
    /// Zero for a language that is not written yet.
    fileprivate var offsets: [UInt32]

    fileprivate init(_ store: LocalizedTextStore) {
      self.store = store
      offsets = Array(repeating: 0, count: store.languages.count)
    }
  }

  mutating func reserveDescriptions() {
    let count = table.catalog.types.reduce(0) { sum, type in
      type.comments.reduce(sum) { $0 + $1.value.count }
    }
    writer.reserve(.statements, count)
    // A type also has a name, an identifier and a few patterns.
    writer.reserveStrings(count + 4 * table.catalog.types.count)
  }

  mutating func appendComments(of type: MergedMIMEType) {
    let kept = LocalizedTexts.lastOfEachLanguage(type.comments.map { $0.value })
    for (comment, places) in zip(type.comments, kept) {
      append(places, of: comment.value.sharedStore, file: UInt32(comment.file))
    }
  }

  private mutating func append(_ places: [Int], of store: LocalizedTextStore, file: UInt32) {
    var languages = languageOffsets?.store === store ? languageOffsets : LanguageOffsets(store)
    languageOffsets = nil
    defer { languageOffsets = languages }
    store.withBytes { bytes in
      for place in places {
        let entry = store.entries[place]
        var language = languages?.offsets[Int(entry.language)] ?? 0
        if language == 0 {
          language = store.withLanguage(of: place) { writer.string($0) }
          languages?.offsets[Int(entry.language)] = language
        }
        let text = bytes[Int(entry.start)..<Int(entry.start) + Int(entry.count)]
        writer.append(
          .statements,
          record: [
            StatementKind.comment.rawValue, language,
            writer.string(UnsafeRawBufferPointer(rebasing: text)), file, entry.line, entry.column,
          ])
      }
    }
  }
}
