internal import SystemPackage
internal import UTIDataFormats
internal import UTIPlatform
package import UTITypeDeclarations
import UTITypeGraph
internal import UniformTypes

/// A lint of declaration files, by themselves and together with the base and other files.
package struct DeclarationLint: Sendable {
  private let linter: Linter
  private let registryLint: RegistryLint
  private let limits: ReadingLimits
  private let selection: LintRuleSelection

  /// Files are checked against each other and the base, without unreadable ones.
  ///
  /// Without installed declarations the findings are the same on every computer. `isBase`: files
  /// and directories are the lowest layer, and the base of the package is ignored.
  package init(
    files: [String] = [], directories: [String] = [], includesInstalledDeclarations: Bool = false,
    isBase: Bool = false, buildVariables: [String: String] = [:],
    selection: LintRuleSelection = .all
  ) throws(DeclarationError) {
    let reader = DeclarationReader(buildVariables: buildVariables)
    limits = reader.limits
    self.selection = selection
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
        guard let file = try reader.readUnlessSignatures(source) else { continue }
        if !given.take(file) { others.append(file) }
      }
    }
    linter = Linter(
      others: others + given.files, reader: reader, layer: layer, selection: selection)
  }

  package func report(onFile path: String) throws(DeclarationError) -> LintReport {
    if let report = try registryLint.report(onFile: path) { return report }
    return try self.report(on: RegularFile(declarationsAt: path, limits: limits).bytes, path: path)
  }

  /// The path is the name in messages.
  package func report(on bytes: [UInt8], path: String) throws(DeclarationError) -> LintReport {
    if let report = try SignatureLint.report(on: bytes, path: path, selection: selection) {
      return report
    }
    return try linter.report(on: bytes, path: path)
  }

  /// Corrects what can safely be corrected; the caller writes the contents.
  package func fix(
    _ files: [(path: String, bytes: [UInt8])]
  ) -> [Result<Linter.FixedFile, DeclarationError>] {
    var results: [Int: Result<Linter.FixedFile, DeclarationError>] = [:]
    var ofRegistry: [Int] = []
    var others: [Int] = []
    for (index, file) in files.enumerated() {
      do throws(DeclarationError) {
        if let report = try SignatureLint.report(
          on: file.bytes, path: file.path, selection: selection)
        {
          results[index] = .success(Linter.FixedFile(report: report, changes: []))
        } else if registryLint.includes(file.path) {
          ofRegistry.append(index)
        } else {
          others.append(index)
        }
      } catch {
        results[index] = .failure(error)
      }
    }
    for (linter, indices) in [(registryLint.linter, ofRegistry), (linter, others)] {
      for (index, result) in zip(indices, linter.fix(indices.map { files[$0] })) {
        results[index] = result
      }
    }
    return files.indices.compactMap { results[$0] }
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

  /// The same file under another path, with its precedence; false when no given file is it.
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

/// The lint of signature files of PRONOM: the findings of their reader.
enum SignatureLint {
  /// nil for another file; the path is the name in messages.
  static func report(
    on bytes: [UInt8], path: String, selection: LintRuleSelection
  ) throws(DeclarationError) -> LintReport? {
    guard SignatureFileHeader(bytes) != nil else { return nil }
    let findings = try FormatSignatureReader.read(bytes, path: path).findings
    return LintReport(
      path: path, bytes: bytes, findings: findings.filter { selection.includes($0.rule) })
  }
}
