#if Declarations
import TypeDeclarations
import UTITypeGraph
internal import UTIPlatform

/// A loader that reads the sources of a configuration, lowest layer first, and merges them.
struct RegistryLoader {
  let configuration: RegistryConfiguration
  private let baseImage: RegistryImage
  /// The errors of the embedded registry, which an empty one then replaces.
  private let baseFindings: [DeclarationDiagnostic]

  init(_ configuration: RegistryConfiguration) {
    self.configuration = configuration
    (baseImage, baseFindings) = BaseRegistry.load()
  }

  /// Returns the merged registry, from the cache if it holds the same sources.
  func load(view: GraphView) throws(DeclarationError) -> RegistrySnapshot {
    var (sources, diagnostics) = try sources()
    if configuration.includesBase { diagnostics += baseFindings }
    guard !sources.isEmpty || !configuration.declared.isEmpty || !configuration.includesBase else {
      return snapshot(baseImage, view, diagnostics)
    }
    let cache =
      configuration.usesCache && configuration.declared.isEmpty
      ? RegistryCache(configuration, sources: sources) : nil
    if let image = cache?.image() { return snapshot(image, view, diagnostics) }

    let namedFiles = Set(configuration.directories.filter(CompiledRegistry.isFile))
    let required = namedFiles.union(configuration.files)
    let reader = DeclarationReader(buildVariables: configuration.buildVariables)
    var builder = RegistryBuilder(
      files: configuration.includesBase ? baseImage.declarationFiles() : [])
    var isComplete = true
    for source in sources {
      do {
        let files =
          namedFiles.contains(source.path)
          ? try files(at: source, reader) : [try reader.read(source)]
        for file in files { builder.add(file.declaringUniformTypes()) }
      } catch {
        if required.contains(source.path) { throw error }
        if error.isAboutContent {
          // The error lasts until the file changes, so it can be cached.
          builder.add(DeclarationFile(source: source, diagnostics: [error.finding]))
        } else {
          isComplete = false
          diagnostics.append(error.finding)
        }
      }
    }
    for file in configuration.declared { builder.add(file) }
    let image: RegistryImage
    do throws(ImageError) {
      image = try builder.image(fingerprint: cache?.fingerprint ?? 0)
    } catch {
      throw DeclarationError(
        .limitExceeded, file: sources.last?.path ?? "", message: error.description, remedy: "")
    }
    // An incomplete registry is not cached: the file may be readable for the next process.
    if isComplete { cache?.store(image) }
    return snapshot(image, view, diagnostics)
  }

  /// Returns the declarations of a file in place of a directory.
  private func files(
    at source: DeclarationSource, _ reader: DeclarationReader
  ) throws(DeclarationError) -> [DeclarationFile] {
    if let files = try CompiledRegistry.files(of: source) { return files }
    var file = try reader.read(fileOfAnyFormat: source.path, layer: source.layer)
    file.source = DeclarationSource(
      path: file.source.path, format: file.source.format, layer: source.layer,
      directoryPrecedence: source.directoryPrecedence,
      bundleIdentifier: file.source.bundleIdentifier)
    return [file]
  }

  /// Returns the merged registry of the system, or the base alone if loading fails.
  func loadOrFallBack() -> RegistrySnapshot {
    do {
      return try load(view: .merged)
    } catch {
      return snapshot(baseImage, .merged, [error.finding])
    }
  }

  private func snapshot(
    _ image: RegistryImage, _ view: GraphView, _ diagnostics: [DeclarationDiagnostic]
  ) -> RegistrySnapshot {
    RegistrySnapshot(
      image: image, view: view, configuration: configuration, loadingDiagnostics: diagnostics)
  }

  /// Returns the present files, and findings about directories that could not be listed.
  ///
  /// - Throws: `DeclarationError` when a directory that the configuration names cannot be listed.
  func sources() throws(DeclarationError) -> ([DeclarationSource], [DeclarationDiagnostic]) {
    let (installed, diagnostics) = installedSources()
    return (installed + (try namedSources()), diagnostics)
  }

  private func installedSources() -> ([DeclarationSource], [DeclarationDiagnostic]) {
    guard configuration.includesInstalledDeclarations else { return ([], []) }
    let found = SourceLocator(EnvironmentVariables(configuration.environment)).locate()
    return (found.sources, found.diagnostics)
  }

  /// Returns the sources that the configuration names; each directory, and then each file, has
  /// precedence over the ones before.
  private func namedSources() throws(DeclarationError) -> [DeclarationSource] {
    var sources: [DeclarationSource] = []
    for (index, directory) in configuration.directories.enumerated() {
      let precedence = index * CompiledRegistry.precedenceCount
      if CompiledRegistry.isFile(directory) {
        sources.append(
          DeclarationSource(
            path: directory, format: .propertyList, layer: .program, directoryPrecedence: precedence
          ))
        continue
      }
      sources += try SourceLocator.sources(
        inDirectory: directory, layer: .program, directoryPrecedence: precedence)
    }
    for (index, path) in configuration.files.enumerated() {
      sources.append(
        DeclarationSource(
          path: path, format: path.hasSuffix(".xml") ? .sharedMIMEInfo : .propertyList,
          layer: .program,
          directoryPrecedence: (configuration.directories.count + index)
            * CompiledRegistry.precedenceCount))
    }
    return sources
  }
}
#endif
