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
