/// The direct subtypes of all types of a registry, for walks that ask about many types.
package struct DirectSubtypes: Sendable {
  /// The place of the first subtype of each type, and the end of the last one's.
  private let starts: [Int]
  private let subtypes: [TypeIndex]

  /// - Parameters:
  ///   - typeCount: the number of types.
  ///   - forEachParent: calls a function with each direct supertype of a type.
  init(typeCount: Int, _ forEachParent: (TypeIndex, (TypeIndex) -> Void) -> Void) {
    var starts = [Int](repeating: 0, count: typeCount + 1)
    var pairs: [(parent: Int, type: TypeIndex)] = []
    for type in (0..<typeCount).lazy.map({ TypeIndex($0) }) {
      // An image has each target of a type once, but a damaged one may have more.
      var last: TypeIndex?
      forEachParent(type) { parent in
        guard parent != last, parent.offset < typeCount else { return }
        last = parent
        pairs.append((parent.offset, type))
        starts[parent.offset + 1] += 1
      }
    }
    for place in 0..<typeCount { starts[place + 1] += starts[place] }
    var next = starts
    var subtypes = [TypeIndex](repeating: TypeIndex(0), count: pairs.count)
    for (parent, type) in pairs {
      subtypes[next[parent]] = type
      next[parent] += 1
    }
    self.starts = starts
    self.subtypes = subtypes
  }

  /// Returns the direct subtypes of a type, sorted by identifier.
  package subscript(type: TypeIndex) -> ArraySlice<TypeIndex> {
    guard type.offset + 1 < starts.count else { return [] }
    return subtypes[starts[type.offset]..<starts[type.offset + 1]]
  }
}
