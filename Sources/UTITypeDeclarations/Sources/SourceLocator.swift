internal import SystemPackage
package import UTIPlatform
package import UTITypeGraph

/// A search for the declaration files of a system and its user.
///
/// In each base directory (XDG Base Directory Specification) `mime/packages/*.xml` are
/// shared-mime-info packages, `uniform-types/*.plist` are property lists, and
/// `uniform-types/pronom/*.xml` are signature files of PRONOM. The entries of
/// `XDG_DATA_DIRS` are the system's, and the first has the highest precedence; `XDG_DATA_HOME` is
/// the user's and has precedence over all of them. Unset and empty variables take their defaults
/// (`/usr/local/share/:/usr/share/` and `$HOME/.local/share`); relative entries are ignored.
///
/// A missing directory is not a fault. A directory that several entries lead to is read once, at
/// its highest precedence.
package struct SourceLocator: Sendable {
  private let baseDirectories: [BaseDirectory]
  private let environmentDiagnostics: [DeclarationDiagnostic]

  private struct BaseDirectory {
    let path: String
    let layer: DeclarationSource.Layer
    let precedence: Int
  }

  /// The result of a search.
  package struct Result: Hashable, Sendable {
    /// The files, lowest precedence first.
    package var sources: [DeclarationSource] = []
    /// The findings about the variables and directories.
    package var diagnostics: [DeclarationDiagnostic]
    /// The files that may be signature files of PRONOM.
    package var signatures: [SignatureSource] = []

    package init(diagnostics: [DeclarationDiagnostic] = []) {
      self.diagnostics = diagnostics
    }
  }

  /// Without `HOME` and `XDG_DATA_HOME` there are no user files.
  package init(environment: [String: String]) {
    self.init(EnvironmentVariables(environment))
  }

  package init(_ environment: EnvironmentVariables) {
    var diagnostics: [DeclarationDiagnostic] = []
    func absolute(_ path: String, _ variable: String) -> String? {
      if path.hasPrefix("/") { return path }
      diagnostics.append(
        DeclarationDiagnostic(
          .note, rule: "relative-directory", file: variable, position: .none,
          message: "“\(path)” in \(variable) is not an absolute path and is ignored",
          remedy: "write the path from the root on"))
      return nil
    }

    // An empty entry is a relative path too, and needs no note.
    let system = environment.list("XDG_DATA_DIRS", default: "/usr/local/share/:/usr/share/")
      .compactMap { absolute($0, "XDG_DATA_DIRS") }
    var directories = system.reversed().enumerated().map { index, path in
      BaseDirectory(path: path, layer: .system, precedence: index)
    }
    let home =
      environment.value("XDG_DATA_HOME").flatMap { absolute($0, "XDG_DATA_HOME") }
      ?? environment.value("HOME").flatMap { absolute($0, "HOME") }.map {
        Self.joining($0, ".local/share")
      }
    if let home { directories.append(BaseDirectory(path: home, layer: .user, precedence: 0)) }
    baseDirectories = directories
    environmentDiagnostics = diagnostics
  }

  /// Searches the directories.
  ///
  /// - Complexity: O(*n* log *n*) in the number of files.
  package func locate() -> Result {
    var result = Result(diagnostics: environmentDiagnostics)
    forEachDirectory(DeclarationFolder.inBaseDirectories.map(\.folder), &result.diagnostics) {
      kind, directory, path, base in
      let folder = DeclarationFolder.inBaseDirectories[kind]
      result.sources += folder.sources(directory, path, base.layer, base.precedence)
      guard let inner = folder.signatureFolder,
        directory.items.contains(where: { $0.name == inner })
      else { return }
      let signatures = Self.joining(path, inner)
      // Another search reports a folder that cannot be listed.
      guard let listing = (try? Self.list(signatures)) ?? nil else { return }
      result.signatures += SignatureSource.sources(
        listing, signatures, base.layer, base.precedence)
    }
    result.sources.sort()
    return result
  }

  /// Searches the directories for signature files of PRONOM, which declare no types.
  package func locateSignatures() -> (sources: [SignatureSource], [DeclarationDiagnostic]) {
    var sources: [SignatureSource] = []
    var diagnostics = environmentDiagnostics
    forEachDirectory([SignatureSource.folder], &diagnostics) { _, directory, path, base in
      sources += SignatureSource.sources(directory, path, base.layer, base.precedence)
    }
    return (sources, diagnostics)
  }

  /// Calls the function for each folder that exists, with its index.
  private func forEachDirectory(
    _ folders: [String], _ diagnostics: inout [DeclarationDiagnostic],
    _ body: (Int, DirectoryListing, String, BaseDirectory) -> Void
  ) {
    var seen: [FileStatus.Item] = []
    // The highest comes first, so that a repeated directory keeps its highest precedence.
    for base in baseDirectories.reversed() {
      for (index, folder) in folders.enumerated() {
        let path = Self.joining(base.path, folder)
        do throws(DeclarationError) {
          guard let directory = try Self.list(path), !seen.contains(directory.identity) else {
            continue
          }
          seen.append(directory.identity)
          body(index, directory, path, base)
        } catch {
          diagnostics.append(
            DeclarationDiagnostic(
              .error, rule: "unreadable-directory", file: path, position: .none,
              message: "\(error.message) (\(systemErrorText(error.errno ?? 0)))",
              remedy: error.remedy))
        }
      }
    }
  }

  /// Returns the declaration files directly in a directory that a program names.
  ///
  /// - Throws: `DeclarationError` with the code `unreadable` when the directory does not exist or
  ///   cannot be listed.
  package static func sources(
    inDirectory path: String, layer: DeclarationSource.Layer = .program,
    directoryPrecedence: Int = 0
  ) throws(DeclarationError) -> [DeclarationSource] {
    guard let directory = try list(path) else {
      throw DeclarationError.unreadable(
        path, .noSuchFileOrDirectory, "the directory cannot be listed")
    }
    return DeclarationFolder.inBaseDirectories
      .flatMap { $0.sources(directory, path, layer, directoryPrecedence) }
      .sorted()
  }

  /// Returns the files that may be signature files in a directory that a program names.
  package static func signatureSources(
    inDirectory path: String, directoryPrecedence: Int
  ) throws(DeclarationError) -> [SignatureSource] {
    guard let directory = try list(path) else { return [] }
    return SignatureSource.sources(directory, path, .program, directoryPrecedence)
  }

  /// nil when the directory does not exist.
  private static func list(_ path: String) throws(DeclarationError) -> DirectoryListing? {
    do {
      return try DirectoryListing(at: path)
    } catch .noSuchFileOrDirectory {
      return nil
    } catch {
      throw DeclarationError.unreadable(
        path, error,
        error == .notDirectory ? "neither a directory nor a file" : "the directory cannot be listed"
      )
    }
  }

  static func joining(_ directory: String, _ name: String) -> String {
    directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
  }
}

/// A folder in base directories, and the pattern of the names of declaration files.
private struct DeclarationFolder {
  let folder: String
  let suffix: String
  let format: DeclarationSource.Format
  /// The folder in it that has signature files of PRONOM.
  var signatureFolder: String?

  static let inBaseDirectories = [
    DeclarationFolder(folder: "mime/packages", suffix: ".xml", format: .sharedMIMEInfo),
    DeclarationFolder(
      folder: "uniform-types", suffix: ".plist", format: .propertyList,
      signatureFolder: SignatureSource.innerFolder),
  ]

  func sources(
    _ directory: DirectoryListing, _ path: String, _ layer: DeclarationSource.Layer,
    _ precedence: Int
  ) -> [DeclarationSource] {
    directory.paths(in: path, withSuffix: suffix).map {
      DeclarationSource(path: $0, format: format, layer: layer, directoryPrecedence: precedence)
    }
  }
}

extension DirectoryListing {
  /// The suffix is compared exactly; a name that consists of the suffix only is excluded.
  func paths(in path: String, withSuffix suffix: String) -> [String] {
    items.filter {
      $0.kind != .directory && $0.name.hasSuffix(suffix) && $0.name.utf8.count > suffix.utf8.count
    }.map { SourceLocator.joining(path, $0.name) }
  }
}
