internal import UTITypeGraph

extension DetectionRegistry {
  /// The kind of item that a name is known to belong to.
  enum NamedItem {
    case unknown
    case file
    case directory
  }

  /// The best first: extension tags above the base, globs (rule 4.10), the base's extension tags.
  func readName(
    _ name: String, _ item: NamedItem, view: GraphView, into state: inout DetectionState
  ) {
    var bytes = name
    bytes.withUTF8 { readName(ItemName($0), item, view: view, into: &state) }
    state.names.name = name
  }

  /// The types that the first source omits: by patterns of the base, then by its extensions.
  func addClaimants(_ item: NamedItem, view: GraphView, in state: inout DetectionState) {
    guard !state.names.hasAllClaimants else { return }
    state.names.hasAllClaimants = true
    guard view == .merged, item != .directory, !state.names.candidates.isEmpty else { return }
    var name = state.names.name
    name.withUTF8 { addClaimants(ItemName($0), item, in: &state) }
  }

  /// Each claimant of one source is compared with all others, and no real name has a quarter.
  static var greatestClaimantCount: Int { 64 }

  private func addClaimants(_ name: ItemName, _ item: NamedItem, in state: inout DetectionState) {
    func isNew(_ type: TypeIndex) -> Bool {
      !state.names.show(type)
    }
    let limit = Self.greatestClaimantCount
    let lists = [
      image.globs(matching: name.bytes, limit: limit),
      image.baseGlobs(matching: name.bytes, limit: limit),
    ]
    for globs in lists {
      for glob in globs where isNew(image.type(of: glob)) {
        state.names.candidates.append(finding(glob, in: &state))
      }
    }
    // A pattern in capitals that fits, such as `*.C`, names another type than the small letters do.
    guard let ending = name.ending, !hasOwnCase(ending, name) else { return }
    // An extension of arbitrary bytes is a weak sign of its type.
    let isOfBytes = state.names.candidates.contains { $0.type == known.bytes }
    for type in taggedTypes(ending, item) where isNew(type) {
      state.names.candidates.append(
        finding(type, ending, isOfBytes ? .lightPattern : .declaredExtension, in: &state))
    }
  }

  /// An extension with capitals, which a pattern requires.
  private func hasOwnCase(_ ending: UnsafeBufferPointer<UInt8>, _ name: ItemName) -> Bool {
    ending.contains { 0x41...0x5A ~= $0 }
      && (image.globs(matching: name.bytes, limit: Self.greatestClaimantCount)
        .contains(where: image.isCaseSensitive)
        || image.baseGlobs(matching: name.bytes, limit: Self.greatestClaimantCount)
          .contains(where: image.isCaseSensitive))
  }

  private func finding(_ glob: GlobIndex, in state: inout DetectionState) -> Finding {
    state.finding(
      image.type(of: glob), .name,
      image.needsBytes(glob)
        ? .lightPattern
        : .pattern(
          weight: image.weight(of: glob),
          isLong: image.isLiteral(glob) || image.isCompound(glob)), on: .glob(glob))
  }

  private func readName(
    _ name: ItemName, _ item: NamedItem, view: GraphView, into state: inout DetectionState
  ) {
    var candidates = ShortList<Finding>()
    // Most machines have no property list that declares such an extension.
    if let ending = name.ending, mayBeDeclared(ending, view) {
      let tagged = taggedTypes(ending, item) {
        !image.isFormat($0) && (view == .declared || !image.isBase($0))
      }
      for type in tagged {
        candidates.append(finding(type, ending, .declaredExtension, in: &state))
      }
    }
    if candidates.isEmpty, view != .declared, item != .directory {
      var first: GlobIndex?
      image.forEachGlob(
        matching: name.bytes, periodCount: name.periodCount, limit: Self.greatestClaimantCount
      ) {
        first = first ?? $0
        candidates.append(finding($0, in: &state))
      }
      if view == .merged, let first, image.contradictsBase(first),
        let preferred = preferredOfBase(name, item, in: &state),
        let found = candidates.first, preferred.strength >= found.strength
      {
        candidates = candidates.filter { $0.type != preferred.type }
        candidates.prepend(preferred)
      }
    }
    if candidates.isEmpty, let ending = name.ending {
      if view != .freedesktop {
        for type in taggedTypes(ending, item) {
          candidates.append(finding(type, ending, .declaredExtension, in: &state))
        }
      }
      // An extension that is not text cannot be the tag of a type.
      if candidates.isEmpty, Self.isText(name.bytes) {
        state.names.unknownExtension = Self.text(ending)
      }
    }
    state.names.candidates = candidates
    state.names.mayHaveOtherClaimants =
      candidates.first.map { $0.type == known.bytes || $0.strength < .declaredExtension } ?? false
      || name.ending.map(image.isContestedExtension) ?? true
      || image.hasLongPatternOfBase(name.bytes, periodCount: name.periodCount)
  }

  /// The type if no database is installed.
  private func preferredOfBase(
    _ name: ItemName, _ item: NamedItem, in state: inout DetectionState
  ) -> Finding? {
    if let glob = image.baseGlobs(matching: name.bytes, limit: 1).first {
      return finding(glob, in: &state)
    }
    guard let ending = name.ending, let type = taggedTypes(ending, item, where: image.isBase).first
    else { return nil }
    return finding(type, ending, .declaredExtension, in: &state)
  }

  /// The property list precedes the patterns.
  private func mayBeDeclared(_ value: UnsafeBufferPointer<UInt8>, _ view: GraphView) -> Bool {
    switch view {
    case .merged: value.first.map(image.mayDeclareExtension(startingWith:)) ?? false
    case .declared: true
    case .freedesktop: false
    }
  }

  /// The strength is of a built-in declaration.
  private func finding(
    _ type: TypeIndex, _ value: UnsafeBufferPointer<UInt8>, _ strength: Strength,
    in state: inout DetectionState
  ) -> Finding {
    state.finding(
      type, .name, image.isBase(type) ? strength : .addedExtension,
      on: .tag(type, value: Self.text(value)))
  }

  private static func isText(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || !text(bytes).unicodeScalars.contains("\u{FFFD}")
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// Property lists declare the tags, for types of such an item.
  private func taggedTypes(
    _ value: UnsafeBufferPointer<UInt8>, _ item: NamedItem,
    where holds: (TypeIndex) -> Bool = { _ in true }
  ) -> [TypeIndex] {
    guard image.hasExtension(value) else { return [] }
    let tag = Tag(tagClass: .filenameExtension, value: Self.text(value))
    guard tag.isValid else { return [] }
    var files: [TypeIndex] = []
    var directories: [TypeIndex] = []
    let limit = Self.greatestClaimantCount
    image.forEachType(with: tag, in: .declared) { type in
      // A format of PRONOM needs a signature: its extension says nothing about bytes.
      guard image.isDeclared(type), holds(type), item == .unknown || !image.isFormat(type) else {
        return true
      }
      if item == .directory {
        if conforms(type, known.package) { directories.append(type) }
      } else if !conforms(type, known.directory) {
        files.append(type)
      } else if item == .unknown, directories.count < limit {
        directories.append(type)
      }
      return max(files.count, item == .directory ? directories.count : 0) < limit
    }
    return files + directories.prefix(limit - files.count)
  }

  private func conforms(_ type: TypeIndex, _ other: TypeIndex?) -> Bool {
    other.map { image.conforms(type, to: $0, in: .declared) } ?? false
  }
}

/// The last component of a path, as bytes, with its extension.
struct ItemName {
  /// The bytes after the last slash; trailing slashes do not count.
  let bytes: UnsafeBufferPointer<UInt8>
  /// The bytes after the last period; nil if no bytes precede or follow it.
  let ending: UnsafeBufferPointer<UInt8>?
  let periodCount: Int

  /// The path must outlive the value.
  init(_ path: UnsafeBufferPointer<UInt8>) {
    guard let first = path.baseAddress else {
      bytes = path
      ending = nil
      periodCount = 0
      return
    }
    var end = path.count
    while end > 1, first[end &- 1] == Self.slash { end &-= 1 }
    var start = end
    // A path of slashes is named as the root is.
    if end > 1 {
      while start > 0, first[start &- 1] != Self.slash { start &-= 1 }
    } else {
      start = 0
    }
    var period = end
    while period > start, first[period &- 1] != UInt8(ascii: ".") { period &-= 1 }
    var periodCount = 0
    for place in start..<period where first[place] == UInt8(ascii: ".") { periodCount &+= 1 }
    bytes = UnsafeBufferPointer(start: first + start, count: end &- start)
    // The place after the last period, or the start of the name.
    ending =
      period > start &+ 1 && period < end
      ? UnsafeBufferPointer(start: first + period, count: end &- period) : nil
    self.periodCount = periodCount
  }

  static var slash: UInt8 { UInt8(ascii: "/") }
}
