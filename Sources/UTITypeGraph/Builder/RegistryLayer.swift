/// Adds property lists to a frozen registry at the cost of what they declare.
///
/// The sections of the image below are used in place; new types are appended and all records are
/// renumbered. A layer that could change answers about types below needs a merge: packages, kinds,
/// parents that are dynamic or undeclared, replaced declarations, MIME types without a declared
/// owner, and tags if a type below has a parent that is a dynamic identifier.
struct RegistryLayer {
  private let below: RegistryImage
  private let limits: RegistryLimits
  private var composer: ImageComposer
  /// nil for a new type.
  private let existing: [TypeIndex?]
  /// The new nodes, sorted by identifier.
  private let created: [Int]
  private let newRanks: Set<UInt32>
  /// The number of each type below in the new image.
  private let renumbered: [UInt32]

  /// The files must be sorted; nil when all declarations have to be merged.
  init?(
    _ files: [DeclarationFile], over below: RegistryImage, limits: RegistryLimits, sizeLimit: Int
  ) {
    guard let stubs = Stubs(of: files, in: below) else { return nil }
    var files = stubs.files + files
    let (table, findings) = RegistryBuilder.graph(taking: &files, limits: limits)
    existing = table.nodes.map { stubs.types[$0.identifier] }
    let newNodes = existing.indices.filter { [existing] in existing[$0] == nil }
    created = newNodes.sorted { table.nodes[$0].identifier < table.nodes[$1].identifier }
    var rank = [UInt32](repeating: 0, count: table.nodes.count)
    var renumbered: [UInt32] = []
    renumbered.reserveCapacity(below.types.count)
    for (place, node) in created.enumerated() {
      let first = below.firstType(notBefore: table.nodes[node].identifier)
      while renumbered.count < first { renumbered.append(UInt32(renumbered.count + place)) }
      rank[node] = UInt32(first + place)
    }
    while renumbered.count < below.types.count {
      renumbered.append(UInt32(renumbered.count + created.count))
    }
    for (node, type) in existing.enumerated() {
      if let type { rank[node] = renumbered[type.offset] }
    }
    newRanks = Set(created.map { rank[$0] })
    self.renumbered = renumbered
    self.below = below
    self.limits = limits
    composer = ImageComposer(
      table, findings: findings, limits: limits,
      writer: ImageWriter(over: below, sizeLimit: sizeLimit), rank: rank)
  }

  /// nil when a type has too many supertypes; O(*n*) in the size of the image below.
  consuming func sections() -> ImageWriter? {
    renumber()
    composer.appendSources(from: below.sources.count)
    guard appendTypes() else { return nil }
    composer.appendDocumentTypes()
    composer.appendDiagnostics()
    return composer.writer
  }

  private mutating func renumber() {
    let renumbered = renumbered
    func change(_ number: inout UInt32) {
      if number < UInt32(renumbered.count) { number = renumbered[Int(number)] }
    }
    composer.writer.update(.ancestors) { words in
      for place in words.indices { change(&words[place]) }
    }
    let fields: [(ImageSection, Int)] = [
      (.edges, EdgeField.target.rawValue), (.tagPostings, TagPostingField.type.rawValue),
      (.mimeTypes, MIMETypeField.type.rawValue), (.globs, GlobField.type.rawValue),
      (.identifierSlots, SlotField.first.rawValue),
    ]
    for (section, field) in fields {
      composer.writer.update(section) { words in
        for place in stride(from: field, to: words.count, by: section.recordWidth) {
          change(&words[place])
        }
      }
    }
  }

  // MARK: Types

  /// False when a type has too many supertypes.
  private mutating func appendTypes() -> Bool {
    guard let merged = ancestors(in: .merged), let declared = ancestors(in: .declared),
      let freedesktop = ancestors(in: .freedesktop)
    else { return false }
    let tags = TagTable(composer.table, globs: [])
    var records: [UInt32] = []
    for node in created {
      let record = composer.typeRecord(
        of: node, tags, merged: merged[node, default: []][...],
        declared: declared[node, default: []][...],
        freedesktop: freedesktop[node, default: []][...])
      for word in record.indices { records.append(record[word]) }
    }
    insert(records)
    appendRepeatedDeclarations()
    appendNames(tags)
    return true
  }

  private mutating func insert(_ records: [UInt32]) {
    let width = ImageSection.types.recordWidth
    let old = below.types.elements
    var words: [UInt32] = []
    words.reserveCapacity(old.count + records.count)
    var copied = 0
    for (place, node) in created.enumerated() {
      let end = (Int(composer.rank[node]) - place) * width
      words += old[copied..<end]
      words += records[place * width..<(place + 1) * width]
      copied = end
    }
    words += old[copied...]
    composer.writer.take(.types, words)
  }

  /// Declarations of types below, none of which is the active one.
  private mutating func appendRepeatedDeclarations() {
    for (node, type) in existing.enumerated() {
      guard let type else { continue }
      // The first is the stub.
      let repeated = composer.table.nodes[node].declarations.dropFirst()
      guard !repeated.isEmpty else { continue }
      let record = type.offset
      let width = ImageSection.declarations.recordWidth
      let first = Int(below.types[record, TypeField.firstDeclaration])
      let count = Int(below.types[record, TypeField.declarationCount])
      let known = below.declarations.elements[first * width..<(first + count) * width]
      let start = composer.writer.count(.declarations)
      composer.writer.update(.declarations) { $0 += known }
      composer.append(repeated, hasActive: false)
      let run = composer.writer.records(.declarations, from: start)
      let place = Int(composer.rank[node]) * ImageSection.types.recordWidth
      composer.writer.update(.types) { words in
        words[place + TypeField.firstDeclaration.rawValue] = run.first
        words[place + TypeField.declarationCount.rawValue] = run.count
      }
    }
  }

  /// The sorted supertypes of each new type; nil when one has too many.
  private func ancestors(in view: GraphView) -> [Int: [UInt32]]? {
    var lists: [Int: [UInt32]] = [:]
    for node in composer.table.components(in: view).order where existing[node] == nil {
      var above: Set<UInt32> = []
      for edge in composer.table.nodes[node].edges where edge.holds(in: view) {
        above.insert(composer.rank[edge.target])
        if let type = existing[edge.target] {
          above.formUnion(below.ancestors(of: type, in: view).map { renumbered[$0.offset] })
        } else {
          above.formUnion(lists[edge.target] ?? [])
        }
      }
      guard above.count <= limits.supertypeCount else { return nil }
      lists[node] = above.sorted()
    }
    return lists
  }

  // MARK: Names

  private mutating func appendNames(_ tags: TagTable) {
    for node in created {
      let identifier = composer.table.nodes[node].identifier.rawValue
      composer.writer.setSlot(.identifierSlots, key: identifier, to: (composer.rank[node], 1))
    }
    var filters = LookUpFilterBuilder(copying: below.lookUpFilters)
    var names = NameTableBuilder(adding: below, filters: filters)
    var text: [UInt8] = []
    for node in composer.table.lookUpOrder where existing[node] == nil {
      tags.forEachTag(of: node) { entry in
        let key = tags.keys.withBytes(of: Int(entry.key)) {
          String(decoding: $0, as: UTF8.self)
        }
        let run = postings(of: key, with: node, views: entry.views)
        composer.writer.setSlot(.tagSlots, key: key, to: run)
        tags.keys.withBytes(of: Int(entry.key)) { names.addExtension(ofKey: $0, &text) }
        if key.utf8.starts(with: RegistryImage.extensionKeyPrefix.utf8) {
          filters.addOuterExtension(entry.value)
        }
      }
    }
    composer.writer.take(.lookUpFilters, filters.words)
    composer.writer.take(.nameSlots, names.takeWords(runs: []))
  }

  /// The new type is inserted in the order of preference.
  private mutating func postings(of key: String, with node: Int, views: UInt32) -> ImageWriter.Run {
    let width = ImageSection.tagPostings.recordWidth
    let known = composer.writer.run(.tagSlots, ofKey: key)
    var words = Array(composer.writer.words(.tagPostings, known))
    let isExported = composer.table.active(node).map { composer.table[$0].isExported } == true
    var place = 0
    while place < words.count, precedes(words[place], words[place + 1], isExported) {
      place += width
    }
    words.insert(contentsOf: [composer.rank[node], views], at: place)
    let start = composer.writer.count(.tagPostings)
    composer.writer.update(.tagPostings) { $0 += words }
    return composer.writer.records(.tagPostings, from: start)
  }

  /// Base first, then exported, then the lower layer, among types that property lists give the tag.
  private func precedes(_ type: UInt32, _ views: UInt32, _ isExported: Bool) -> Bool {
    guard views & GraphView.declared.bit != 0 else { return false }
    if newRanks.contains(type) { return true }
    let record = composer.writer.words(.types, (type, 1))
    let flags = TypeFlags(rawValue: record[record.startIndex + TypeField.flags.rawValue])
    return flags.contains(.base) || flags.contains(.exported) && !isExported
  }
}

/// The types below that the declarations of a layer name.
private struct Stubs {
  /// The keys are the identifiers under which the types are named.
  private(set) var types: [TypeIdentifier: TypeIndex] = [:]
  /// A file for each source below; the first declares the types.
  private(set) var files: [DeclarationFile]

  /// nil when a declaration could change an answer about a type below.
  init?(of layer: [DeclarationFile], in below: RegistryImage) {
    files = below.declarationSources.map { DeclarationFile(source: $0) }
    guard let last = files.last, files[0].source.layer == .base, let first = layer.first,
      last.source < first.source
    else { return nil }
    let hasTags = layer.contains { $0.types.contains { !$0.tags.isEmpty } }
    guard !hasTags || !below.hasDynamicParentAboveBase else { return nil }
    for file in layer {
      guard file.kinds.isEmpty, file.mimeTypes.isEmpty else { return nil }
      for type in file.types {
        guard add(type, of: file, in: below) else { return nil }
      }
    }
    // Edges to one type under two names are merged by its node.
    guard Set(types.values).count == types.count else { return nil }
    files[0].types = types.keys.sorted().map {
      TypeDeclaration(identifier: $0, position: .none, isExported: true)
    }
  }

  private mutating func add(
    _ declaration: TypeDeclaration, of file: DeclarationFile, in below: RegistryImage
  ) -> Bool {
    if let type = below.type(identifier: declaration.identifier) {
      guard below.identifier(of: type) == declaration.identifier,
        let last = below.declarations(of: type).last,
        last.rank < DeclarationRank(declaration, in: file.source)
      else { return false }
      types[declaration.identifier] = type
    }
    for parent in declaration.conformsTo {
      if let type = below.type(identifier: parent.value) {
        // A merge reports that a placeholder is declared nowhere.
        guard !below.flags(of: type).contains(.placeholder) else { return false }
        types[parent.value] = type
      } else if parent.value.isDynamic {
        return false
      }
    }
    return declaration.tags.allSatisfy { Self.isUnclaimed($0.value, in: below) }
  }

  /// True if a tag names no MIME type, or one that the base gives to the first type with it.
  private static func isUnclaimed(_ tag: Tag, in below: RegistryImage) -> Bool {
    guard tag.tagClass == .mimeType, let name = MIMEName(tag.value),
      let type = below.type(mimeName: name.canonical)
    else { return true }
    guard below.isBase(type), let active = below.firstDeclaration(of: type)?.declaration,
      let claim = active.tags.first(where: { $0.value.tagClass == .mimeType }),
      let canonical = below.packageMIMEName(of: type)
    else { return false }
    return MIMEName(claim.value.value) == MIMEName(canonical)
  }
}
