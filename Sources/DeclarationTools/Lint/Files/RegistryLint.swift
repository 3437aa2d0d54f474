import SystemPackage
import TypeDeclarations
import TypeGraph
import UTIPlatform

/// Checks files of this project's own registry, from which the base was compiled.
///
/// Those who add a type to it check one file of many, all of which speak for the system, and want to
/// hear about what they have added. So such a file is checked in the place of the one in the base, and
/// what was to be said about that one is left out. It is told by its path, or by its bundle identifier
/// where it is new.
struct RegistryLint: Sendable {
  /// The files of the base, with those that are checked in place of what they were.
  let files: [DeclarationFile]
  private let linter: Linter
  /// Checks the base as it was.
  private let formerLinter: Linter
  /// The files of the base as they were; nil for new ones, by the paths that were given.
  private let former: [String: DeclarationFile?]

  /// - Parameter given: the files to be checked, without those of the registry afterwards.
  init(
    _ base: [DeclarationFile], taking given: inout GivenFiles, reader: DeclarationReader,
    selection: LintRuleSelection
  ) {
    let bundles = Set(base.compactMap(\.source.bundleIdentifier))
    var former: [String: DeclarationFile?] = [:]
    let taken = given.remove { file in
      let counterpart = base.first { Self.isFile($0.source.path, at: file.source.path) }
      guard counterpart != nil || file.source.bundleIdentifier.map(bundles.contains) == true else {
        return false
      }
      former[file.source.path] = .some(counterpart)
      return true
    }
    let replaced = Set(former.values.compactMap { $0?.source.path })
    files =
      base.filter { !replaced.contains($0.source.path) }
      + taken.compactMap { try? reader.read($0.source.inBase) }
    self.former = former
    linter = Linter(others: files, reader: reader, layer: .base, selection: selection)
    formerLinter = Linter(others: base, reader: reader, layer: .base, selection: selection)
  }

  /// What checks a file; nil when it is none of the registry.
  func linter(forFile path: String) -> Linter? {
    former[path] == nil ? nil : linter
  }

  /// What is new to say about a file; nil when it is none of the registry.
  func report(onFile path: String) throws(DeclarationError) -> LintReport? {
    guard let counterpart = former[path] else { return nil }
    let report = try linter.report(onFile: path)
    guard let counterpart else { return report }
    let known = Set(try formerLinter.findings(about: counterpart).map(Statement.init))
    return report.without { known.contains(Statement($0)) }
  }

  /// What is said, wherever it stands.
  private struct Statement: Hashable {
    let rule: String
    let message: String

    init(_ finding: Diagnostic) {
      rule = finding.rule
      message = finding.message
    }
  }

  /// Whether a path leads to the file of the registry that has this path in the repository.
  private static func isFile(_ registryPath: String, at path: String) -> Bool {
    let end = registryPath.split(separator: "/").last ?? ""
    guard path.utf8.elementsEqual(end.utf8) || path.hasSuffix("/" + end),
      let resolved = FilePath(text: path).resolved
    else { return false }
    return resolved.text.hasSuffix("/" + registryPath)
  }
}

extension DeclarationSource {
  fileprivate var inBase: DeclarationSource {
    DeclarationSource(path: path, format: format, layer: .base)
  }
}
