package import UTITypeGraph

/// The tags of one class, in order.
package struct TagGroup: Hashable, Sendable {
  package let tagClass: TagClass
  package private(set) var values: [String]

  /// Returns tags by class, in the order in which each class occurs first.
  package static func groups(of tags: [Tag]) -> [TagGroup] {
    var groups: [TagGroup] = []
    var places: [TagClass: Int] = [:]
    for tag in tags {
      if let place = places[tag.tagClass] {
        groups[place].values.append(tag.value)
      } else {
        places[tag.tagClass] = groups.count
        groups.append(TagGroup(tagClass: tag.tagClass, values: [tag.value]))
      }
    }
    return groups
  }
}
