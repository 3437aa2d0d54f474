#if Declarations
import UTITypeDeclarations
import UTITypeGraph
import UTIPlatform

extension TypeRegistry {
  /// nil when the environment names no cache directory.
  package var cachePath: String? {
    cache(of: presentSources)?.path.text
  }

  package var cacheState: String {
    let present = presentSources
    guard !present.sources.isEmpty || !present.signatures.isEmpty else {
      return "not needed: only the built-in registry answers"
    }
    guard let cache = cache(of: present) else {
      return "none: HOME or XDG_CACHE_HOME has to be an absolute path, and every source a file"
    }
    guard cache.image() == nil else { return "current" }
    return "cannot be kept there, or a source cannot be read; it is merged anew each time"
  }

  /// The sources that a process would find now, including unreadable ones.
  private var presentSources: (sources: [DeclarationSource], signatures: [SignatureSource]) {
    (try? RegistryLoader(snapshot.configuration).cachedSources()) ?? ([], [])
  }

  private func cache(
    of present: (sources: [DeclarationSource], signatures: [SignatureSource])
  ) -> RegistryCache? {
    RegistryCache(
      snapshot.configuration, sources: present.sources, signatures: present.signatures)
  }
}
#endif
