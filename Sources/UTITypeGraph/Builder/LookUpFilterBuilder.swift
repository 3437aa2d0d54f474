internal import UTIPortable

/// A builder of the bytes with which names can begin and end; see ``LookUpFilters``.
struct LookUpFilterBuilder {
  private(set) var words = [UInt32](repeating: 0, count: LookUpFilters.wordCount)

  init(_ globs: GlobTable, _ table: NodeTable) {
    insert(UInt8(ascii: "."), .suffixStarts)
    words[LookUpFilters.Field.firstFullPattern.rawValue] = UInt32(globs.entries.count)
    words[LookUpFilters.Field.fewestOpenPeriods.rawValue] = .max
    for (record, entry) in globs.entries.enumerated() { add(entry, record: record) }
    addOuterExtensions(table)
  }

  init(copying filters: LookUpFilters) {
    let known = filters.words.elements
    if known.count == words.count { words = Array(known) }
  }

  /// The byte is in either case.
  func isStart(_ byte: UInt8) -> Bool {
    let folded = CaseFolding.ascii(byte)
    let word = words[LookUpFilters.Field.suffixStarts.rawValue + Int(folded >> 5)]
    return word & 1 << UInt32(folded & 31) != 0
  }

  private mutating func add(_ entry: GlobTable.Entry, record: Int) {
    let glob = entry.glob
    switch entry.kind {
    case .literal:
      raise(.longestLiteral, to: glob.pattern.utf8.count)
    case .suffix:
      let suffix = glob.pattern.utf8.dropFirst()
      guard let start = suffix.first, let end = suffix.last, start != UInt8(ascii: ".") else {
        return
      }
      insert(start, .suffixStarts)
      insert(end, .otherSuffixEnds)
    case .full:
      let place = LookUpFilters.Field.firstFullPattern.rawValue
      words[place] = min(words[place], UInt32(record))
      addFull(glob, record: record)
    }
  }

  private mutating func addFull(_ glob: GlobDeclaration, record: Int) {
    let group = LookUpFilters.group(ofFullPattern: record, isOpen: glob.isOpen)
    let tables: [(LookUpFilters.Field, FilenamePattern.Place)] = [
      (.firstBytes, .fromStart(0)), (.secondBytes, .fromStart(1)), (.thirdBytes, .fromStart(2)),
      (.lastBytes, .last),
    ]
    Array(glob.pattern.utf8).withUnsafeBytes { pattern in
      if glob.isOpen { addOpen(pattern) }
      for (table, place) in tables {
        for byte in UInt8.min...UInt8.max
        where FilenamePattern.allows(pattern, byte, at: place, foldsCase: !glob.isCaseSensitive) {
          words[table.rawValue + Int(byte)] |= group
        }
      }
    }
  }

  /// An open pattern does not limit the ends; three plain bytes after a period are in the name too.
  private mutating func addOpen(_ pattern: UnsafeRawBufferPointer) {
    // A byte in brackets or after a backslash is not plain.
    let plain = pattern.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\\") }
    let fewest = LookUpFilters.Field.fewestOpenPeriods.rawValue
    words[fewest] = min(words[fewest], UInt32(plain.count { $0 == UInt8(ascii: ".") }))
    let runs = plain.indices.filter { plain[$0] == UInt8(ascii: ".") }
      .map { plain[$0...].dropFirst().prefix(3) }
    if let run = runs.first(where: {
      $0.count == 3 && !$0.contains(where: GlobDeclaration.isSpecial)
    }) {
      let bytes = Array(run)
      set(LookUpFilters.hash(bytes[0], bytes[1], bytes[2]), .openPatternRuns)
    } else {
      words[LookUpFilters.Field.hasPatternWithoutRun.rawValue] = 1
    }
  }

  private mutating func addOuterExtensions(_ table: NodeTable) {
    for node in table.nodes.indices {
      guard let active = table.active(node), table.files[active.file].source.layer != .base
      else { continue }
      for tag in table[active].tags where tag.value.tagClass == .filenameExtension {
        addOuterExtension(tag.value.value)
      }
    }
  }

  mutating func addOuterExtension(_ value: String) {
    words[LookUpFilters.Field.hasOuterExtensions.rawValue] = 1
    for start in Self.spellings(of: value) { insert(start, .outerExtensionStarts) }
  }

  /// The first bytes of a tag in its declared form and in its look-up form.
  private static func spellings(of value: String) -> [UInt8] {
    [value, TagClass.filenameExtension.key(for: value)].compactMap { $0.utf8.first }
      // A capital outside ASCII may fold to a character with any first byte outside ASCII.
      + (value.utf8.first.map { $0 >= 0x80 } == true ? Array(0x80...UInt8.max) : [])
  }

  private mutating func insert(_ byte: UInt8, _ filter: LookUpFilters.Field) {
    set(CaseFolding.ascii(byte), filter)
  }

  private mutating func set(_ bit: UInt8, _ filter: LookUpFilters.Field) {
    words[filter.rawValue + Int(bit >> 5)] |= 1 << UInt32(bit & 31)
  }

  private mutating func raise(_ filter: LookUpFilters.Field, to count: Int) {
    words[filter.rawValue] = max(words[filter.rawValue], UInt32(clamping: count))
  }
}
