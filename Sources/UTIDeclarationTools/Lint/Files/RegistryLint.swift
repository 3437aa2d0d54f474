import SystemPackage
import UTIPlatform
import UTITypeDeclarations
import UTITypeGraph

/// A lint of files of this project's own registry, from which the base was compiled.
///
/// A file is checked in place of its counterpart (by path, or by bundle identifier for a new file),
/// and the findings about the counterpart are omitted.
struct RegistryLint: Sendable {
  /// The checked files replace their counterparts.
  let files: [DeclarationFile]
  let linter: Linter
  /// The linter of the unchanged base.
  private let formerLinter: Linter
  /// The keys are the given paths; nil for new files.
  private let former: [String: DeclarationFile?]

  /// The files of the registry are removed from the given ones.
  init(
    _ base: [DeclarationFile], taking given: inout GivenFiles, reader: DeclarationReader,
    selection: LintRuleSelection
  ) {
    let bundles = Set(base.compactMap(\.source.bundleIdentifier))
    let named = Dictionary(grouping: base) { Self.name(ofFileAt: $0.source.path) }
    var former: [String: DeclarationFile?] = [:]
    let taken = given.remove { file in
      let counterpart = Self.counterpart(of: file, among: named)
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

  /// The file is part of the registry.
  func includes(_ path: String) -> Bool { former[path] != nil }

  /// The new findings; nil when the file is not part of the registry.
  func report(onFile path: String) throws(DeclarationError) -> LintReport? {
    guard let counterpart = former[path] else { return nil }
    let report = try linter.report(onFile: path)
    guard let counterpart else { return report }
    let known = Set(try formerLinter.findings(about: counterpart).map(Statement.init))
    return report.without { known.contains(Statement($0)) }
  }

  /// A finding without its position.
  private struct Statement: Hashable {
    let rule: String
    let message: String

    init(_ finding: DeclarationDiagnostic) {
      rule = finding.rule
      message = finding.message
    }
  }

  /// The paths of the registry's files are in the repository.
  private static func counterpart(
    of file: DeclarationFile, among named: [Substring: [DeclarationFile]]
  ) -> DeclarationFile? {
    guard let candidates = named[name(ofFileAt: file.source.path)],
      let resolved = FilePath(text: file.source.path).resolved?.text
    else { return nil }
    return candidates.first { resolved.hasSuffix("/" + $0.source.path) }
  }

  private static func name(ofFileAt path: String) -> Substring {
    path.split(separator: "/").last ?? ""
  }
}

extension DeclarationSource {
  fileprivate var inBase: DeclarationSource {
    DeclarationSource(path: path, format: format, layer: .base)
  }
}
