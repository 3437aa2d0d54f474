internal import Synchronization
internal import UTIPortable

/// The bytes of an image and their owner.
///
/// This process never changes the bytes, so threads can share them. Other processes may write to a
/// mapped file, so a checked value is never read a second time.
package final class ImageStorage: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let release: (UnsafeRawBufferPointer) -> Void

  /// The bytes, aligned to four, stay valid and unchanged until `release` is called, once.
  package init(
    unsafeBytes bytes: UnsafeRawBufferPointer,
    release: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
  ) {
    self.bytes = bytes
    self.release = release
  }

  private let soundness = Atomic<UInt8>(Soundness.unknown.rawValue)

  private enum Soundness: UInt8 { case unknown, sound, damaged }

  /// True if the bytes match the builder's checksum; O(*n*) in the bytes, once.
  ///
  /// Readers ask only about values that images hardly ever have, since damage could keep them busy.
  package var isSound: Bool {
    let known = soundness.load(ordering: .relaxed)
    if known != Soundness.unknown.rawValue { return known == Soundness.sound.rawValue }
    let isSound = ImageHeader.checksum(of: bytes) == ImageHeader.statedChecksum(of: bytes)
    soundness.store(
      isSound ? Soundness.sound.rawValue : Soundness.damaged.rawValue, ordering: .relaxed)
    return isSound
  }

  /// The closure writes all bytes.
  package convenience init(size: Int, writtenBy write: (UnsafeMutableRawBufferPointer) -> Void) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 8)
    write(UnsafeMutableRawBufferPointer(rebasing: buffer[..<size]))
    self.init(unsafeBytes: UnsafeRawBufferPointer(rebasing: buffer[..<size])) { bytes in
      bytes.baseAddress?.deallocate()
    }
  }

  package convenience init(copying array: [UInt8]) {
    self.init(size: array.count) { $0.copyBytes(from: array) }
  }

  deinit {
    release(bytes)
  }
}

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

/// One section of an image: records of 32-bit words.
///
/// Every read is checked against the section, so that an altered image only gives wrong results. A
/// read outside gives zero, which every field treats as "none" or "first".
struct ImageTable: @unchecked Sendable {
  // Sendable because the words belong to an `ImageStorage`, whose bytes never change; the image
  // that holds the table keeps the storage alive.
  private let words: UnsafePointer<UInt32>?
  private let wordCount: Int
  private let width: Int
  let count: Int

  init(_ bytes: UnsafeRawBufferPointer, width: Int) {
    words = bytes.baseAddress?.assumingMemoryBound(to: UInt32.self)
    wordCount = words == nil ? 0 : bytes.count / 4
    self.width = width
    count = wordCount / width
  }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: words, count: wordCount * 4) }

  /// Loops over it check their bounds once; the image has to outlive it.
  var elements: UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: words, count: wordCount)
  }

  /// One word for each field; nil when there is no such record.
  @inline(__always)
  func record(_ index: Int) -> UnsafePointer<UInt32>? {
    guard UInt(bitPattern: index) < UInt(bitPattern: count), let words else { return nil }
    return words + index &* width
  }

  /// A word of a table whose records are single words.
  @inline(__always)
  subscript(_ index: Int) -> UInt32 {
    guard UInt(bitPattern: index) < UInt(bitPattern: wordCount), let words else { return 0 }
    return words[index]
  }

  @inline(__always)
  subscript<Field: RawRepresentable<Int>>(_ record: Int, _ field: Field) -> UInt32 {
    guard UInt(bitPattern: record) < UInt(bitPattern: count) else { return 0 }
    return self[record &* width &+ field.rawValue]
  }

  /// Limited to the existing records.
  @inline(__always)
  func range(first: UInt32, count: UInt32) -> Range<Int> {
    let start = min(Int(first), self.count)
    return start..<min(start &+ Int(count), self.count)
  }
}

/// The fields of a record with a position in a file.
protocol PlacedField: RawRepresentable<Int> {
  static var line: Self { get }
  static var column: Self { get }
}

/// The fields of a record with a file and a position.
protocol SourcedField: PlacedField {
  static var source: Self { get }
}

extension ImageTable {
  func position<Field: PlacedField>(_ record: Int, _ fields: Field.Type) -> SourcePosition {
    SourcePosition(line: Int(self[record, Field.line]), column: Int(self[record, Field.column]))
  }
}

/// The string section: each string is its length in bytes, as a 32-bit word, and its UTF-8.
///
/// Offset 0 is the empty string, and so is every offset whose string would leave the section.
struct ImageStrings: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let bytes: UnsafeRawBufferPointer
  /// The image that holds the strings keeps the storage alive.
  private let storage: Unmanaged<ImageStorage>

  private static let usualSize = 4096

  init(_ bytes: UnsafeRawBufferPointer, of storage: ImageStorage) {
    self.bytes = bytes
    self.storage = Unmanaged.passUnretained(storage)
  }

  /// Valid as long as the image.
  @inline(__always)
  func utf8(at offset: UInt32) -> UnsafeRawBufferPointer {
    guard offset != 0, let range = range(at: offset) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  /// Comparing the views of texts would take ten times as long.
  func isEqual(at offset: UInt32, to text: String) -> Bool {
    let stored = utf8(at: offset)
    var text = text
    return text.utf8.count == stored.count
      && text.withUTF8 { UnsafeRawBufferPointer($0).elementsEqual(stored) }
  }

  /// nil when it would leave the section.
  @inline(__always)
  private func range(at offset: UInt32) -> Range<Int>? {
    let start = Int(offset) &+ 4
    guard start <= bytes.count else { return nil }
    let length = Int(bytes.loadUnaligned(fromByteOffset: Int(offset), as: UInt32.self))
    guard length <= bytes.count &- start else { return nil }
    return start..<start &+ length
  }

  /// Replaces ill-formed UTF-8; empty if longer than usual in a damaged image.
  ///
  /// Bytes are copied before the check, because another process may write to a mapped file.
  func string(at offset: UInt32) -> String {
    let bytes = utf8(at: offset)
    guard bytes.count <= Self.usualSize || storage._withUnsafeGuaranteedRef({ $0.isSound }) else {
      return ""
    }
    return String(unsafeUninitializedCapacity: bytes.count) { buffer in
      UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
      return bytes.count
    }
  }

  /// True if it is 0 or the string is inside the section.
  func isValid(_ offset: UInt32) -> Bool {
    offset == 0 || range(at: offset) != nil
  }
}
