internal import TypeGraph

/// The keys of a property list with their places, which declarations do not keep.
struct PropertyListOutline: Sendable {
  /// The root dictionary.
  let root: PropertyListValue
  private var dictionaries: [SourcePosition: [PropertyListEntry]] = [:]

  init(_ root: PropertyListValue) {
    self.root = root
    // Without lines, as in a binary file, a place does not tell one dictionary from another.
    if root.path == nil { collect(root) }
  }

  /// An entry of the dictionary at a place.
  func entry(_ key: String, ofDictionaryAt position: SourcePosition) -> PropertyListEntry? {
    dictionaries[position]?.last { $0.key == key }
  }

  /// An entry of the root dictionary.
  func rootEntry(_ key: String) -> PropertyListEntry? {
    guard case .dictionary(let entries) = root.content else { return nil }
    return entries.last { $0.key == key }
  }

  /// The dictionaries of an array of the root dictionary.
  func dictionaries(in key: String) -> [PropertyListValue] {
    guard case .array(let values) = root[key]?.content else { return [] }
    return values
  }

  private mutating func collect(_ value: PropertyListValue) {
    switch value.content {
    case .array(let values):
      for value in values { collect(value) }
    case .dictionary(let entries):
      dictionaries[value.position] = entries
      for entry in entries { collect(entry.value) }
    default:
      break
    }
  }
}
