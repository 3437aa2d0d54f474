/// The sections of a ``RegistryImage``, in the order of the section table.
enum ImageSection: Int, CaseIterable {
  case strings
  case sources
  case types
  case edges
  case ancestors
  case tags
  case declarations
  case mimeTypes
  case kinds
  case documentTypes
  case statements
  case identifierSlots
  case mimeNameSlots
  case tagSlots
  case tagPostings
  case globs
  case nameSlots
  case globPostings
  case lookUpFilters
  case magicRules
  case magicMatches
  case treeMagicRules
  case treeMagicMatches
  case rootElements
  case diagnostics
  case magicStages
  case magicStarts
  case magicGroups
  case magicNibbles
  case magicSlots
  case magicPostings
  case magicFilter
  case magicScanFilter
  case rootElementSlots

  /// The number of 32-bit words in a record of the section.
  var recordWidth: Int {
    switch self {
    case .strings, .ancestors, .globPostings, .lookUpFilters, .magicFilter, .magicScanFilter: 1
    case .sources: SourceField.allCases.count
    case .types: TypeField.allCases.count
    case .edges: EdgeField.allCases.count
    case .tags: TagField.allCases.count
    case .declarations: DeclarationField.allCases.count
    case .mimeTypes: MIMETypeField.allCases.count
    case .kinds: KindField.allCases.count
    case .documentTypes: DocumentTypeField.allCases.count
    case .statements: StatementField.allCases.count
    case .identifierSlots, .mimeNameSlots, .tagSlots, .rootElementSlots:
      SlotField.allCases.count
    case .nameSlots: NameSlotField.allCases.count
    case .tagPostings: TagPostingField.allCases.count
    case .globs: GlobField.allCases.count
    case .magicRules: MagicRuleField.allCases.count
    case .magicMatches: MagicMatchField.allCases.count
    case .treeMagicRules: MagicRuleField.allCases.count
    case .treeMagicMatches: TreeMagicMatchField.allCases.count
    case .rootElements: RootElementField.allCases.count
    case .diagnostics: DiagnosticField.allCases.count
    case .magicStages: MagicStageField.allCases.count
    case .magicStarts: MagicStartsField.recordWidth
    case .magicNibbles: MagicNibblesField.recordWidth
    case .magicGroups: MagicGroupField.allCases.count
    case .magicSlots: MagicSlotField.allCases.count
    case .magicPostings: MagicPostingField.recordWidth
    }
  }
}
