internal import UTIPortable

/// A builder of the table of the ends of names; see ``NameTable``.
struct NameTableBuilder {
  /// A slot of the table; free if it has no flags.
  private struct Slot {
    var key: UInt64 = 0
    /// The record of a pattern, or the place of several among ``runs``.
    var value: UInt32 = 0
    var flags: NameSlotFlags = []
  }

  /// The slots as the words of their records, so that a large registry needs only one copy.
  private struct Slots {
    var words: [UInt32]
    private static let width = NameSlotField.allCases.count

    init(count: Int) {
      words = Array(repeating: 0, count: count * Self.width)
    }

    init(words: [UInt32]) { self.words = words }

    var count: Int { words.count / Self.width }
    var indices: Range<Int> { 0..<count }

    subscript(place: Int) -> Slot {
      get {
        let first = place * Self.width
        return Slot(
          key: UInt64(words[first]) | UInt64(words[first + 1]) << 32, value: words[first + 2],
          flags: NameSlotFlags(rawValue: words[first + 3]))
      }
      set {
        let first = place * Self.width
        words[first] = UInt32(truncatingIfNeeded: newValue.key)
        words[first + 1] = UInt32(truncatingIfNeeded: newValue.key >> 32)
        words[first + 2] = newValue.value
        words[first + 3] = newValue.flags.rawValue
      }
    }
  }

  private let globs: [GlobTable.Entry]
  private let image: RegistryImage?
  private let filters: LookUpFilterBuilder
  private var slots = Slots(count: 64)
  private var count = 0
  private var latestEnds: [End] = []
  /// The records of each slot that has several.
  private(set) var runs: [[UInt32]] = []

  /// The globs are in the order of their records.
  init(_ globs: [GlobTable.Entry], tags: StringInterner, filters: LookUpFilterBuilder) {
    self.globs = globs
    self.filters = filters
    image = nil
    // All patterns come first, so that a later mark is distinguished from a pattern with the same
    // hash.
    for (record, entry) in globs.enumerated() {
      Self.withText(of: entry) { insert($0, UInt32(record)) }
    }
    for entry in globs {
      // A whole suffix does not count as its own end, but a whole literal may be the end of a name.
      let isSuffix = entry.kind == .suffix
      Self.withText(of: entry) { markEnds(of: $0, from: isSuffix ? 1 : 0) }
    }
    var text: [UInt8] = []
    for number in 0..<tags.count {
      tags.withBytes(of: number) { addExtension(ofKey: $0, &text) }
    }
    for place in runs.indices {
      runs[place].sort {
        let weights = (globs[Int($0)].weight, globs[Int($1)].weight)
        return weights.0 == weights.1 ? $0 < $1 : weights.0 > weights.1
      }
    }
  }

  /// Adds extensions to the table of an image, whose patterns remain.
  init(adding toImage: RegistryImage, filters: LookUpFilterBuilder) {
    image = toImage
    globs = []
    self.filters = filters
    let words = Array(toImage.nameTable.words)
    if !words.isEmpty { slots = Slots(words: words) }
    count = slots.indices.count { !slots[$0].flags.isEmpty }
  }

  /// The key may be of any class; the text is memory that the next call can use again.
  mutating func addExtension(ofKey key: UnsafeRawBufferPointer, _ text: inout [UInt8]) {
    let prefix = RegistryImage.extensionKeyPrefix.utf8
    guard key.starts(with: prefix) else { return }
    text.removeAll(keepingCapacity: true)
    text.append(UInt8(ascii: "."))
    text += key.dropFirst(prefix.count)
    text.withUnsafeBufferPointer { text in
      mark(text, .tag)
      markEnds(of: text, from: 1)
    }
  }

  /// Empties the table; the runs are the places of ``runs`` in the image.
  mutating func takeWords(runs: [UInt32]) -> [UInt32] {
    for place in slots.indices where image == nil {
      let flags = slots[place].flags
      guard !flags.isDisjoint(with: .patterns), !flags.contains(.single) else { continue }
      slots[place].value = runs[Int(slots[place].value)]
    }
    defer { slots = Slots(count: 0) }
    return slots.words
  }

  /// Full patterns have no text that a name has to equal or to end in.
  private static func withText(
    of entry: GlobTable.Entry, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    guard entry.kind != .full else { return }
    entry.pattern.withBytes { bytes in
      UnsafeRawBufferPointer(rebasing: bytes.dropFirst(entry.kind == .suffix ? 1 : 0))
        .withMemoryRebound(to: UInt8.self, body)
    }
  }

  /// Marks ends of a text for look-ups, from the longest to one whose shorter ends are marked.
  ///
  /// - Complexity: O(*n*) in the length of the text, unless ends of it are patterns.
  private mutating func markEnds(of text: UnsafeBufferPointer<UInt8>, from first: Int) {
    var ends: [End] = []
    swap(&ends, &latestEnds)
    defer { swap(&ends, &latestEnds) }
    Self.findEnds(of: text, &ends)
    for (place, entry) in ends.reversed() where place >= first && filters.isStart(text[place]) {
      let slot = slot(of: UnsafeBufferPointer(rebasing: text[place...]), entry, [])
      let flags = slots[slot].flags
      slots[slot].flags.formUnion(.continues)
      // A long text whose slot has no pattern is identified by its hash only.
      let isCertain = !entry.length.isEmpty || !flags.isDisjoint(with: .patterns)
      if isCertain, flags.contains(.continues) { return }
    }
  }

  /// The place of the first byte of an end of a text, and its key.
  private typealias End = (place: Int, entry: (key: UInt64, length: NameSlotFlags))

  /// The shortest end first, in one pass.
  private static func findEnds(of text: UnsafeBufferPointer<UInt8>, _ ends: inout [End]) {
    ends.removeAll(keepingCapacity: true)
    var key = NameKey()
    var end = text.count
    while end > 0 {
      let word = PackedSuffix(text, before: end).folded
      for length in 1...min(end, 8) {
        let entry = (key.value(adding: length, of: word), key.length(adding: length))
        ends.append((end - length, entry))
      }
      key.pass(word)
      end -= 8
    }
  }

  private mutating func mark(_ text: UnsafeBufferPointer<UInt8>, _ flag: NameSlotFlags) {
    let slot = slot(of: text, NameKey.entry(of: text), [])
    slots[slot].flags.formUnion(flag)
  }

  private mutating func insert(_ text: UnsafeBufferPointer<UInt8>, _ record: UInt32) {
    let entry = globs[Int(record)]
    let slot = slot(of: text, NameKey.entry(of: text), entry.kind == .literal ? .literal : [])
    if slots[slot].flags.isDisjoint(with: .patterns) {
      slots[slot].value = record
      slots[slot].flags.insert(.single)
    } else if slots[slot].flags.contains(.single) {
      runs.append([slots[slot].value, record])
      slots[slot].value = UInt32(runs.count - 1)
      slots[slot].flags.remove(.single)
    } else {
      runs[Int(slots[slot].value)].append(record)
    }
    slots[slot].flags.insert(entry.isBase ? .base : .system)
    if entry.isCaseSensitive { slots[slot].flags.insert(.caseSensitive) }
  }
}

// MARK: The table

extension NameTableBuilder {
  /// A new slot has to be given a flag.
  private mutating func slot(
    of text: UnsafeBufferPointer<UInt8>, _ entry: (key: UInt64, length: NameSlotFlags),
    _ kind: NameSlotFlags
  ) -> Int {
    if count * 2 >= slots.count { grow() }
    let (key, length) = entry
    let kind = kind.union(length)
    var place = NameKey.slot(key, mask: slots.count - 1)
    while !slots[place].flags.isEmpty {
      if slots[place].key == key, slots[place].flags.intersection(.kind) == kind,
        !length.isEmpty || isAbout(slots[place], text)
      {
        return place
      }
      place = (place + 1) & (slots.count - 1)
    }
    count += 1
    slots[place] = Slot(key: key, flags: kind)
    return place
  }

  /// True if a slot with the hash of a long text is for it, as one without patterns is for all.
  private func isAbout(_ slot: Slot, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !slot.flags.isDisjoint(with: .patterns) else { return true }
    if let image {
      return image.isText(NameTable.Entry(value: slot.value, flags: slot.flags), text)
    }
    let record = slot.flags.contains(.single) ? slot.value : runs[Int(slot.value)][0]
    var isEqual = false
    Self.withText(of: globs[Int(record)]) { other in
      isEqual =
        other.count == text.count
        && zip(other, text).allSatisfy { CaseFolding.ascii($0) == CaseFolding.ascii($1) }
    }
    return isEqual
  }

  private mutating func grow() {
    var larger = Slots(count: slots.count * 2)
    for index in slots.indices {
      let entry = slots[index]
      guard !entry.flags.isEmpty else { continue }
      var place = NameKey.slot(entry.key, mask: larger.count - 1)
      while !larger[place].flags.isEmpty { place = (place + 1) & (larger.count - 1) }
      larger[place] = entry
    }
    slots = larger
  }
}
