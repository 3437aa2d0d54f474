internal import UTIPortable

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

  /// The unit is a 32-bit word.
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

/// The first bytes of a ``RegistryImage``.
struct ImageHeader {
  static let magic: [UInt8] = Array("UTIGRAPH".utf8)
  static let formatVersion: UInt32 = 10
  /// Differs when read on a machine of the other byte order.
  static let byteOrderMark: UInt32 = 0x0102_0304

  static let byteOrderOffset = 8
  static let formatVersionOffset = 12
  static let sizeOffset = 16
  static let sectionCountOffset = 20
  static let fingerprintOffset = 24
  static let checksumOffset = 32
  static let byteCount = 40
  /// Offset and size in bytes.
  static let sectionEntryByteCount = 8

  /// The image has at least a header.
  static func statedChecksum(of image: UnsafeRawBufferPointer) -> UInt64 {
    image.loadUnaligned(fromByteOffset: checksumOffset, as: UInt64.self)
  }

  /// The checksum of all bytes after the header.
  static func checksum(of image: UnsafeRawBufferPointer) -> UInt64 {
    var checksum = StableHash()
    checksum.combine(words: UnsafeRawBufferPointer(rebasing: image.dropFirst(byteCount)))
    return checksum.value
  }

  /// An image of any version.
  static func isStart(_ bytes: some Sequence<UInt8>) -> Bool { bytes.starts(with: magic) }

  static var tableByteCount: Int { ImageSection.allCases.count * sectionEntryByteCount }
  static var firstSectionOffset: Int { byteCount + tableByteCount }
}
