import Glibc
package import TypeDeclarations
import TypeGraph

/// What is wrong with declaration files, by themselves and together with the base and others.
package struct DeclarationLint: Sendable {
  private let linter: Linter
  private let others: [DeclarationFile]
  private let reader: DeclarationReader
  private let layer: DeclarationSource.Layer
  private let selection: LintRuleSelection

  /// Makes a lint of files.
  ///
  /// - Parameters:
  ///   - directories: directories whose declarations the files are checked against, beside the base.
  ///   - includesInstalledDeclarations: whether the declarations of the machine and the user count
  ///     too. Without them the findings are the same on every machine.
  ///   - isBase: whether the files and directories are to be the lowest layer of a registry. Then
  ///     the base that comes with the package has no say.
  ///   - buildVariables: values of build variables in property lists.
  ///   - selection: the rules whose findings are wanted.
  /// - Throws: `DeclarationError` when a directory, or a file in it, cannot be read.
  package init(
    directories: [String] = [], includesInstalledDeclarations: Bool = false, isBase: Bool = false,
    buildVariables: [String: String] = [:], selection: LintRuleSelection = .all
  ) throws(DeclarationError) {
    let reader = DeclarationReader(buildVariables: buildVariables)
    let layer: DeclarationSource.Layer = isBase ? .base : .program
    self.reader = reader
    self.layer = layer
    self.selection = selection
    var others = isBase ? [] : (try? BaseRegistry.image().declarationFiles()) ?? []
    if includesInstalledDeclarations {
      for source in SourceLocator(.process).locate().sources {
        // What is wrong with the files of the machine `uti doctor` tells.
        if let file = try? reader.read(source) { others.append(file) }
      }
    }
    for (precedence, directory) in directories.enumerated() {
      let sources = try SourceLocator.sources(
        inDirectory: directory, layer: layer, directoryPrecedence: isBase ? 0 : precedence)
      for source in sources { others.append(try reader.read(source)) }
    }
    self.others = others
    linter = Linter(others: others, reader: reader, layer: layer, selection: selection)
  }

  /// Checks a file of either format.
  ///
  /// - Parameter path: the path of a property list or a shared-mime-info package.
  /// - Throws: `DeclarationError` when the file cannot be read as declarations.
  package func report(onFile path: String) throws(DeclarationError) -> LintReport {
    try linter(for: path).report(onFile: path)
  }

  /// Checks content that is in no file.
  ///
  /// - Parameters:
  ///   - bytes: the content.
  ///   - path: what it is called in messages.
  /// - Throws: `DeclarationError` when the content cannot be read as declarations.
  package func report(on bytes: [UInt8], path: String) throws(DeclarationError) -> LintReport {
    try linter.report(on: bytes, path: path)
  }

  /// Checks a file and mends what can safely be mended in it.
  ///
  /// - Parameter path: the path of a property list or a shared-mime-info package; of a link the
  ///   file that it leads to is replaced.
  /// - Throws: `DeclarationError` when the file cannot be read as declarations,
  ///   ``AtomicFile/Failure`` when it cannot be written.
  package func fix(file path: String) throws -> Linter.FixedFile {
    let linter = linter(for: path)
    let fixed = try linter.fix(linter.report(onFile: path).bytes, path: path)
    guard !fixed.changes.isEmpty else { return fixed }
    let target = try ReplaceableFile(path)
    try AtomicFile.write(fixed.report.bytes, to: target.path, permissions: target.permissions)
    return fixed
  }

  /// A linter that does not take the file for another one when it goes by two paths.
  private func linter(for path: String) -> Linter {
    guard let identity = FileIdentity(path) else { return linter }
    func isAnotherPath(_ other: DeclarationFile) -> Bool {
      other.source.path != path && FileIdentity(other.source.path) == identity
    }
    guard others.contains(where: isAnotherPath) else { return linter }
    return Linter(
      others: others.filter { !isAnotherPath($0) }, reader: reader, layer: layer,
      selection: selection)
  }
}

/// What two paths of one file have in common.
private struct FileIdentity: Equatable {
  private let device: UInt
  private let inode: UInt

  /// - Returns: nil when the path leads to nothing.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}
