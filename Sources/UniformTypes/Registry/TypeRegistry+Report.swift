package import TypeGraph

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

  /// Where the merged registry is kept; nil when the environment names no place for a cache.
  package var cachePath: String? {
    RegistryCache(snapshot.configuration, sources: installedSources)?.path
  }

  /// Whether the cache holds this registry, in words.
  package var cacheState: String {
    let sources = installedSources
    guard !sources.isEmpty else { return "not needed: only the built-in registry answers" }
    guard let cache = RegistryCache(snapshot.configuration, sources: sources) else {
      return "none: set HOME or XDG_CACHE_HOME to an absolute path"
    }
    return cache.image() == nil ? "cannot be kept; it is merged anew each time" : "current"
  }

  private var installedSources: [DeclarationSource] {
    sources.filter { $0.layer != .base }
  }
}
