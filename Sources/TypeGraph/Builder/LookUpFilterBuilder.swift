/// Collects what no name can begin or end with; see ``LookUpFilters``.
struct LookUpFilterBuilder {
  private(set) var words = [UInt32](repeating: 0, count: LookUpFilters.wordCount)

  init(_ globs: GlobTable, _ table: NodeTable) {
    words[LookUpFilters.Field.firstFullPattern.rawValue] = UInt32(globs.entries.count)
    for (record, entry) in globs.entries.enumerated() { add(entry.glob, record: record) }
    addOuterExtensions(table)
  }

  private mutating func add(_ glob: GlobDeclaration, record: Int) {
    switch glob.kind {
    case .literal:
      raise(.longestLiteral, to: glob.pattern.utf8.count)
      addLiteralEnd(Array(glob.pattern.utf8.suffix(3)))
    case .suffix:
      raise(.longestSuffix, to: glob.pattern.utf8.count - 1)
      if let start = glob.pattern.utf8.dropFirst().first { insert(start, .suffixStarts) }
    case .full:
      let place = LookUpFilters.Field.firstFullPattern.rawValue
      words[place] = min(words[place], UInt32(record))
      addFull(glob)
    }
  }

  private mutating func addFull(_ glob: GlobDeclaration) {
    Array(glob.pattern.utf8).withUnsafeBytes { pattern in
      let startsWithStar = pattern.first == UInt8(ascii: "*")
      if startsWithStar, pattern.last == UInt8(ascii: "*") {
        addOpen(pattern)
        return
      }
      let prefix = glob.pattern.utf8.prefix(3)
      if !startsWithStar, prefix.count == 3, !prefix.contains(where: GlobDeclaration.isSpecial) {
        let hash = LookUpFilters.hash(ofPrefix: (pattern[0], pattern[1], pattern[2]))
        set(hash, .fullPatternPrefixes)
        return
      }
      let filter: LookUpFilters.Field = startsWithStar ? .fullPatternEnds : .fullPatternStarts
      for byte in UInt8.min...UInt8.max {
        let matches =
          startsWithStar
          ? FilenamePattern.canEnd(pattern, with: byte, foldsCase: !glob.isCaseSensitive)
          : FilenamePattern.canBegin(pattern, with: byte, foldsCase: !glob.isCaseSensitive)
        if matches { insert(byte, filter) }
      }
    }
  }

  /// A pattern with a star at both ends says nothing of the ends of a name; where it has a period and
  /// a plain byte behind it, so has the name.
  private mutating func addOpen(_ pattern: UnsafeRawBufferPointer) {
    // What stands in brackets or behind a backslash is no plain byte.
    let plain = pattern.prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\\") }
    let label = zip(plain, plain.dropFirst()).first {
      $0 == UInt8(ascii: ".") && !GlobDeclaration.isSpecial($1)
    }
    if let label {
      insert(label.1, .fullPatternLabels)
    } else {
      words[LookUpFilters.Field.hasOpenPattern.rawValue] = 1
    }
  }

  private mutating func addLiteralEnd(_ bytes: [UInt8]) {
    guard bytes.count == 3 else { return }
    let bit = LookUpFilters.hash(ofEnd: (bytes[0], bytes[1], bytes[2]))
    words[LookUpFilters.Field.literalEnds.rawValue + Int(bit >> 5)] |= 1 << (bit & 31)
  }

  private mutating func addOuterExtensions(_ table: NodeTable) {
    for node in table.nodes.indices {
      guard let (declaration, file) = table.active(node), table.files[file].source.layer != .base
      else { continue }
      for tag in declaration.tags where tag.value.tagClass == .filenameExtension {
        for start in Self.spellings(of: tag.value.value) { insert(start, .outerExtensionStarts) }
      }
    }
  }

  /// The first bytes of a tag as it is declared and as it is looked up.
  private static func spellings(of value: String) -> [UInt8] {
    [value, TagClass.filenameExtension.key(for: value)].compactMap(\.utf8.first)
      // A capital outside ASCII may begin with any byte that begins a character there.
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
