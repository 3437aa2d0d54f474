internal import TypeGraph

extension TypeDetector {
  /// Which type is answered when a name and bytes both speak.
  ///
  /// Of several types that a name shows, the first that is what the bytes show, or a kind of it, is
  /// taken; else the first (shared-mime-info rule 10.6). The bytes may then make it more precise.
  /// When the two cannot both be right, the name is kept, except for the reasons of
  /// ``Inquiry/Override``.
  ///
  /// - Parameter inquiry: what the name shows, of which there is something, and what the bytes show; a
  ///   conflict is noted there.
  func choice(in inquiry: inout Inquiry) -> Finding {
    let named = inquiry.names.candidates
    let seen = inquiry.content.best
    if seen.basis == .none || seen.basis == .text, named.allSatisfy({ isDoubtful($0, in: inquiry) })
    {
      return settled(named[0], .doubtfulName, in: &inquiry)
    }
    guard seen.basis != .none, let seenType = seen.type else { return named[0] }
    let refuted = inquiry.content.container?.refuted ?? []
    let names =
      refuted.isEmpty
      ? named : named.filter { name in !(name.type.map { refuted.contains($0) } ?? false) }
    guard !names.isEmpty else { return settled(named[0], .insideOfContainer, in: &inquiry) }
    // A name that says only that there are bytes is no second witness.
    guard names.contains(where: { $0.type != known.bytes }) else { return seen }
    if let text = textOfSameName(in: &inquiry) { return text.supported(by: seen) }
    let isSystemSignature = seen.basis == .content && inquiry.isFromSystem(seen)
    if let fitting = names.first(where: { fits($0, seenType, in: inquiry) }) {
      return fitting.supported(by: seen)
    }
    if let wider = names.first(where: { isWider($0, than: seen) }) {
      let takesSeen =
        isSystemSignature && inquiry.isFromBase(wider) || isPrecise(seen, than: wider, in: inquiry)
      return takesSeen ? seen.supported(by: wider) : wider.supported(by: seen)
    }
    if isSystemSignature, named.allSatisfy({ inquiry.isFromBase($0) }) {
      return settled(names[0], .baseName, in: &inquiry)
    }
    if isText(seen), let text = names.first(where: { isText($0) }) { return text }
    return decided(names, in: &inquiry)
  }

  /// What the base knows a text under such a name to be, when it is none of the formats by which the
  /// other sources know the name: those have a signature or a root element, and the text lacks them.
  private func textOfSameName(in inquiry: inout Inquiry) -> Finding? {
    guard inquiry.content.passesForText, isText(inquiry.content.best),
      !inquiry.names.candidates.contains(where: { mayBeText($0, in: inquiry) })
    else { return nil }
    return baseFindings(inquiry.names.name, in: &inquiry).first {
      isText($0) && mayBeText($0, in: inquiry) && !isLight($0, in: inquiry)
    }
  }

  /// Whether a text without a mark of its own, or with the one that it has, may be of a type.
  private func mayBeText(_ candidate: Finding, in inquiry: borrowing Inquiry) -> Bool {
    guard let type = candidate.type else { return true }
    if let seen = inquiry.content.best.type,
      refines(seen, type) || fits(candidate, seen, in: inquiry),
      inquiry.content.best.basis != .text
    {
      return true
    }
    // Plain text itself has signatures in some databases, which say nothing of the kinds of text.
    let hasSignature =
      isTextual(type)
      ? image.hasMagicRule(type) : hasSignature(type)
    return !hasSignature && !image.hasRootElement(type)
  }

  /// Whether the bytes are what a candidate is a kind of.
  ///
  /// An XML type that is recognised by its root element does not fit a document with another one.
  private func fits(
    _ candidate: Finding, _ seen: TypeIndex, in inquiry: borrowing Inquiry
  ) -> Bool {
    guard let type = candidate.type, refines(type, seen) else { return false }
    guard type != seen, inquiry.content.hasRootElement else { return true }
    return !image.hasRootElement(type)
  }

  private func isWider(_ candidate: Finding, than seen: Finding) -> Bool {
    guard let type = candidate.type, let seenType = seen.type else { return false }
    return refines(seenType, type)
  }

  /// Whether bytes say more than the name of a wider type.
  ///
  /// The root of a document always does, and what lies inside a container where it tells the two
  /// apart. A signature does where the name stands for a way of storing rather than for a format;
  /// names such as `.ogv` and `.txt` were chosen by someone and stay.
  private func isPrecise(
    _ seen: Finding, than name: Finding, in inquiry: borrowing Inquiry
  ) -> Bool {
    switch seen.basis {
    case .container:
      name.type == inquiry.content.container?.type
        || inquiry.content.container?.clue.excludes(inquiry.mimeType(of: name)) ?? true
    case .rootElement: true
    case .content: Self.storageTypes.contains(inquiry.mimeType(of: name))
    default: false
    }
  }

  private static let storageTypes: Set<String> = [
    "application/octet-stream", "application/zip", "application/x-ole-storage", "application/gzip",
    "application/xml", "application/x-riff", "application/x-executable", "image/tiff",
  ]

  private func decided(_ names: FindingList, in inquiry: inout Inquiry) -> Finding {
    let seen = inquiry.content.best
    let kin = names.count > 1 ? names.first { isKin($0, of: seen, in: inquiry) } : nil
    let best = kin ?? names[0]
    return settled(best, override(best, of: names, in: inquiry), in: &inquiry)
  }

  /// Takes the bytes' word for the reason given, else the name's, and notes that they disagree.
  private func settled(
    _ best: Finding, _ reason: Inquiry.Override?, in inquiry: inout Inquiry
  ) -> Finding {
    inquiry.conflict = Inquiry.Conflict(name: best, content: inquiry.content.best, override: reason)
    return reason == nil ? best : inquiry.content.best
  }

  /// Whether a name rests on a pattern of the base that its weight calls doubtful, and its type has
  /// a signature by which a file of it would be known.
  private func isDoubtful(_ candidate: Finding, in inquiry: borrowing Inquiry) -> Bool {
    guard isLight(candidate, in: inquiry), inquiry.isFromBase(candidate), let type = candidate.type
    else {
      return false
    }
    return hasSignature(type)
  }

  /// Whether a name rests on a pattern that is usual for other formats too.
  private func isLight(_ candidate: Finding, in inquiry: borrowing Inquiry) -> Bool {
    guard case .glob(let glob)? = inquiry.ground(of: candidate) else { return false }
    return image.weight(of: glob) < GlobDeclaration.defaultWeight
  }

  /// Whether two types are both images, sounds and so on: of several types that a name stands for,
  /// one of the kind that the bytes show is likelier than the others.
  private func isKin(
    _ candidate: Finding, of seen: Finding, in inquiry: borrowing Inquiry
  ) -> Bool {
    func media(of finding: Finding) -> Substring.UTF8View {
      inquiry.mimeType(of: finding).utf8.prefix { $0 != ItemName.slash }
    }
    let seenMedia = media(of: seen)
    return !seenMedia.elementsEqual("application".utf8)
      && seenMedia.elementsEqual(media(of: candidate))
  }

  /// Bytes that an accident can produce never count more than a name.
  private func override(
    _ best: Finding, of names: FindingList, in inquiry: borrowing Inquiry
  ) -> Inquiry.Override? {
    let seen = inquiry.content.best
    guard isStrong(seen, in: inquiry), let type = best.type else { return nil }
    if names.count > 1 { return isKin(best, of: seen, in: inquiry) ? nil : .ambiguousName }
    if inquiry.isFromBase(best), inquiry.isFromSystem(seen) { return .baseName }
    if seen.basis == .content, !inquiry.isFromBase(best), !inquiry.isFromSystem(seen),
      seen.confidence < .certain
    {
      return nil
    }
    if let container = inquiry.content.container, seen.basis == .container {
      guard container.clue.excludes(inquiry.mimeType(of: best)) else { return nil }
      if let shell = container.type, refines(type, shell) { return .insideOfContainer }
    }
    if isTextual(type) { return inquiry.content.passesForText ? nil : .notText }
    return hasSignature(type) && !isRelated(type, seen) ? .missingSignature : nil
  }

  /// Whether both types are built on one format, as AIFF and AIFF-C are on IFF: then the signature of
  /// one says little about the other.
  private func isRelated(_ type: TypeIndex, _ seen: Finding) -> Bool {
    guard let seenType = seen.type else { return false }
    let image = image
    let roots = [known.bytes]
    let above = image.ancestors(of: type, in: .freedesktop)
    return image.ancestors(of: seenType, in: .freedesktop).contains {
      !roots.contains($0) && above.contains($0)
    }
  }

  /// A look inside a container, or a signature of three bytes; that of a text must be one of those
  /// that do not err.
  private func isStrong(_ seen: Finding, in inquiry: borrowing Inquiry) -> Bool {
    if isText(seen), seen.confidence < .certain { return false }
    return seen.basis == .container
      || seen.basis == .content && inquiry.ground(of: seen)?.hasStrongBytes ?? false
  }
}
