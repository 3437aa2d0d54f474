/// All globs of a registry, in the order in which they count.
///
/// A higher directory comes before a lower one (shared-mime-info rule 3.5), a file before the next
/// one of its directory, and a pattern before the next one of its file; the base comes last of all.
/// Full patterns follow the others.
struct GlobTable {
  struct Entry {
    let glob: GlobDeclaration
    let mimeType: Int
    let file: Int
    let source: DeclarationSource

    var isBase: Bool { source.layer == .base }
  }

  let entries: [Entry]

  init(_ table: NodeTable) {
    var entries: [Entry] = []
    for (mimeType, type) in table.catalog.types.enumerated() {
      for glob in type.globs {
        entries.append(
          Entry(
            glob: glob.value, mimeType: mimeType, file: glob.file,
            source: table.files[glob.file].source))
      }
    }
    let order = entries.indices.map { Self.key(entries[$0], $0) }.sorted {
      $0.rank == $1.rank ? $0.place < $1.place : $0.rank < $1.rank
    }
    self.entries = order.map { entries[$0.place.index] }
  }

  /// Whether a glob speaks more strongly for the extension of its type; the base yields to others.
  static func isHeavier(_ left: Entry, _ right: Entry) -> Bool {
    left.isBase == right.isBase ? left.glob.weight > right.glob.weight : right.isBase
  }

  private typealias Key = (
    rank: (isFull: Int, layer: Int, directory: Int, file: Int),
    place: (line: Int, column: Int, index: Int)
  )

  private static func key(_ entry: Entry, _ index: Int) -> Key {
    (
      (
        entry.glob.kind == .full ? 1 : 0, -entry.source.layer.rawValue,
        -entry.source.directoryPrecedence, entry.file
      ),
      (entry.glob.position.line, entry.glob.position.column, index)
    )
  }
}
