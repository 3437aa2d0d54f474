internal import UTIPortable

/// A tag of a type, and its origin.
package struct TypeTag: Hashable, Sendable {
  /// The tag.
  package let tag: Tag
  /// The origin of the tag; nil when a rule of the graph implies it.
  package let origin: DeclarationOrigin?
  let views: UInt32

  /// Returns true if the tag belongs to the type in a view.
  package func holds(in view: GraphView) -> Bool { views & view.bit != 0 }
}

extension RegistryImage {
  /// Returns the tags of a type, the preferred one of each class first.
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

  /// Returns the values of the tags in a view, of all classes and origins.
  package func tagValues(of type: TypeIndex, in view: GraphView) -> [String] {
    tagRange(of: type).compactMap { tag in
      tags[tag, TagField.views] & view.bit == 0
        ? nil : strings.string(at: tags[tag, TagField.value])
    }
  }

  /// Returns the first tag of a class, which is the preferred one.
  package func preferredTag(
    of type: TypeIndex, tagClass: TagClass, in view: GraphView
  ) -> String? {
    // A type may have thousands of tags, and the text of a class is in the image once.
    var otherClass: UInt32?
    for tag in tagRange(of: type)
    where tags[tag, TagField.views] & view.bit != 0 && tags[tag, TagField.tagClass] != otherClass {
      let place = tags[tag, TagField.tagClass]
      if strings.utf8(at: place).elementsEqual(tagClass.rawValue.utf8) {
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

  /// Returns the types that have a tag, the preferred one first.
  ///
  /// Types of the base come before others, exported ones before imported ones, and earlier
  /// declarations before later ones; types that only shared-mime-info gives the tag come last, in
  /// the order of their globs.
  ///
  /// - Complexity: O(1) on average and O(*n*) in the number of results.
  package func types(with tag: Tag, in view: GraphView) -> [TypeIndex] {
    var answers: [TypeIndex] = []
    forEachType(with: tag, in: view) { type in
      answers.append(type)
      return true
    }
    return answers
  }

  /// Returns true if a property list above the base may declare an extension that begins with a
  /// byte.
  package func mayDeclareExtension(startingWith byte: UInt8) -> Bool {
    lookUpFilters.contains(.outerExtensionStarts, CaseFolding.ascii(byte))
  }

  /// Returns the first type that has a tag and conforms to a supertype.
  ///
  /// - Complexity: O(1) on average, without allocation for ASCII values of the two public classes.
  package func firstType(
    with tag: Tag, conformingTo supertype: TypeIndex?, in view: GraphView
  ) -> TypeIndex? {
    var answer: TypeIndex?
    forEachType(with: tag, in: view) { type in
      guard supertype.map({ conforms(type, to: $0, in: view) }) ?? true else { return true }
      answer = type
      return false
    }
    return answer
  }

  /// Returns the first type that has an extension and conforms to a supertype, without creating a
  /// tag.
  ///
  /// - Returns: nil also for a text that is not ASCII or no extension, which requires
  ///   ``firstType(with:conformingTo:in:)``.
  /// - Complexity: O(1) on average, without allocation.
  package func firstType(
    withExtension value: UnsafeBufferPointer<UInt8>, conformingTo supertype: TypeIndex,
    in view: GraphView
  ) -> TypeIndex? {
    guard value.allSatisfy({ $0 < 0x80 && Tag.mayStandInExtension($0) }),
      let found = tagIndex.values(prefix: "1=", folding: value)
    else { return nil }
    return firstType(found, conformingTo: supertype, in: view)
  }

  /// Returns the first type that has a MIME type and conforms to a supertype, without creating a
  /// tag.
  ///
  /// - Returns: nil also for a text that is not ASCII or no tag, which requires
  ///   ``firstType(with:conformingTo:in:)``.
  /// - Complexity: O(1) on average, without allocation.
  package func firstType(
    withMIMEType value: UnsafeBufferPointer<UInt8>, conformingTo supertype: TypeIndex,
    in view: GraphView
  ) -> TypeIndex? {
    postings(ofMIMEType: value).flatMap { firstType($0, conformingTo: supertype, in: view) }
  }

  /// Returns the first type that has a MIME type, without creating a tag.
  ///
  /// - Returns: nil also for a text that is not ASCII or no tag, which requires
  ///   ``firstType(with:conformingTo:in:)``.
  /// - Complexity: O(1) on average, without allocation.
  package func firstType(
    withMIMEType value: UnsafeBufferPointer<UInt8>, in view: GraphView
  ) -> TypeIndex? {
    guard let found = postings(ofMIMEType: value) else { return nil }
    var answer: TypeIndex?
    forEachType(found, in: view) { type in
      answer = type
      return false
    }
    return answer
  }

  @inline(__always)
  private func postings(
    ofMIMEType value: UnsafeBufferPointer<UInt8>
  ) -> (first: UInt32, count: UInt32)? {
    guard value.allSatisfy({ $0 < 0x80 && $0 != 0 }) else { return nil }
    return tagIndex.values(prefix: "3=", folding: value)
  }

  @inline(__always)
  private func firstType(
    _ found: (first: UInt32, count: UInt32), conformingTo supertype: TypeIndex, in view: GraphView
  ) -> TypeIndex? {
    var answer: TypeIndex?
    forEachType(found, in: view) { type in
      guard conforms(type, to: supertype, in: view) else { return true }
      answer = type
      return false
    }
    return answer
  }

  /// Returns true if a type may have an extension; always true for extensions outside ASCII.
  ///
  /// - Complexity: O(1) on average, without allocation.
  package func hasExtension(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in value where byte >= 0x80 { return true }
    return tagIndex.values(prefix: "1=", folding: value) != nil
  }

  /// Returns true if several types may have an extension; always true for extensions outside ASCII.
  ///
  /// - Complexity: O(1) on average, without allocation.
  package func isContestedExtension(_ value: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in value where byte >= 0x80 { return true }
    return tagIndex.values(prefix: "1=", folding: value).map { $0.count > 1 } ?? false
  }

  /// Calls a function with each type that has a tag, the preferred one first, until it returns false.
  package func forEachType(
    with tag: Tag, in view: GraphView, _ body: (TypeIndex) -> Bool
  ) {
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

  /// The prefix of the key of an extension.
  static let extensionKeyPrefix = "1="

  /// Returns the key under which a tag is indexed.
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
