internal import SystemPackage
package import TypeDeclarations
internal import UTIPlatform
import UTITypeGraph
internal import UniformTypes

/// A lint of declaration files, by themselves and together with the base and other files.
package struct DeclarationLint: Sendable {
  private let linter: Linter
  private let registryLint: RegistryLint

  /// Makes a lint of files.
  ///
  /// - Parameters:
  ///   - files: the files to check. Each is checked against the others; an unreadable one is
  ///     ignored.
  ///   - directories: directories whose declarations the files are checked against, in addition to
  ///     the base.
  ///   - includesInstalledDeclarations: whether the files are also checked against the declarations
  ///     of the system and the user. Without them the findings are the same on every computer.
  ///   - isBase: whether the files and directories are the lowest layer of a registry. The base of
  ///     the package is then ignored.
  ///   - buildVariables: values of build variables in property lists.
  ///   - selection: the rules to apply.
  /// - Throws: `DeclarationError` when a directory, or a file in it, cannot be read.
  package init(
    files: [String] = [], directories: [String] = [], includesInstalledDeclarations: Bool = false,
    isBase: Bool = false, buildVariables: [String: String] = [:],
    selection: LintRuleSelection = .all
  ) throws(DeclarationError) {
    let reader = DeclarationReader(buildVariables: buildVariables)
    let layer: DeclarationSource.Layer = isBase ? .base : .program
    var given = GivenFiles(files, reader: reader, layer: layer)
    let base = isBase ? [] : (try? BaseRegistry.image().declarationFiles()) ?? []
    registryLint = RegistryLint(base, taking: &given, reader: reader, selection: selection)
    var others = registryLint.files
    if includesInstalledDeclarations {
      for source in SourceLocator(.process).locate().sources {
        // `uti doctor` reports the errors in installed files.
        if let file = try? reader.read(source), !given.contains(file) { others.append(file) }
      }
    }
    for (precedence, directory) in directories.enumerated() {
      let sources = try SourceLocator.sources(
        inDirectory: directory, layer: layer, directoryPrecedence: isBase ? 0 : precedence)
      for source in sources {
        let file = try reader.read(source)
        if !given.take(file) { others.append(file) }
      }
    }
    linter = Linter(
      others: others + given.files, reader: reader, layer: layer, selection: selection)
  }

  /// Checks a file of either format.
  ///
  /// - Parameter path: the path of a property list or a shared-mime-info package.
  /// - Throws: `DeclarationError` when the file cannot be read as declarations.
  package func report(onFile path: String) throws(DeclarationError) -> LintReport {
    if let report = try registryLint.report(onFile: path) { return report }
    return try linter.report(onFile: path)
  }

  /// Checks content that is in no file.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: the name of the content in messages.
  /// - Throws: `DeclarationError` when the content cannot be read as declarations.
  package func report(on bytes: [UInt8], path: String) throws(DeclarationError) -> LintReport {
    try linter.report(on: bytes, path: path)
  }

  /// Checks the contents of a file and corrects what can safely be corrected in them.
  ///
  /// - Parameters:
  ///   - bytes: the contents of a property list or a shared-mime-info package.
  ///   - path: the path of the file.
  /// - Returns: the corrected contents, which the caller writes, with the changes and the findings
  ///   that remain.
  /// - Throws: `DeclarationError` if the contents cannot be read as declarations.
  package func fix(
    _ bytes: [UInt8], ofFile path: String
  ) throws(DeclarationError) -> Linter.FixedFile {
    let linter = registryLint.linter(forFile: path) ?? linter
    return try linter.fix(bytes, path: path)
  }
}

/// The files to check, without unreadable ones.
struct GivenFiles {
  private(set) var files: [DeclarationFile] = []
  private var places: [FileStatus.Item: Int] = [:]

  init(_ paths: [String], reader: DeclarationReader, layer: DeclarationSource.Layer) {
    for path in paths {
      guard let identity = Self.item(path), places[identity] == nil,
        let file = try? reader.read(fileOfAnyFormat: path, layer: layer)
      else { continue }
      places[identity] = files.count
      files.append(file)
    }
  }

  private static func item(_ path: String) -> FileStatus.Item? {
    FileStatus.present(at: FilePath(text: path))?.item
  }

  func contains(_ file: DeclarationFile) -> Bool {
    Self.item(file.source.path).map { places[$0] != nil } ?? false
  }

  /// Replaces a given file that is the same file under another path, with its precedence.
  ///
  /// - Returns: false when the file is not among the given ones.
  mutating func take(_ file: DeclarationFile) -> Bool {
    guard let place = Self.item(file.source.path).flatMap({ places[$0] }) else { return false }
    var taken = file
    taken.source = DeclarationSource(
      path: files[place].source.path, format: file.source.format, layer: file.source.layer,
      directoryPrecedence: file.source.directoryPrecedence,
      bundleIdentifier: file.source.bundleIdentifier)
    files[place] = taken
    return true
  }

  /// Removes the files that satisfy a predicate, and returns them.
  mutating func remove(where isRemoved: (DeclarationFile) -> Bool) -> [DeclarationFile] {
    let removed = files.filter(isRemoved)
    files.removeAll(where: isRemoved)
    places = [:]
    for (place, file) in files.enumerated() {
      if let identity = Self.item(file.source.path) { places[identity] = place }
    }
    return removed
  }
}
