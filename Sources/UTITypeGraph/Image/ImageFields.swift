// The fields of each kind of record. A field that names a string holds its offset in the string
// section (0 is the empty string); a field that names a record holds its index, or its index plus
// one where zero has to mean none.

enum SourceField: Int, CaseIterable {
  case path, format, layer, directoryPrecedence, bundleIdentifier
}

enum TypeField: Int, CaseIterable {
  case identifier, flags, mimeTypePlusOne
  case firstDeclaration, declarationCount
  case firstEdge, edgeCount
  case firstTag, tagCount
  case firstMergedAncestor, mergedAncestorCount
  case firstDeclaredAncestor, declaredAncestorCount
  case firstFreedesktopAncestor, freedesktopAncestorCount
}

enum EdgeField: Int, CaseIterable, PlacedField {
  case target, kind, views, sourcePlusOne, line, column
}

enum TagField: Int, CaseIterable, PlacedField {
  case tagClass, value, views, sourcePlusOne, line, column
}

enum DeclarationField: Int, CaseIterable, SourcedField {
  case identifier, flags, version, referenceURL, description
  case firstStatement, statementCount
  case source, line, column
}

enum MIMETypeField: Int, CaseIterable, SourcedField {
  case name, type, firstStatement, statementCount, source, line, column
}

enum KindField: Int, CaseIterable, SourcedField {
  case identifier, reason, firstStatement, statementCount, source, line, column
}

enum DocumentTypeField: Int, CaseIterable, SourcedField {
  case flags, firstStatement, statementCount, source, line, column
}

enum StatementField: Int, CaseIterable, SourcedField {
  case kind, first, second, source, line, column
}

enum SlotField: Int, CaseIterable {
  case key, first, count
}

/// A slot of the open-addressing table of the ends of names.
enum NameSlotField: Int, CaseIterable {
  case lowKey, highKey
  /// The record of the pattern, or the posting with the number of those that follow.
  case value
  case flags
}

enum TagPostingField: Int, CaseIterable {
  case type, views
}

enum GlobField: Int, CaseIterable, SourcedField {
  case pattern, kind, weight, flags, mimeType, type, source, line, column
}

enum MagicRuleField: Int, CaseIterable, SourcedField {
  case mimeType, priority, firstMatch, matchCount, source, line, column
}

enum MagicMatchField: Int, CaseIterable, PlacedField {
  case type, firstOffset, lastOffset, value, mask, depth, line, column
  /// The places of the two searched bytes, plus one: equal for a rare byte, 0 when none is certain.
  case searchedPlusOne, secondSearchedPlusOne
  /// The strength of a top-level match, as ``PackedStrength``.
  case strength

  static let recordWidth = strength.rawValue + 1
}

enum TreeMagicMatchField: Int, CaseIterable, PlacedField {
  case path, kind, flags, mimeType, depth, line, column
}

enum RootElementField: Int, CaseIterable, SourcedField {
  case namespace, localName, mimeType, source, line, column
}

enum DiagnosticField: Int, CaseIterable, PlacedField {
  case severity, rule, file, line, column, message, remedy
}

/// The kind of a statement, which determines the meaning of its two strings.
enum StatementKind: UInt32, CaseIterable {
  // Declarations of uniform types.
  case conformsTo = 1
  case tag
  case iconFile
  // Descriptions of MIME types.
  case comment
  case acronym
  case expandedAcronym
  case icon
  case genericIcon
  case alias
  case superclass
  case foreignElement
  // Document types.
  case documentName
  case documentRole
  case documentRank
  case documentContentType
  case documentClass
  case userInterfaceDocumentClass
  case exportableType
  case otherValue
  // Kinds of MIME types.
  case member
  case memberIcon
  case exception
  /// The base's generic icon for a type that another source describes.
  case yieldingGenericIcon
}

struct TypeFlags: OptionSet {
  let rawValue: UInt32
  static let declared = TypeFlags(rawValue: 1)
  static let mimeType = TypeFlags(rawValue: 2)
  static let exported = TypeFlags(rawValue: 4)
  static let base = TypeFlags(rawValue: 8)
  /// The type has no description and is only the parent of another type.
  static let placeholder = TypeFlags(rawValue: 16)
  static let magic = TypeFlags(rawValue: 32)
  /// Documents of the type are recognised by their root element.
  static let rootElement = TypeFlags(rawValue: 64)
  /// Every file of the type begins with a signature that the base has for it.
  static let requiredMagic = TypeFlags(rawValue: 128)
  /// The base states that files of the type are text, and a database does not.
  static let text = TypeFlags(rawValue: 256)
  /// Every file of the type has one of the signatures that the base has for it.
  static let requiredSignature = TypeFlags(rawValue: 512)
}

struct DeclarationFlags: OptionSet {
  let rawValue: UInt32
  static let exported = DeclarationFlags(rawValue: 1)
  static let active = DeclarationFlags(rawValue: 2)
  static let wildcard = DeclarationFlags(rawValue: 4)
}

struct DocumentTypeFlags: OptionSet {
  let rawValue: UInt32
  static let package = DocumentTypeFlags(rawValue: 1)
  static let isDefault = DocumentTypeFlags(rawValue: 2)
}

struct GlobFlags: OptionSet {
  let rawValue: UInt32
  static let caseSensitive = GlobFlags(rawValue: 1)
  /// The glob comes from the base and yields to every other source.
  static let base = GlobFlags(rawValue: 2)
  /// A full pattern with a star at both ends.
  static let open = GlobFlags(rawValue: 4)
  /// An installed database states the glob for an extension that the base gives to another type.
  static let contradictsBase = GlobFlags(rawValue: 8)
}

/// The kind and the contents of a slot of names; 0 for a free slot.
struct NameSlotFlags: OptionSet {
  let rawValue: UInt32
  /// The number of bytes of a text of eight or fewer; of a longer one the key is a hash.
  static let length = NameSlotFlags(rawValue: 0xF)
  /// The text is a whole name.
  static let literal = NameSlotFlags(rawValue: 0x10)
  /// The bits that distinguish texts with the same key.
  static let kind: NameSlotFlags = [.length, .literal]
  /// A longer text in the table ends in this one.
  static let continues = NameSlotFlags(rawValue: 0x20)
  /// The text is a period and the extension of a type.
  static let tag = NameSlotFlags(rawValue: 0x40)
  /// A pattern of another source than the base equals the text.
  static let system = NameSlotFlags(rawValue: 0x80)
  /// A pattern of the base equals the text.
  static let base = NameSlotFlags(rawValue: 0x100)
  static let patterns: NameSlotFlags = [.system, .base]
  /// One of the patterns is case-sensitive.
  static let caseSensitive = NameSlotFlags(rawValue: 0x200)
  /// There is one pattern, whose record is the value.
  static let single = NameSlotFlags(rawValue: 0x400)
}

struct TreeMagicFlags: OptionSet {
  let rawValue: UInt32
  static let matchesCase = TreeMagicFlags(rawValue: 1)
  static let executable = TreeMagicFlags(rawValue: 2)
  static let nonEmpty = TreeMagicFlags(rawValue: 4)
}

/// A set of matches for one test: all top-level ones, or the ones nested in a shared match.
enum MagicStageField: Int, CaseIterable {
  /// Its groups: first the groups of one place, by that place, then the groups of several places.
  case firstGroup, placedCount, rangedCount
  case firstStarts
}

/// The places and first bytes of up to 64 groups of one place.
enum MagicStartsField: Int, CaseIterable {
  /// The first word of the places, one for each group.
  case offsets = 0
  /// The first of two words for each byte: bits for the groups whose matches may begin with it.
  case rows = 64

  static let groupCount = rows.rawValue
  static let recordWidth = rows.rawValue + 256 * 2
}

/// A group of matches with the same range of places.
enum MagicGroupField: Int, CaseIterable {
  case firstOffset, lastOffset
  case keys
  /// The matches without a key.
  case firstPosting, postingCount
  /// The tables that exclude most of several places, plus one; 0 when the filter is used.
  case nibblesPlusOne
}

/// The tables of ``MagicNibbles``.
enum MagicNibblesField: Int, CaseIterable {
  case width
  case tables

  static let tableWordCount = MagicNibbles.tableByteCount / 4
  static let recordWidth = tables.rawValue + tableWordCount
}

/// The lookup of the matches of a group: by keys of some of these lengths, or without keys.
struct MagicKeys: OptionSet {
  let rawValue: UInt32
  /// The first byte alone shows that a match is possible.
  static let none = MagicKeys(rawValue: 1)
  /// Four bytes with letters folded to lower case.
  static let folded = MagicKeys(rawValue: 32)

  /// The bit for keys of one, two, four or eight bytes, by the exponent of the length.
  static func bytes(_ exponent: Int) -> MagicKeys { MagicKeys(rawValue: 2 &<< UInt32(exponent)) }

  static let exponents = 0...3

  @inline(__always)
  var exponents: UInt32 { rawValue &>> 1 & 0xF }
}

/// A slot of the open-addressing table of all keys of all groups.
enum MagicSlotField: Int, CaseIterable {
  /// The group and the kind of key, see ``MagicProgram/owner(of:_:)``; 0 in a free slot.
  case owner
  case lowKey, highKey, firstPosting, postingCount
}

/// A match that a group or a key names.
enum MagicPostingField: Int, CaseIterable {
  /// The top-level match contains the match, or is it.
  case match, rule, topMatch
  /// The position of the key in the match's value.
  case keyPosition
  /// 0, ``nestsByRule``, or the stage of the nested matches that several rules share, plus one.
  case nested
  /// The fields of the match's record; no value when the key is the whole value.
  case firstOffset, lastOffset, value, mask
  /// The number of bytes of the top-level match.
  case byteCount

  static let recordWidth = byteCount.rawValue + 1
  /// No match nests the first stage, so its number is free.
  static let nestsByRule: UInt32 = 1
}
