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

    sources.sort()
    let loaded =
      if let layered = try layered(sources, cache) { layered } else { try merged(sources, cache) }
    return snapshot(loaded.image, view, diagnostics + loaded.diagnostics)
  }

  /// An image with the findings about files that may be readable for the next process.
  private typealias Loaded = (image: RegistryImage, diagnostics: [DeclarationDiagnostic])

  /// Returns the registry as a layer of property lists above the base or above the databases.
  ///
  /// The registry of the base and the databases is used if the cache has it, as after a start of any
  /// program without property lists. It is not made for a layer, because the layer may need a merge.
  ///
  /// - Parameters:
  ///   - sources: all sources, sorted by precedence.
  ///   - cache: the place of the result.
  /// - Returns: nil if all declarations have to be merged.
  private func layered(
    _ sources: [DeclarationSource], _ cache: RegistryCache?
  ) throws(DeclarationError) -> Loaded? {
    guard configuration.includesBase else { return nil }
    var below = baseImage
    let count = sources.lastIndex { $0.format == .sharedMIMEInfo }.map { $0 + 1 } ?? 0
    if count > 0 {
      let databases = Array(sources[..<count])
      guard configuration.usesCache, count < sources.count || !configuration.declared.isEmpty,
        let image = RegistryCache(configuration, sources: databases)?.image()
      else { return nil }
      below = image
    }
    let (files, diagnostics) = try files(of: sources[count...])
    guard
      let image = try limited(
        sources,
        { () throws(ImageError) in
          try RegistryBuilder(files: files + configuration.declared)
            .layerImage(over: below, fingerprint: cache?.fingerprint ?? 0)
        })
    else { return nil }
    return stored((image, diagnostics), cache)
  }

  /// Returns the registry of all declarations.
  private func merged(
    _ sources: [DeclarationSource], _ cache: RegistryCache?
  ) throws(DeclarationError) -> Loaded {
    let (files, diagnostics) = try files(of: sources[...])
    let image = try limited(sources) { () throws(ImageError) in
      try RegistryBuilder(
        files: (configuration.includesBase ? baseImage.declarationFiles() : []) + files
          + configuration.declared
      ).image(fingerprint: cache?.fingerprint ?? 0)
    }
    return stored((image, diagnostics), cache)
  }

  /// Stores a registry unless it is incomplete, because the missing file may be readable for the
  /// next process.
  private func stored(_ loaded: Loaded, _ cache: RegistryCache?) -> Loaded {
    if loaded.diagnostics.isEmpty { cache?.store(loaded.image) }
    return loaded
  }

  private func limited<Image>(
    _ sources: [DeclarationSource], _ build: () throws(ImageError) -> Image
  ) throws(DeclarationError) -> Image {
    do throws(ImageError) {
      return try build()
    } catch {
      throw DeclarationError(
        .limitExceeded, file: sources.last?.path ?? "", message: error.description, remedy: "")
    }
  }

  /// Returns the declarations of the sources, and findings about sources that could not be read.
  private func files(
    of sources: ArraySlice<DeclarationSource>
  ) throws(DeclarationError) -> ([DeclarationFile], [DeclarationDiagnostic]) {
    let namedFiles = Set(configuration.directories.filter(CompiledRegistry.isFile))
    let required = namedFiles.union(configuration.files)
    let reader = DeclarationReader(buildVariables: configuration.buildVariables)
    var (files, diagnostics): ([DeclarationFile], [DeclarationDiagnostic]) = ([], [])
    for source in sources {
      do {
        let read =
          namedFiles.contains(source.path)
          ? try self.files(at: source, reader) : [try reader.read(source)]
        files += read.map { $0.declaringUniformTypes() }
      } catch {
        if required.contains(source.path) { throw error }
        if error.isAboutContent {
          // The error lasts until the file changes, so it can be cached.
          files.append(DeclarationFile(source: source, diagnostics: [error.finding]))
        } else {
          diagnostics.append(error.finding)
        }
      }
    }
    return (files, diagnostics)
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
