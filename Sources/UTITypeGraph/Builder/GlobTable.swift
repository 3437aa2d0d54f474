/// All globs of a registry, in order of precedence.
///
/// A higher directory precedes a lower one (rule 3.5), an earlier file and pattern a later one; the
/// base comes last. Full patterns follow the others.
struct GlobTable {
  /// A large registry has hundreds of thousands, so the numbers are as narrow as in the image.
  struct Entry {
    let pattern: String
    let kind: GlobDeclaration.Kind
    let isCaseSensitive: Bool
    let isBase: Bool
    private let weightNumber: UInt8
    fileprivate let line: UInt32
    fileprivate let column: UInt32
    private let mimeTypeNumber: UInt32
    private let fileNumber: UInt32

    init(_ glob: MergedMIMEType.Entry<GlobDeclaration>, mimeType: Int, isBase: Bool) {
      pattern = glob.value.pattern
      kind = glob.value.kind
      isCaseSensitive = glob.value.isCaseSensitive
      self.isBase = isBase
      weightNumber = UInt8(glob.value.weight)
      line = UInt32(clamping: glob.value.position.line)
      column = UInt32(clamping: glob.value.position.column)
      mimeTypeNumber = UInt32(mimeType)
      fileNumber = UInt32(glob.file)
    }

    var glob: GlobDeclaration {
      GlobDeclaration(
        pattern: pattern, weight: weight, isCaseSensitive: isCaseSensitive,
        position: SourcePosition(line: Int(line), column: Int(column)))
    }

    var weight: Int { Int(weightNumber) }

    var mimeType: Int { Int(mimeTypeNumber) }

    var file: Int { Int(fileNumber) }
  }

  let entries: [Entry]
  /// The patterns with several stars that exceed the limit; they match nothing.
  let dropped: [Entry]

  /// The MIME types of the graph lose their globs to this table.
  init(takingGlobsOf table: NodeTable, limits: RegistryLimits) {
    let ranks = Self.ranks(of: table.files)
    var entries: [Entry] = []
    var keys: [Key] = []
    let count = table.catalog.types.reduce(0) { $0 + $1.globs.count }
    entries.reserveCapacity(count)
    keys.reserveCapacity(count)
    for (mimeType, type) in table.catalog.types.enumerated() {
      for glob in type.takeGlobs() {
        let entry = Entry(
          glob, mimeType: mimeType, isBase: table.files[glob.file].source.layer == .base)
        let rank = ranks[glob.file] + (entry.kind == .full ? ranks.count : 0)
        keys.append(
          Key(
            rank: UInt32(rank), line: entry.line, column: entry.column,
            index: UInt32(entries.count)))
        entries.append(entry)
      }
    }
    keys.sort()
    entries.permute(keys.map { Int($0.index) })
    var starryCount = 0
    var dropped: [Entry] = []
    entries.removeAll { entry in
      guard entry.kind == .full, entry.glob.isStarry else { return false }
      starryCount += 1
      if starryCount > limits.starryPatternCount { dropped.append(entry) }
      return starryCount > limits.starryPatternCount
    }
    self.entries = entries
    self.dropped = dropped
  }

  /// The order in which globs supply preferred extensions; the base's precede others.
  static func heaviestFirst(_ globs: [Entry]) -> some Sequence<Int> {
    // Weight and place in one number, because a large registry has hundreds of thousands.
    var keys = globs.indices.map { place in
      Int64((globs[place].isBase ? 100 : 201) - globs[place].weight) << 32 | Int64(place)
    }
    keys.sort()
    return keys.lazy.map { Int($0 & 0xFFFF_FFFF) }
  }

  /// The place of each file in the order of precedence of its globs.
  private static func ranks(of files: [DeclarationFile]) -> [Int] {
    func key(_ file: Int) -> (Int, Int, Int) {
      let source = files[file].source
      return (-source.layer.rawValue, -source.directoryPrecedence, file)
    }
    var ranks = [Int](repeating: 0, count: files.count)
    for (rank, file) in files.indices.sorted(by: { key($0) < key($1) }).enumerated() {
      ranks[file] = rank
    }
    return ranks
  }

  private struct Key: Comparable {
    let rank: UInt32
    let line: UInt32
    let column: UInt32
    let index: UInt32

    static func < (left: Key, right: Key) -> Bool {
      if left.rank != right.rank { return left.rank < right.rank }
      if left.line != right.line { return left.line < right.line }
      if left.column != right.column { return left.column < right.column }
      return left.index < right.index
    }
  }
}
