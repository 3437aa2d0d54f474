internal import TypeGraph

/// The weighing of what a name and bytes say (`Documentation/Detection.md`).
///
/// Each type that the name shows and the one that the bytes show is a candidate. It counts as much as the strongest word of
/// the name for it and the strongest of the bytes together, less what in the bytes speaks against
/// it, and the one that counts most is the answer. Who declares what says nothing, but that among equals
/// the first claimant of the name comes first.
extension TypeDetector {
  /// The candidates, those of the name first, in the order of its claimants.
  func candidates(in inquiry: borrowing Inquiry) -> ShortList<Candidate> {
    var candidates = ShortList<Candidate>()
    // Walking over places copies no list, which would count references to what is in it.
    for place in inquiry.names.candidates.indices {
      let finding = inquiry.names.candidates[place]
      if finding.type != known.bytes { candidates.append(candidate(finding, in: inquiry)) }
    }
    if inquiry.content.best.basis != .none,
      let candidate = seenCandidate(inquiry.content.best, in: inquiry)
    {
      candidates.append(candidate)
    }
    return candidates
  }

  /// A claimant of the name, before the bytes.
  private func candidate(_ finding: Finding, in inquiry: borrowing Inquiry) -> Candidate {
    guard let type = finding.type else {
      return Candidate(
        finding: finding, name: finding.strength, bytes: .none, contradictions: [], witness: nil)
    }
    let isText = isTextual(type)
    var witness: Finding?
    var word = Strength.none
    var against = Strength.none
    inquiry.content.forEachFinding { seen in
      let isOfWords = isOfWords(seen, in: inquiry)
      guard !isMereText(seen),
        let strength = self.word(of: seen, for: type, inquiry.content, isOfWords: isOfWords)
      else { return }
      if strength > .none {
        if witness == nil || strength > word { (witness, word) = (seen, strength) }
      } else if seen.type == type || isOfWords {
        against = min(against, strength)
      }
    }
    if witness == nil { word = against }
    // That bytes are text bears no light pattern out.
    let isBare = witness == nil && finding.strength <= .lightPattern
    return Candidate(
      finding: finding, name: finding.strength,
      bytes: (isBare ? .none : inquiry.content.material(of: isText)) + word,
      contradictions: contradictions(
        to: type, isText: isText, isConfirmed: witness != nil, inquiry),
      witness: witness)
  }

  /// What the bytes show, with what the name says of a type that it is a kind of; nil for what is the
  /// type of a claimant.
  private func seenCandidate(_ finding: Finding, in inquiry: borrowing Inquiry) -> Candidate? {
    var name = Strength.none
    for place in inquiry.names.candidates.indices {
      let named = inquiry.names.candidates[place]
      guard let type = finding.type, let namedType = named.type else { continue }
      if type == namedType, namedType != known.bytes { return nil }
      if namedType != known.bytes, refines(type, namedType) {
        name = max(name, named.strength - .wider)
      }
    }
    // Texts are written into others: a page of HTML may be what a template is made of.
    let isBesideText =
      finding.basis == .content && inquiry.content.passesForText
      && finding.type.map(isTextual) ?? false
      && inquiry.names.candidates.contains { $0.type.map(isTextual) ?? false }
    return Candidate(
      finding: finding, name: name,
      bytes: isBesideText ? min(finding.strength, .besideText) : finding.strength,
      contradictions: [], witness: finding)
  }

  /// How much a finding about bytes counts for a type: all for the type itself, and nearly all for what
  /// is a kind of the finding's type or that is a kind of; nil when it says nothing of it.
  ///
  /// What lies inside a container speaks for all that it cannot be told apart from, and then the
  /// signature of the container says little more of its kinds. An XML type that is recognised by its
  /// root element is not shown by a document with another one.
  private func word(
    of seen: Finding, for type: TypeIndex, _ content: ContentFindings, isOfWords: Bool
  ) -> Strength? {
    guard let seenType = seen.type else { return nil }
    if let container = content.container, container.type == seenType, seen.basis == .content {
      return refines(type, seenType) ? min(seen.strength, .shell) : nil
    }
    if seenType == type { return seen.strength }
    // A header is in the language that it asks for, as a source file is.
    if content.askedLanguage == seenType, languageTypes.areOfOneLanguage(type, seenType) {
      return seen.strength
    }
    if refines(type, seenType) {
      if isOtherDocument(type, content) { return nil }
      // The words of a language are those of its dialects.
      return isOfWords ? seen.strength : seen.strength.less(.wider)
    }
    if seen.basis == .container, let container = content.container, !container.clue.isForAnything,
      !container.clue.excludes(nearestMIMEName(of: type))
    {
      return seen.strength.less(.wider)
    }
    return refines(seenType, type) ? seen.strength.less(.wider) : nil
  }

  /// The MIME type of a type, or that of the nearest type above it that has one.
  func nearestMIMEName(of type: TypeIndex) -> String {
    image.nearestMIMEName(of: type, in: .merged) ?? Self.unknownMIMEType
  }

  /// Whether a finding rests on the words of a language.
  func isOfWords(_ seen: Finding, in inquiry: borrowing Inquiry) -> Bool {
    guard seen.basis == .text, case .language? = inquiry.ground(of: seen) else { return false }
    return true
  }

  /// Whether a finding says no more than that the bytes are text.
  func isMereText(_ seen: Finding) -> Bool {
    seen.type == known.plainText || seen.type == nil && seen.basis == .text
  }

  private func contradictions(
    to type: TypeIndex, isText: Bool, isConfirmed: Bool, _ inquiry: borrowing Inquiry
  ) -> Contradiction.Set {
    var found: Contradiction.Set = []
    if let container = inquiry.content.container,
      isRefuted(type, by: container, inquiry.content)
    {
      found.insert(.init(.otherInside))
    }
    guard !isConfirmed else { return found }
    switch (inquiry.content.material, isText) {
    case (.text, true):
      if isOtherDocument(type, inquiry.content) { found.insert(.init(.otherDocument)) }
    case (.text, false):
      found.insert(.init(.text))
      if hasSignature(type) { found.insert(.init(.missingSignature)) }
    case (.data(let hasZeroByte), true):
      found.insert(.init(hasZeroByte ? .zeroByte : .control))
    case (.data, false):
      if hasSignature(type), !isRelated(type, inquiry.content.best) {
        found.insert(.init(.missingSignature))
      }
    }
    return found
  }

  /// Whether the inside of a container is that of another type than one that is a kind of the container.
  private func isRefuted(
    _ type: TypeIndex, by container: Container, _ content: ContentFindings
  ) -> Bool {
    if container.refuted.contains(type) { return true }
    guard content.best.basis == .container, let inside = content.best.type,
      let shell = container.type, type != shell, refines(type, shell), !refines(inside, type),
      !refines(type, inside)
    else { return false }
    return container.clue.excludes(nearestMIMEName(of: type))
  }

  /// Whether a type is a kind of XML and the text is none, or one whose root element is another type's.
  private func isOtherDocument(_ type: TypeIndex, _ content: ContentFindings) -> Bool {
    guard let document = known.document, refines(type, document) else { return false }
    if content.hasRootElement { return image.hasRootElement(type) }
    if let name = content.unknownRootElement, image.hasRootElement(type) {
      // Other versions of a format have other namespaces, or none.
      return !image.hasRootElement(type, named: name)
    }
    return !content.mayBeDocument
  }

  /// Whether both types are built on one format, as AIFF and AIFF-C are on IFF: then the signature of
  /// one says little about the other.
  private func isRelated(_ type: TypeIndex, _ seen: Finding) -> Bool {
    guard let seenType = seen.type else { return false }
    let image = image
    let root = known.bytes
    let above = image.ancestors(of: type, in: .freedesktop)
    return image.ancestors(of: seenType, in: .freedesktop).contains {
      $0 != root && above.contains($0)
    }
  }
}
