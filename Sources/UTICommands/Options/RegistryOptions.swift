import SystemPackage
import UTICommandLineInterface
import UTICommandOutput
internal import UTIDataFormats
import UTIDesktopIntegration
internal import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph
import UniformTypes

/// The options that select the registry of a command, and the sandbox that reads it.
struct RegistryOptions: ParameterGroup, Hashable {
  private(set) var view = GraphView.merged
  private(set) var directories: [String] = []
  private var usesBuiltIn = false
  private(set) var sandbox = SandboxOptions()

  mutating func declare(_ parameters: inout ParameterDeclarations) {
    parameters.group(&sandbox)
    parameters.option(
      &view, "--view", value: "view",
      help: """
        The statements that count: merged (declarations first, then shared-mime-info), declared \
        (property lists only), freedesktop (shared-mime-info only).
        """)
    parameters.option(
      &directories, "--registry", value: "dir",
      help: """
        Add every *.plist and *.xml of a directory, one such file, or an image of uti compile, as the top \
        layer; may be given again.
        """, completion: .files)
    parameters.flag(
      &usesBuiltIn, "--built-in",
      help: """
        Read no installed declarations, so that the built-in registry answers on every machine, as \
        in the libraries for C and Python.
        """)
  }
}

extension RegistryOptions {
  /// Parses declarations in a process that can change the folders of the paths, and the cache.
  ///
  /// `isForMany`: other processes may change the cached registry while the command asks.
  func load(
    isRestricted: Bool = true, writing paths: [String] = [],
    includesInstalledDeclarations: Bool = true, isForMany: Bool = false
  ) throws -> TypeRegistry {
    var configuration = RegistryConfiguration(
      includesInstalledDeclarations: includesInstalledDeclarations && !usesBuiltIn,
      directories: directories)
    configuration.mapsCache = !isForMany
    let registry = try TypeRegistry(configuration, view: view) { cache in
      try (isRestricted ? sandbox : SandboxOptions.off).enter(parsingFor: cache, writing: paths)
    }
    report(registry.findings)
    return registry
  }

  /// The signature files of PRONOM on this machine and in the directories.
  func signatures() throws -> InstalledSignatures {
    try InstalledSignatures(.process, named: directories)
  }

  /// Only for files that the user named; `uti lint` reports the others.
  private func report(_ findings: [DeclarationDiagnostic]) {
    for finding in findings
    where finding.severity == .error && directories.contains(where: finding.file.hasPrefix) {
      StandardError.print(finding.description)
    }
  }
}

extension TypeRegistry {
  /// The files that it was read from, without the built-in ones.
  var inputs: [String] { sources.filter { $0.layer != .base }.map(\.path) }

  /// No output replaces these, which are the inputs and the installed signature files of PRONOM.
  var protectedFiles: [String] {
    inputs + SourceLocator(.process).locateSignatures().sources.map(\.path)
  }
}

/// The declaration files of a command, whose contents determine their format.
enum DeclarationInput {
  /// A regular file, or `-` for standard input, up to ``ReadingLimits/documentSize``.
  static func read(_ path: String) throws -> DeclarationFile {
    do {
      let limits = ReadingLimits()
      guard path == "-" else {
        return try read(RegularFile(declarationsAt: path, limits: limits).bytes, name: path)
      }
      return try read(StandardInput.readAll(limit: limits.documentSize + 1), name: "standard input")
    } catch let error as DeclarationError where error.isAboutSignatures {
      throw CommandFailure(
        .badDeclarations,
        "\(path): a signature file of PRONOM, which declares no types; uti diff compares two, and uti "
          + "install installs one")
    } catch let error as Errno {
      throw CommandFailure(
        .inputMissing, "standard input: cannot be read: \(error); redirect it from a file")
    }
  }

  private static func read(
    _ bytes: [UInt8], name: String
  ) throws(DeclarationError) -> DeclarationFile {
    // Content of neither format fails as a property list, with the reason.
    let format = DeclarationReader.format(of: bytes, path: name) ?? .propertyList
    return try DeclarationReader().read(
      bytes, from: DeclarationSource(path: name, format: format, layer: .program))
  }
}
