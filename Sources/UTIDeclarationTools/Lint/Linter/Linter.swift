internal import UTIDataFormats
internal import UTIPlatform
package import UTITypeDeclarations
package import UTITypeGraph
internal import UTIXMLFormats

/// Finds invalid statements, contradictions to other declarations, and probable mistakes.
package struct Linter: Sendable {
  private let others: ReferenceFiles
  private let reader: DeclarationReader
  private let layer: DeclarationSource.Layer
  private let selection: LintRuleSelection

  /// Another file with the path of the checked file is the file itself.
  ///
  /// In the layer of the base, what is unusual in a program is correct, such as exporting `public`.
  package init(
    others: [DeclarationFile], reader: DeclarationReader = DeclarationReader(),
    layer: DeclarationSource.Layer = .program, selection: LintRuleSelection = .all
  ) {
    self.others = ReferenceFiles(others, nameSearchCount: reader.limits.findingCount)
    self.reader = reader
    self.layer = layer
    self.selection = selection
  }

  /// The findings are in the order of their places; the work equals merging all files.
  package func report(onFile path: String) throws(DeclarationError) -> LintReport {
    try report(on: RegularFile(declarationsAt: path, limits: reader.limits).bytes, path: path)
  }

  /// The path is for messages only.
  package func report(on bytes: [UInt8], path: String) throws(DeclarationError) -> LintReport {
    let file = try file(bytes, path: path)
    let context = try context(of: file, bytes)
    let findings = findings(of: file, in: context)
    return LintReport(
      path: path, bytes: bytes,
      findings: context.addingNearestNames(to: bounded(findings, path), of: file).map {
        context.propertyList?.addingPath(to: $0) ?? $0
      })
  }

  private func file(_ bytes: [UInt8], path: String) throws(DeclarationError) -> DeclarationFile {
    let format = DeclarationReader.format(of: bytes, path: path) ?? .propertyList
    let known = others.files(at: path).first { $0.source.format == format }?.source
    let precedence = known?.layer == layer ? known?.directoryPrecedence : nil
    let source = DeclarationSource(
      path: path, format: format, layer: layer, directoryPrecedence: precedence ?? 0)
    return try reader.read(bytes, from: source)
  }

  /// The linter of new contents of files, which it already checks against each other.
  private func replacing(_ contents: [(path: String, bytes: [UInt8])]) -> Linter {
    let files = contents.compactMap { try? file($0.bytes, path: $0.path) }
    return Linter(
      others: others.replacing(files), reader: reader, layer: layer, selection: selection)
  }

  /// Findings without reading: in any order, about a file that need not exist.
  ///
  /// Findings about keys of a property list are at its declarations.
  package func findings(about file: DeclarationFile) throws(DeclarationError)
    -> [DeclarationDiagnostic]
  {
    findings(of: file, in: try context(of: file, nil))
  }

  private func findings(of file: DeclarationFile, in context: LintContext)
    -> [DeclarationDiagnostic]
  {
    let path = context.source.path
    var findings = context.mergingFindings
    for rule in Self.rules where selection.includes(rule.description.identifier) {
      findings += rule.findings(of: file, in: context).map {
        DeclarationDiagnostic(
          rule.description.severity, rule: rule.description.identifier, file: path,
          position: $0.position, message: $0.message, remedy: $0.remedy)
      }
    }
    findings.removeAll { !selection.includes($0.rule) }
    return findings
  }

  /// The bytes are nil when only the declarations are known.
  private func context(
    of file: DeclarationFile, _ bytes: [UInt8]?
  ) throws(DeclarationError) -> LintContext {
    let merged: MergedFiles
    do {
      merged = try others.merged(with: file)
    } catch {
      throw DeclarationError(
        .limitExceeded, file: file.source.path, message: "\(error)",
        remedy: "check the file by itself, or split it")
    }
    var outline: PropertyListOutline?
    if let bytes, file.source.format == .propertyList {
      do throws(FormatError) {
        outline = PropertyListOutline(
          try PropertyListReader.read(bytes, limits: reader.limits).root)
      } catch {
        throw DeclarationError(error, in: file.source.path)
      }
    }
    return LintContext(file: file, others: others, merged: merged, propertyList: outline)
  }

  /// The order is of places; duplicates are dropped.
  private func bounded(_ findings: [DeclarationDiagnostic], _ path: String)
    -> [DeclarationDiagnostic]
  {
    var seen: Set<DeclarationDiagnostic> = []
    let sorted = findings.sorted { left, right in
      (left.position, left.rule, left.message) < (right.position, right.rule, right.message)
    }.filter { seen.insert($0).inserted }
    let limit = reader.limits.findingCount
    guard sorted.count > limit else { return sorted }
    return sorted.prefix(limit) + [
      DeclarationDiagnostic(.tooMany(limit, at: sorted[limit].position), in: path)
    ]
  }
}

extension LintContext {
  /// Merging does not search for nearest names, since that compares each name with all others.
  fileprivate func addingNearestNames(
    to findings: [DeclarationDiagnostic], of file: DeclarationFile
  ) -> [DeclarationDiagnostic] {
    let parents = Dictionary(
      file.types.flatMap(\.conformsTo).filter { !isDescribed($0.value) }
        .map { ($0.position, $0.value) },
      uniquingKeysWith: { first, _ in first })
    return findings.map { finding in
      guard finding.rule == "unknown-parent", let parent = parents[finding.position],
        finding.message.includes(parent.rawValue), let nearest = nearestIdentifier(to: parent)
      else { return finding }
      return DeclarationDiagnostic(
        finding.severity, rule: finding.rule, file: finding.file, position: finding.position,
        message: finding.message, remedy: "write “\(nearest)” if that is meant, or declare it")
    }
  }
}

/// The findings about one file.
package struct LintReport: Sendable {
  package let path: String
  package let bytes: [UInt8]
  /// The order is of places.
  package let findings: [DeclarationDiagnostic]

  package func without(_ isLeftOut: (DeclarationDiagnostic) -> Bool) -> LintReport {
    LintReport(path: path, bytes: bytes, findings: findings.filter { !isLeftOut($0) })
  }

  package var errorCount: Int { findings.count { $0.severity == .error } }
}

package struct LintRuleSelection: Hashable, Sendable {
  private let only: Set<String>
  private let disabled: Set<String>

  package static let all = LintRuleSelection()

  /// No `only` selects all rules; disabled rules are excluded even so.
  package init(only: some Sequence<String> = [], disabled: some Sequence<String> = []) {
    self.only = Set(only)
    self.disabled = Set(disabled)
  }

  package func includes(_ identifier: String) -> Bool {
    (only.isEmpty || only.contains(identifier)) && !disabled.contains(identifier)
  }
}

extension Linter {
  /// The findings of merging a file with others.
  static let mergingRules: [LintRuleDescription] = [
    rule(
      "alias-is-a-type", .warning,
      "An alias is also the name of another type, and stays the name of that type."),
    rule("conformance-cycle", .error, "A parent conforms to the type; the statement is dropped."),
    rule(
      "dynamic-parent", .error,
      "A parent is a dynamic type whose tag no declared type has; the parent is dropped."),
    rule("self-conformance", .error, "A type is its own parent; the statement is dropped."),
    rule(
      "too-many-patterns", .warning,
      "There are too many patterns with several stars; the pattern is dropped."),
    rule(
      "too-many-searches", .warning,
      "Values without a fixed byte are searched for at too many offsets; the match is dropped."),
    rule(
      "too-many-supertypes", .warning,
      "A type would conform to too many others; the statement is dropped."),
    rule("unknown-kind", .warning, "A kind of MIME types is declared nowhere."),
    rule("unknown-parent", .warning, "A parent is declared nowhere."),
  ]

  private static func rule(
    _ identifier: String, _ severity: DeclarationDiagnostic.Severity, _ summary: String
  ) -> LintRuleDescription {
    LintRuleDescription(identifier, severity, summary, stage: .merging)
  }
}

extension Linter {
  /// The rules that are checked after a file is read and merged.
  package static let rules: [any LintRule] = [
    // Identifiers
    NotReverseDNS(), ReservedDomain(), ForeignExport(), LookalikeIdentifier(),
    ExportedAndImported(), RepeatedDeclaration(),
    // Conformance
    UnboundType(), DataAndDirectory(), RedundantParent(), BareDeclaration(),
    // Tags
    ExtensionWithCapitals(), ContestedExtension(), ContestedMIMEType(), DuplicateTag(),
    IneffectiveTag(), MIMETagWithParameters(), WildcardTag(), UnlikelyExtension(), InvalidOSType(),
    // Metadata
    MissingDescription(), InvalidReferenceURL(), InvalidVersion(), MissingBundleIdentifier(),
    // Document types
    MissingRole(), MissingDocumentClass(), EmptyDocumentClass(), MalformedClassName(),
    UnqualifiedClass(),
    UnknownContentType(), DynamicContentType(), EmptyDocumentType(), LegacyDocumentType(),
    RepeatedContentType(), OwnerOfForeignType(), IneffectivePackageFlag(),
    // shared-mime-info
    BroadMagic(), MagicOutOfReach(), HostOrderMagic(), UnreachableGlob(), DuplicateGlob(),
    GlobWithCapitals(), GlobWithoutStar(), ContestedGlob(), CatchAllGlob(), PrefixGlob(),
    AliasOfDeclaredType(), DuplicateAlias(), ContestedAlias(), UnknownSuperclass(),
    RedundantSuperclass(), SuperclassCycle(), MissingComment(), DuplicateComment(),
    UndetectableType(),
    ContestedRootElement(), RootElementOutsideXML(), TreeMagicOutsideVolumes(), RepeatedType(),
  ]

  /// Sorted by stage and identifier.
  package static let ruleDescriptions: [LintRuleDescription] =
    (readingRules + mergingRules + rules.map(\.description)).sorted { left, right in
      let stages = LintRuleDescription.Stage.allCases
      let leftStage = stages.firstIndex(of: left.stage) ?? 0
      let rightStage = stages.firstIndex(of: right.stage) ?? 0
      return (leftStage, left.identifier) < (rightStage, right.identifier)
    }
}

extension Linter {
  /// The result of the correction of a file.
  package struct FixedFile: Sendable {
    package let report: LintReport
    /// The order is of the changes; empty when the content is unchanged.
    package let changes: [LintFix]
  }

  /// Each pass corrects findings that the previous one has exposed.
  private static var greatestPassCount: Int { 8 }

  /// The correction of one file; see ``fix(_:)``.
  package func fix(_ bytes: [UInt8], path: String) throws(DeclarationError) -> FixedFile {
    try fix([(path, bytes)])[0].get()
  }

  /// Corrects the findings that are safe to correct, and checks the contents after each pass.
  ///
  /// A pass corrects all files, because each new content is merged with all others. A change that
  /// adds errors is discarded. Binary files and other encodings than UTF-8 are left unchanged,
  /// because their places are not offsets in the text.
  package func fix(
    _ files: [(path: String, bytes: [UInt8])]
  ) -> [Result<FixedFile, DeclarationError>] {
    var results = files.map { file in
      Result { () throws(DeclarationError) in
        FixedFile(report: try report(on: file.bytes, path: file.path), changes: [])
      }
    }
    var linter = self
    var open = files.indices.filter { Self.isEditable(files[$0].bytes) }
    for _ in 0..<Self.greatestPassCount {
      let next = open.compactMap { index -> (index: Int, fixed: FixedFile, bytes: [UInt8])? in
        guard let old = try? results[index].get(), old.report.findings.allSatisfy(\.hasPlace),
          let (bytes, made) = DeclarationFixer(old.report.bytes).fixed(old.report.findings)
        else { return nil }
        return (index, FixedFile(report: old.report, changes: old.changes + made), bytes)
      }
      guard !next.isEmpty else { break }
      linter = linter.replacing(next.map { (files[$0.index].path, $0.bytes) })
      open = []
      var discarded: [(path: String, bytes: [UInt8])] = []
      for (index, fixed, bytes) in next {
        if let after = try? linter.report(on: bytes, path: files[index].path),
          after.errorCount <= fixed.report.errorCount
        {
          results[index] = .success(FixedFile(report: after, changes: fixed.changes))
          open.append(index)
        } else {
          discarded.append((files[index].path, fixed.report.bytes))
        }
      }
      if !discarded.isEmpty { linter = linter.replacing(discarded) }
    }
    guard files.count > 1 else { return results }
    // The findings about one file may depend on later changes of another one.
    return results.map { result in
      result.map { file in
        let report = try? linter.report(on: file.report.bytes, path: file.report.path)
        return FixedFile(report: report ?? file.report, changes: file.changes)
      }
    }
  }

  private static func isEditable(_ bytes: [UInt8]) -> Bool {
    guard !BinaryPropertyListReader.recognizes(bytes),
      String(validating: bytes, as: UTF8.self) != nil
    else { return false }
    // Bytes that are valid UTF-8 may be declared as another encoding.
    let head = CaseFolding.ascii(String(decoding: bytes.prefix(200), as: UTF8.self))
    let declaration = head.prefix { $0 != ">" }
    guard declaration.includes("<?xml"), declaration.includes("encoding") else { return true }
    return declaration.includes("utf-8")
  }
}

extension DeclarationDiagnostic {
  fileprivate var hasPlace: Bool { position.line > 0 && position.column > 0 }
}
