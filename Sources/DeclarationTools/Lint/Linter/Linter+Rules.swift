internal import UTITypeGraph

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

  /// Every rule of which a finding can be made, sorted by stage and identifier.
  package static let ruleDescriptions: [LintRuleDescription] =
    (readingRules + mergingRules + rules.map(\.description)).sorted { left, right in
      let stages = LintRuleDescription.Stage.allCases
      let leftStage = stages.firstIndex(of: left.stage) ?? 0
      let rightStage = stages.firstIndex(of: right.stage) ?? 0
      return (leftStage, left.identifier) < (rightStage, right.identifier)
    }
}
