import TypeDeclarations
import TypeGraph
internal import UTIPlatform

/// Reads the sources of a configuration, lowest layer first, and merges them.
struct RegistryLoader {
  let configuration: RegistryConfiguration
  private let baseImage: RegistryImage
  /// What is wrong with the embedded registry; an empty one then stands in its place.
  private let baseFindings: [Diagnostic]

  init(_ configuration: RegistryConfiguration) {
    self.configuration = configuration
    do {
      baseImage = try BaseRegistry.image()
      baseFindings = []
    } catch {
      baseImage = Self.empty
      baseFindings = [
        Diagnostic(
          .error, rule: "unreadable-base", file: "base.registry", position: .none,
          message: "the registry inside this program cannot be read: \(error)",
          remedy: "build the program again")
      ]
    }
  }

  /// The merged registry, from the cache where it holds the same sources.
  func load(view: GraphView) throws(DeclarationError) -> RegistrySnapshot {
    var (sources, diagnostics) = try sources()
    if configuration.includesBase { diagnostics += baseFindings }
    guard !sources.isEmpty || !configuration.includesBase else {
      return snapshot(baseImage, view, diagnostics)
    }
    let cache =
      configuration.usesCache ? RegistryCache(configuration, sources: sources) : nil
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
          // It stays as wrong as it is until the file changes, so that it can be kept as well.
          builder.add(DeclarationFile(source: source, diagnostics: [error.finding]))
        } else {
          isComplete = false
          diagnostics.append(error.finding)
        }
      }
    }
    let image: RegistryImage
    do throws(ImageError) {
      image = try builder.image(fingerprint: cache?.fingerprint ?? 0)
    } catch {
      throw DeclarationError(
        .limitExceeded, file: sources.last?.path ?? "", message: error.description, remedy: "")
    }
    // A registry with a hole is not kept: the file may be readable for the next process.
    if isComplete { cache?.store(image) }
    return snapshot(image, view, diagnostics)
  }

  /// What a file that stands for a directory declares.
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

  /// The merged registry of the machine, or the base alone when that cannot be had.
  func loadOrFallBack() -> RegistrySnapshot {
    do {
      return try load(view: .merged)
    } catch {
      return snapshot(baseImage, .merged, [error.finding])
    }
  }

  private func snapshot(
    _ image: RegistryImage, _ view: GraphView, _ diagnostics: [Diagnostic]
  ) -> RegistrySnapshot {
    RegistrySnapshot(
      image: image, view: view, configuration: configuration, loadingDiagnostics: diagnostics)
  }

  /// The files that are there now, and what is wrong with directories that could not be listed.
  ///
  /// - Throws: `DeclarationError` when a directory that the configuration names cannot be listed.
  func sources() throws(DeclarationError) -> ([DeclarationSource], [Diagnostic]) {
    let (installed, diagnostics) = installedSources()
    return (installed + (try namedSources()), diagnostics)
  }

  private func installedSources() -> ([DeclarationSource], [Diagnostic]) {
    guard configuration.includesInstalledDeclarations else { return ([], []) }
    let found = SourceLocator(EnvironmentVariables(configuration.environment)).locate()
    return (found.sources, found.diagnostics)
  }

  /// Each directory, and after them each file, counts more than what was named before.
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

  /// A registry of nothing.
  private static var empty: RegistryImage {
    do {
      return try RegistryBuilder().image()
    } catch {
      preconditionFailure("an image of nothing cannot be made: \(error)")
    }
  }
}
