#if Declarations
package import SystemPackage
internal import UTIPlatform
public import UTITypeDeclarations
public import UTITypeGraph

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

  /// The cache is used if it has the same sources.
  func load(view: GraphView) throws(DeclarationError) -> RegistrySnapshot {
    switch try find(view: view) {
    case .known(let snapshot): return snapshot
    case .unread(let sources): return try parse(sources, view: view)
    }
  }

  /// A registry, or its sources if they have to be parsed.
  enum Search {
    case known(RegistrySnapshot)
    case unread(UnreadSources)
  }

  struct UnreadSources {
    fileprivate var sources: [DeclarationSource]
    fileprivate let signatures: [SignatureSource]
    fileprivate let diagnostics: [DeclarationDiagnostic]
    let cache: RegistryCache?
  }

  /// Reads the cache at most.
  func find(view: GraphView) throws(DeclarationError) -> Search {
    let installed = installedSources()
    var sources = installed.sources + (try namedSources())
    var diagnostics = installed.diagnostics
    if configuration.includesBase { diagnostics += baseFindings }
    guard
      !sources.isEmpty || !installed.signatures.isEmpty || !configuration.declared.isEmpty
        || !configuration.includesBase
    else {
      return .known(snapshot(baseImage, view, diagnostics))
    }
    let cache =
      configuration.usesCache && configuration.declared.isEmpty
      ? RegistryCache(
        configuration, sources: sources, signatures: installed.signatures) : nil
    if let image = cache?.image() { return .known(snapshot(image, view, diagnostics)) }
    sources.sort()
    return .unread(
      UnreadSources(
        sources: sources, signatures: installed.signatures, diagnostics: diagnostics, cache: cache)
    )
  }

  /// Merges the declarations, and stores the result in the cache.
  func parse(
    _ unread: UnreadSources, view: GraphView
  ) throws(DeclarationError) -> RegistrySnapshot {
    let (sources, cache) = (unread.sources, unread.cache)
    let below = try registryBelow(sources)
    var (files, findings) = try files(of: sources[below.count...])
    files += configuration.declared
    let fingerprint = cache?.fingerprint ?? 0
    var image: RegistryImage
    if let known = below.image,
      let layer = try limited(
        sources,
        { () throws(ImageError) in
          try RegistryBuilder(files: files).layerImage(over: known, fingerprint: fingerprint)
        })
    {
      image = layer
    } else {
      let (others, otherFindings) = try self.files(of: sources[..<below.count])
      findings = otherFindings + findings
      image = try merged(others + files, of: sources, fingerprint: fingerprint)
    }
    do {
      if let derived = try formatTypes(unread.signatures, over: image) {
        image = try limited(sources) { () throws(ImageError) in
          try RegistryBuilder(files: [derived]).image(over: image, fingerprint: fingerprint)
        }
      }
    } catch {
      findings.append(error.finding)
    }
    // An incomplete registry is not cached: the file may be readable for the next process.
    if findings.isEmpty { cache?.store(image) }
    return snapshot(image, view, unread.diagnostics + findings)
  }

  /// The base with databases, from the cache, and its number of sources, for further sources as a
  /// layer.
  ///
  /// It is stored if the cache does not have it, so that later changes of property lists need no
  /// merge of the databases. The sources are sorted by precedence; without a base in the
  /// configuration there is no registry.
  private func registryBelow(
    _ sources: [DeclarationSource]
  ) throws(DeclarationError) -> (image: RegistryImage?, count: Int) {
    guard configuration.includesBase else { return (nil, 0) }
    guard configuration.usesCache,
      let last = sources.lastIndex(where: { $0.format == .sharedMIMEInfo }),
      last + 1 < sources.count || !configuration.declared.isEmpty,
      let cache = RegistryCache(configuration, sources: Array(sources[...last]))
    else { return (baseImage, 0) }
    // Damage would be copied into the file of the layer.
    if let image = cache.image(), image.storage.isSound {
      cache.noteUse()
      return (image, last + 1)
    }
    guard cache.makeDirectory() != nil else { return (baseImage, 0) }
    let (files, findings) = try files(of: sources[...last])
    guard findings.isEmpty else { return (baseImage, 0) }
    let image = try merged(files, of: sources, fingerprint: cache.fingerprint)
    cache.store(image)
    return (image, last + 1)
  }

  /// Merges files with the base, if the configuration has it.
  private func merged(
    _ files: [DeclarationFile], of sources: [DeclarationSource], fingerprint: UInt64
  ) throws(DeclarationError) -> RegistryImage {
    let base = configuration.includesBase ? baseImage.declarationFiles() : []
    return try limited(sources) { () throws(ImageError) in
      try RegistryBuilder(files: base + files).image(fingerprint: fingerprint)
    }
  }

  /// The types of formats of PRONOM that no other declaration has; nil without signature files.
  private func formatTypes(
    _ signatures: [SignatureSource], over image: RegistryImage
  ) throws(DeclarationError) -> DeclarationFile? {
    guard configuration.includesBase, !signatures.isEmpty || !configuration.directories.isEmpty
    else { return nil }
    let installed = try InstalledSignatures(signatures, named: configuration.directories)
    guard let path = installed.used(.binary)?.source.path, let release = try installed.release()
    else { return nil }
    let registry = TypeRegistry(snapshot(image, .merged, []))
    let formats = FormatTable.puids
    return release.typeDeclarations(in: FormatTypeSource.derived(from: path)) { tag in
      if tag.tagClass == .format, formats.contains(tag.value) { return [(.data, [])] }
      return registry.candidates(for: tag).types.map { type in
        (
          TypeIdentifier(canonical: type.identifier),
          tag.tagClass == .mimeType ? type.tags[.filenameExtension] ?? [] : []
        )
      }
    }
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
        // Directories of a program may have signature files too, which declare no types.
        if source.layer == .program, !configuration.files.contains(source.path),
          error.isAboutSignatures
        {
          continue
        }
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

  /// The file is in place of a directory.
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

  /// The base alone if loading fails.
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

  /// All files that the cache depends on; throws for a directory that the configuration names.
  func cachedSources() throws(DeclarationError) -> (
    sources: [DeclarationSource], signatures: [SignatureSource]
  ) {
    let installed = installedSources()
    return (installed.sources + (try namedSources()), installed.signatures)
  }

  private func installedSources() -> SourceLocator.Result {
    guard configuration.includesInstalledDeclarations else { return SourceLocator.Result() }
    return SourceLocator(EnvironmentVariables(configuration.environment)).locate()
  }

  /// Each directory, and then each file, has precedence over the ones before.
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

/// The place of a signature file among the sources of a registry.
enum FormatTypeSource {
  /// For the cache.
  static func input(_ source: SignatureSource) -> DeclarationSource {
    DeclarationSource(
      path: source.path, format: .propertyList, layer: source.layer,
      directoryPrecedence: source.directoryPrecedence)
  }

  /// Above all files, whose tags the derived types do not have, and below declarations in code.
  static func derived(from path: String) -> DeclarationSource {
    DeclarationSource(
      path: path, format: .propertyList, layer: .program,
      directoryPrecedence: Int(Int32.max) / 2 - 1)
  }
}

extension ImageStorage {
  /// Keeps the file.
  convenience init(_ file: FileImage) {
    self.init(unsafeBytes: file.bytes, release: { _ in extendLifetime(file) })
  }
}

extension TypeRegistry {
  /// Loads a registry.
  ///
  /// Unreadable files and invalid statements never stop loading; they are listed in ``findings``.
  ///
  /// - Parameters:
  ///   - configuration: the sources of the declarations.
  ///   - view: the rule that selects declarations and edges for queries.
  /// - Throws: `DeclarationError` when a directory or file that the configuration names cannot be
  ///   read, with its path, the reason and the remedy.
  /// - Complexity: O(*n*) in the size of the declarations; O(1) when the cache has the registry.
  public init(
    _ configuration: RegistryConfiguration = RegistryConfiguration(), view: GraphView = .merged
  ) throws(DeclarationError) {
    self.init(try RegistryLoader(configuration).load(view: view))
  }

  /// Calls a function before declarations are parsed, with the directory of the cache that is going
  /// to be written.
  package init(
    _ configuration: RegistryConfiguration, view: GraphView = .merged,
    willParse: (FilePath?) throws -> Void
  ) throws {
    let loader = RegistryLoader(configuration)
    switch try loader.find(view: view) {
    case .known(let snapshot): self.init(snapshot)
    case .unread(let sources):
      try willParse(sources.cache?.makeDirectory())
      self.init(try loader.parse(sources, view: view))
    }
  }

  /// Reads the sources of this registry again.
  ///
  /// - Returns: a registry of the present contents of the sources.
  /// - Throws: `DeclarationError` when a directory or file that the configuration names cannot be
  ///   read.
  public func reloaded() throws(DeclarationError) -> TypeRegistry {
    try TypeRegistry(snapshot.configuration, view: view)
  }

  /// Adds a declaration file, such as the Info.plist of a program, as the top layer.
  ///
  /// - Parameter path: the path of a property list or a shared-mime-info package.
  /// - Returns: a registry that includes the declarations of the file.
  /// - Throws: `DeclarationError` when the file cannot be read.
  public func adding(file path: String) throws(DeclarationError) -> TypeRegistry {
    try adding(files: [path])
  }

  /// The last file has the highest precedence.
  package func adding(files: [String]) throws(DeclarationError) -> TypeRegistry {
    var configuration = snapshot.configuration
    configuration.files += files
    return try TypeRegistry(configuration, view: view)
  }
}
#endif
