/// All globs of a registry, in the order in which they count.
///
/// A higher directory comes before a lower one (shared-mime-info rule 3.5), a file before the next
/// one of its directory, and a pattern before the next one of its file; the base comes last of all.
/// Full patterns follow the others.
struct GlobTable {
  struct Entry {
    let glob: GlobDeclaration
    /// How the pattern is matched, found out once.
    let kind: GlobDeclaration.Kind
    let mimeType: Int
    let file: Int
    let isBase: Bool
  }

  let entries: [Entry]

  /// - Parameter table: the graph, whose MIME types lose their globs to this table.
  init(takingGlobsOf table: NodeTable) {
    let ranks = Self.ranks(of: table.files)
    var entries: [Entry] = []
    var keys: [Key] = []
    for (mimeType, type) in table.catalog.types.enumerated() {
      for glob in type.takeGlobs() {
        let kind = glob.value.kind
        keys.append(
          Key(
            rank: ranks[glob.file] + (kind == .full ? ranks.count : 0), position: glob.value.position,
            index: entries.count))
        entries.append(
          Entry(
            glob: glob.value, kind: kind, mimeType: mimeType, file: glob.file,
            isBase: table.files[glob.file].source.layer == .base))
      }
    }
    keys.sort()
    entries.permute(keys.map(\.index))
    self.entries = entries
  }

  /// The order in which globs speak for the extension of their types; the base yields to others.
  ///
  /// - Returns: the places of the globs, that of the heaviest first.
  static func heaviestFirst(_ globs: [Entry]) -> [Int] {
    let keys = globs.enumerated().map { place, entry in
      (lightness: (entry.isBase ? 1_000 : 0) - entry.glob.weight, place: place)
    }
    return keys.sorted { ($0.lightness, $0.place) < ($1.lightness, $1.place) }.map(\.place)
  }

  /// The place of each file in the order in which their globs count.
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
    let rank: Int
    let position: SourcePosition
    let index: Int

    static func < (left: Key, right: Key) -> Bool {
      if left.rank != right.rank { return left.rank < right.rank }
      if left.position != right.position { return left.position < right.position }
      return left.index < right.index
    }
  }
}
