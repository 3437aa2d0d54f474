#if Declarations
import UTITypeDeclarations
import UTITypeGraph
import UTIPlatform

extension TypeRegistry {
  /// nil when the environment names no cache directory.
  package var cachePath: String? {
    presentCache?.path.text
  }

  package var cacheState: String {
    let (sources, signatures) = presentSources
    guard !sources.isEmpty || !signatures.isEmpty else {
      return "not needed: only the built-in registry answers"
    }
    guard let cache = presentCache else {
      return "none: HOME or XDG_CACHE_HOME has to be an absolute path, and every source a file"
    }
    guard cache.image() == nil else { return "current" }
    return "cannot be kept there, or a source cannot be read; it is merged anew each time"
  }

  /// The sources that a process would find now, including unreadable ones.
  private var presentSources: (sources: [DeclarationSource], signatures: [SignatureSource]) {
    (try? RegistryLoader(snapshot.configuration).cachedSources()) ?? ([], [])
  }

  private var presentCache: RegistryCache? {
    let (sources, signatures) = presentSources
    return RegistryCache(snapshot.configuration, sources: sources, signatures: signatures)
  }
}
#endif
