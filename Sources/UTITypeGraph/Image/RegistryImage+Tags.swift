internal import UTIPortable

/// A tag of a type, and its origin.
package struct TypeTag: Hashable, Sendable {
  package let tag: Tag
  /// nil when a rule of the graph implies it.
  package let origin: DeclarationOrigin?
  let views: UInt32

  package func holds(in view: GraphView) -> Bool { views & view.bit != 0 }
}

extension RegistryImage {
  /// The preferred tag of each class first.
  package func tags(of type: TypeIndex) -> [TypeTag] {
    tagRange(of: type).map { tag in
      TypeTag(
        tag: Tag(
          tagClass: TagClass(rawValue: strings.string(at: tags[tag, TagField.tagClass])),
          value: strings.string(at: tags[tag, TagField.value])),
        origin: origin(
          sourcePlusOne: tags[tag, TagField.sourcePlusOne],
          position: tags.position(tag, TagField.self)),
        views: tags[tag, TagField.views])
    }
  }

  package func tagValues(of type: TypeIndex, in view: GraphView) -> [String] {
    tagRange(of: type).compactMap { tag in
      tags[tag, TagField.views] & view.bit == 0
        ? nil : strings.string(at: tags[tag, TagField.value])
    }
  }

  /// The first tag of a class is the preferred one.
  package func preferredTag(of type: TypeIndex, tagClass: TagClass, in view: GraphView) -> String? {
    // A type may have thousands of tags, and the text of a class is in the image once.
    var otherClass: UInt32?
    for tag in tagRange(of: type)
    where tags[tag, TagField.views] & view.bit != 0 && tags[tag, TagField.tagClass] != otherClass {
      let place = tags[tag, TagField.tagClass]
      if strings.isEqual(at: place, to: tagClass.rawValue) {
        return strings.string(at: tags[tag, TagField.value])
      }
      otherClass = place
    }
    return nil
  }

  private func tagRange(of type: TypeIndex) -> Range<Int> {
    let record = type.offset
    return records(
      of: tags, first: types[record, TypeField.firstTag], count: types[record, TypeField.tagCount])
  }

  /// The types with a tag, the preferred one first; O(1) on average, O(*n*) in the results.
  ///
  /// Base before others, exported before imported, earlier before later; last are types that only
  /// shared-mime-info gives the tag, in the order of their globs.
  package func types(with tag: Tag, in view: GraphView) -> [TypeIndex] {
    var answers: [TypeIndex] = []
    forEachType(with: tag, in: view) { type in
      answers.append(type)
      return true
    }
    return answers
  }

  /// True if a property list above the base may declare such an extension.
  package func mayDeclareExtension(startingWith byte: UInt8) -> Bool {
    lookUpFilters.contains(.outerExtensionStarts, CaseFolding.ascii(byte))
  }

  /// - Complexity: O(1) on average, without allocation for ASCII values of the public classes.
  package func firstType(
    with tag: Tag, conformingTo supertype: TypeIndex?, in view: GraphView
  ) -> TypeIndex? {
    postings(of: tag).flatMap { firstType($0, conformingTo: supertype, in: view) }
  }

  /// Creates no tag, O(1) on average; nil also for a text that is not ASCII or no extension.
  package func firstType(
    withExtension value: UnsafeBufferPointer<UInt8>, conformingTo supertype: TypeIndex,
    in view: GraphView
  ) -> TypeIndex? {
    guard value.allSatisfy({ $0 < 0x80 && Tag.mayStandInExtension($0) }),
      let found = tagIndex.values(prefix: "1=", folding: value)
    else { return nil }
    return firstType(found, conformingTo: supertype, in: view)
  }

  /// Creates no tag, O(1) on average; nil also for a text that is not ASCII or no tag.
  package func firstType(
    withMIMEType value: UnsafeBufferPointer<UInt8>, conformingTo supertype: TypeIndex? = nil,
    in view: GraphView
  ) -> TypeIndex? {
    guard value.allSatisfy({ $0 < 0x80 && $0 != 0 }),
      let found = tagIndex.values(prefix: "3=", folding: value)
    else { return nil }
    return firstType(found, conformingTo: supertype, in: view)
  }

  @inline(__always)
  private func firstType(
    _ found: (first: UInt32, count: UInt32), conformingTo supertype: TypeIndex?, in view: GraphView
  ) -> TypeIndex? {
    var answer: TypeIndex?
    forEachType(found, in: view) { type in
      guard supertype.map({ conforms(type, to: $0, in: view) }) ?? true else { return true }
      answer = type
      return false
    }
    return answer
  }

  /// Always true for extensions outside ASCII; O(1) on average, without allocation.
  package func hasExtension(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in value where byte >= 0x80 { return true }
    return tagIndex.values(prefix: "1=", folding: value) != nil
  }

  /// True if several types have it; true outside ASCII; O(1) on average, without allocation.
  package func isContestedExtension(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in value where byte >= 0x80 { return true }
    return tagIndex.values(prefix: "1=", folding: value).map { $0.count > 1 } ?? false
  }

  /// Calls a function with the types, the preferred one first, until it returns false.
  package func forEachType(with tag: Tag, in view: GraphView, _ body: (TypeIndex) -> Bool) {
    if let found = postings(of: tag) { forEachType(found, in: view, body) }
  }

  @inline(__always)
  private func forEachType(
    _ found: (first: UInt32, count: UInt32), in view: GraphView, _ body: (TypeIndex) -> Bool
  ) {
    for posting in records(of: tagPostings, first: found.first, count: found.count)
    where tagPostings[posting, TagPostingField.views] & view.bit != 0 {
      if !body(TypeIndex(Int(tagPostings[posting, TagPostingField.type]))) { return }
    }
  }

  private func postings(of tag: Tag) -> (first: UInt32, count: UInt32)? {
    var value = tag.value
    let direct: (first: UInt32, count: UInt32)?? = value.withUTF8 { key in
      guard key.allSatisfy({ $0 < 0x80 }) else { return nil }
      return switch tag.tagClass {
      case .filenameExtension: .some(tagIndex.values(prefix: "1=", folding: key))
      case .mimeType: .some(tagIndex.values(prefix: "3=", folding: key))
      default: nil
      }
    }
    return direct ?? tagIndex.values(exactly: Self.tagKey(of: tag))
  }

  static let extensionKeyPrefix = "1="

  static func tagKey(of tag: Tag) -> String {
    let prefix =
      switch tag.tagClass {
      case .filenameExtension: extensionKeyPrefix
      case .mimeType: "3="
      default: tag.tagClass.rawValue + "="
      }
    return prefix + tag.tagClass.key(for: tag.value)
  }
}

/// The hash table of an image for the ends of file names and of longer patterns.
///
/// A slot has the whole key of a short text, so that most queries read sixteen bytes. The number of
/// slots is a power of two and some are free, so a probe ends soon.
struct NameTable: @unchecked Sendable {
  // Sendable for the reason given at `ImageTable`.
  private let slots: UnsafeRawPointer?
  private let mask: Int

  static let slotByteCount = NameSlotField.allCases.count * 4

  var words: UnsafeBufferPointer<UInt32> {
    let count = slots == nil ? 0 : (mask + 1) * Self.slotByteCount / 4
    return UnsafeBufferPointer(start: slots?.assumingMemoryBound(to: UInt32.self), count: count)
  }

  init(_ bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / Self.slotByteCount
    // A damaged table is treated as empty; in a sound table every masked index is inside it.
    slots = count > 0 && count & (count - 1) == 0 ? bytes.baseAddress : nil
    mask = count - 1
  }

  /// The number of the slot must be less than the number of slots.
  @inline(__always)
  private func key(_ slots: UnsafeRawPointer, _ slot: Int) -> UInt64 {
    slots.loadUnaligned(fromByteOffset: slot &* Self.slotByteCount, as: UInt64.self)
  }

  @inline(__always)
  private func word(_ slots: UnsafeRawPointer, _ slot: Int, _ field: NameSlotField) -> UInt32 {
    slots.loadUnaligned(
      fromByteOffset: slot &* Self.slotByteCount &+ field.rawValue &* 4, as: UInt32.self)
  }

  /// The contents of a slot.
  struct Entry {
    let value: UInt32
    let flags: NameSlotFlags
  }

  /// O(1) on average; `isText` is called only if the key of a slot is a hash of a long text.
  @inline(__always)
  func entry(_ key: UInt64, _ kind: NameSlotFlags, where isText: (Entry) -> Bool) -> Entry? {
    guard let slots else { return nil }
    var slot = NameKey.slot(key, mask: mask)
    var unproven: Entry?
    // A table without a free slot is damaged; the bound keeps the search finite.
    for _ in 0...mask {
      let flags = NameSlotFlags(rawValue: word(slots, slot, .flags))
      if flags.isEmpty { break }
      if self.key(slots, slot) == key, flags.intersection(.kind) == kind {
        let entry = Entry(value: word(slots, slot, .value), flags: flags)
        if !kind.isDisjoint(with: .length) { return entry }
        if flags.isDisjoint(with: .patterns) {
          // An entry without a pattern only says that longer texts exist, which may be wrong.
          unproven = entry
        } else if isText(entry) {
          return entry
        }
      }
      slot = (slot &+ 1) & mask
    }
    return unproven
  }
}

/// The look-up key of a pattern or of the end of a name: its bytes without ASCII case.
///
/// Up to eight bytes are the key; more are a hash over words of eight bytes from the last to the
/// first, so that one pass over a name gives the keys of all its ends.
struct NameKey {
  /// The hash of the words after the current place; zero when there are none.
  private var hash: UInt64 = 0
  private(set) var count = 0

  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The word has eight bytes, folded.
  @inline(__always)
  mutating func pass(_ word: PackedSuffix) {
    hash = Self.mixed(hash ^ word.value)
    count &+= 8
  }

  /// The last few bytes of the word before the added ones are folded.
  @inline(__always)
  func value(adding count: Int, of word: PackedSuffix) -> UInt64 {
    let rest = word.suffix(count).value
    return self.count == 0 ? rest : Self.mixed(hash ^ rest)
  }

  /// Distinguishes a short text together with the key; nothing for long texts.
  @inline(__always)
  func length(adding count: Int) -> NameSlotFlags {
    let length = self.count &+ count
    return NameSlotFlags(rawValue: length <= 8 ? UInt32(truncatingIfNeeded: length) : 0)
  }

  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    let product = value &* factor
    return product ^ product &>> 32
  }

  /// The size of the table is a power of two.
  @inline(__always)
  static func slot(_ key: UInt64, mask: Int) -> Int {
    // The product moves differences to higher bits only; the shifts bring them down.
    let product = (key ^ key &>> 32) &* factor
    return Int(truncatingIfNeeded: product &>> 32) & mask
  }

  static func entry(of text: UnsafeBufferPointer<UInt8>) -> (key: UInt64, length: NameSlotFlags) {
    var key = NameKey()
    var end = text.count
    while end > 8 {
      key.pass(PackedSuffix(text, before: end).folded)
      end -= 8
    }
    guard end > 0 else { return (0, []) }
    let rest = PackedSuffix(text, before: end).folded
    return (key.value(adding: end, of: rest), key.length(adding: end))
  }
}
