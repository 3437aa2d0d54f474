package import UTITypeGraph

extension TypeRegistry {
  /// The extensions that more than one type claims, sorted, with the claimants in order.
  ///
  /// - Complexity: O(*n*) in the number of tags.
  package var contestedExtensions: [(tag: Tag, types: [UTType])] {
    var values: Set<String> = []
    for type in types {
      for value in type.tags[.filenameExtension] ?? [] {
        values.insert(TagClass.filenameExtension.key(for: value))
      }
    }
    return values.sorted().compactMap { value in
      let tag = Tag(tagClass: .filenameExtension, value: value)
      let claimants = snapshot.image.types(with: tag, in: view)
      return claimants.count > 1 ? (tag, claimants.map { UTType(snapshot, $0) }) : nil
    }
  }
}
