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
    self.entries = entries.enumerated().sorted { left, right in
      let leftKey = Self.key(left.element, left.offset)
      let rightKey = Self.key(right.element, right.offset)
      return leftKey.lexicographicallyPrecedes(rightKey)
    }.map(\.element)
  }

  /// Whether a glob speaks more strongly for the extension of its type.
  static func isHeavier(_ left: Entry, _ right: Entry) -> Bool {
    left.glob.weight > right.glob.weight
  }

  private static func key(_ entry: Entry, _ offset: Int) -> [Int] {
    [
      entry.glob.kind == .full ? 1 : 0, -entry.source.layer.rawValue,
      -entry.source.directoryPrecedence, entry.file, entry.glob.position.line,
      entry.glob.position.column, offset,
    ]
  }
}
