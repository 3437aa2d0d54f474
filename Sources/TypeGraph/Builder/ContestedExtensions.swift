internal import UTIPlatform

/// The globs for an extension that the declaration of a kind of their type may replace when a name
/// alone is known.
struct ContestedExtensions {
  private let table: NodeTable
  private let tags: TagTable
  /// The proper supertypes of the declared types that share an extension with others, by its key.
  private var supertypes: [Int: Set<Int>] = [:]

  init(_ table: NodeTable, _ tags: TagTable, globs: [GlobTable.Entry]) {
    self.table = table
    self.tags = tags
    for entry in globs {
      guard let key = key(of: entry), supertypes[key] == nil else { continue }
      supertypes[key] = supertypes(ofKey: key)
    }
  }

  /// Returns a Boolean value that indicates whether a glob alone does not decide about the names that
  /// it matches.
  func contains(_ entry: GlobTable.Entry) -> Bool {
    key(of: entry).flatMap { supertypes[$0] }?.contains(table.nodeOfMIMEType[entry.mimeType])
      ?? false
  }

  private func key(of entry: GlobTable.Entry) -> Int? {
    guard entry.kind == .suffix, let value = entry.glob.filenameExtension else { return nil }
    return tags.keys.knownNumber(
      of: RegistryImage.tagKey(of: Tag(tagClass: .filenameExtension, value: value)))
  }

  private func supertypes(ofKey key: Int) -> Set<Int> {
    var nodes: [Int] = []
    tags.forEachTag(withKey: key) { nodes.append(Int($0.node)) }
    guard nodes.count > 1 else { return [] }
    var found: Set<Int> = []
    var rest = nodes.filter { table.active($0) != nil }
    while let node = rest.popLast() {
      for edge in table.nodes[node].edges where edge.views != 0 && edge.kind != .container {
        if found.insert(edge.target).inserted { rest.append(edge.target) }
      }
    }
    return found
  }
}
