internal import TypeGraph

extension TypeDetector {
  /// The answer to what has been found: the candidate that counts most, made as precise as the bytes
  /// allow.
  ///
  /// - Parameter inquiry: what the name and the bytes show; what they disagree in is noted there.
  func answer(in inquiry: inout Inquiry) -> Answer {
    let candidates = candidates(in: inquiry)
    var first: Candidate?
    for place in candidates.indices
    where candidates[place].total > first?.total ?? Strength(.min) {
      first = candidates[place]
    }
    let isData = !inquiry.content.passesForText
    guard let first, !isData || first.finding.basis != .name || first.total > .data else {
      noteConflict(nil, among: candidates, in: &inquiry)
      return Answer(
        inquiry.names.candidates.first(where: isAboutBytes) ?? inquiry.content.nothing, .guess)
    }
    if let shared = sharedType(of: first, among: candidates, in: inquiry) {
      return Answer(shared, .guess)
    }
    let margin = first.total - rival(of: first, among: candidates, in: inquiry)
    noteConflict(first, among: candidates, in: &inquiry)
    return Answer(
      precise(first, in: inquiry), .init(total: first.total, margin: margin))
  }

  /// What the claimants of the name of a text have in common, where the best of them does not lead the
  /// others by enough: source code, or text; nil where it does.
  private func sharedType(
    of best: Candidate, among candidates: ShortList<Candidate>, in inquiry: borrowing Inquiry
  ) -> Finding? {
    guard inquiry.content.passesForText, best.finding.basis == .name,
      best.witness.map({ isOfWords($0, in: inquiry) }) ?? true,
      inquiry.names.candidates.count > 1
    else { return nil }
    var grounds = best.finding.grounds
    var isShared = false
    var areSource = isSource(best.finding)
    for place in candidates.indices {
      let other = candidates[place]
      guard other.finding.basis == .name, other.finding.type.map(isTextual) ?? false,
        other.total + .lead > best.total, !areKin(best.finding, other.finding)
      else { continue }
      isShared = true
      areSource = areSource && isSource(other.finding)
      grounds = grounds.followed(by: other.finding.grounds)
    }
    guard isShared else { return nil }
    guard areSource, let sourceCode = known.sourceCode else { return inquiry.content.text }
    return Finding(
      sourceCode, .name, best.finding.strength, naming: 0, grounds: grounds)
  }

  private func isSource(_ finding: Finding) -> Bool { finding.type.map(isSource) ?? false }

  private func isSource(_ type: TypeIndex) -> Bool {
    known.sourceCode.map { isKind(type, of: $0) } ?? false
  }

  /// What the best of the candidates counts that are no kin of another.
  private func rival(
    of best: Candidate, among candidates: ShortList<Candidate>, in inquiry: borrowing Inquiry
  ) -> Strength {
    var rival = inquiry.content.passesForText ? Strength.none : .data
    for place in candidates.indices where candidates[place].total > rival {
      let other = candidates[place]
      if !areKin(best.finding, other.finding) { rival = other.total }
    }
    for place in inquiry.content.others.indices {
      let other = inquiry.content.others[place]
      if other.strength > rival, !areKin(best.finding, other) { rival = other.strength }
    }
    return rival
  }

  /// Whether one of two findings is about the type of the other, or a kind of it.
  func areKin(_ finding: Finding, _ other: Finding) -> Bool {
    guard let type = finding.type, let otherType = other.type else { return false }
    return refines(type, otherType) || refines(otherType, type)
  }

  /// The answer that a candidate stands for: what the bytes show in its place where that is a kind of it
  /// and says more, else itself.
  private func precise(_ best: Candidate, in inquiry: borrowing Inquiry) -> Finding {
    guard best.finding.basis == .name, let type = best.finding.type else {
      guard let name = inquiry.names.candidates.first(where: { areKin($0, best.finding) }),
        name.type != known.bytes
      else { return best.finding }
      return best.finding.supported(by: name)
    }
    let seen = inquiry.content.best
    if let seenType = seen.type, seenType != type, refines(seenType, type),
      isPrecise(seen, seenType, than: type, in: inquiry)
    {
      return seen.supported(by: best.finding)
    }
    return best.witness.map { best.finding.supported(by: $0) }
      ?? (isTextual(type) && inquiry.content.passesForText && seen.basis == .text
        ? best.finding.supported(by: seen) : best.finding)
  }

  /// Whether bytes say more than the name of a wider type.
  ///
  /// The root of a document always does, and what lies inside a container where it tells the two
  /// apart. A signature does where the name stands for its type too, and where its type is stored as the
  /// name's and is no kind of it, as a raw photo is stored as TIFF; names such as `.ogv` and `.txt`
  /// were chosen by someone and stay.
  private func isPrecise(
    _ seen: Finding, _ seenType: TypeIndex, than type: TypeIndex, in inquiry: borrowing Inquiry
  ) -> Bool {
    // A script is in the language that it asks for, whatever wider one its name says.
    if inquiry.content.askedLanguage == seenType, isSource(type) { return true }
    return switch seen.basis {
    case .container:
      type == inquiry.content.container?.type
        || inquiry.content.container?.clue.excludes(nearestMIMEName(of: type)) ?? true
    case .rootElement: true
    case .content:
      inquiry.names.candidates.contains { $0.type == seenType }
        || !isTextual(type) && !isKind(seenType, of: type)
    default: false
    }
  }

  /// Whether an answer follows a name: it does not where the bytes leave of the name's type no more than
  /// a wider one.
  private func follows(_ winner: Candidate, _ name: Finding) -> Bool {
    guard areKin(winner.finding, name) else { return false }
    guard winner.finding.basis != .name, let type = winner.finding.type, let nameType = name.type
    else { return true }
    return refines(type, nameType)
  }

  /// Notes what the name and the bytes do not agree in.
  private func noteConflict(
    _ winner: Candidate?, among candidates: ShortList<Candidate>, in inquiry: inout Inquiry
  ) {
    guard let name = inquiry.names.candidates.first(where: { $0.type != known.bytes }) else {
      return
    }
    let seen = inquiry.content.best
    let isByName = winner.map { follows($0, name) } ?? false
    if isByName, seen.basis == .none || areKin(name, seen) { return }
    var (named, other) = (Candidate?.none, Strength.none)
    for place in candidates.indices {
      let candidate = candidates[place]
      if candidate.finding.type == name.type { named = candidate }
      if candidate.finding.type == seen.type { other = max(other, candidate.total) }
    }
    guard let named else { return }
    // That bytes are text is nothing against a text, nor against what their signature bears out.
    let isBornOut = named.witness != nil || named.finding.type.map(isTextual) ?? false
    if isByName, isBornOut, isMereText(seen) { return }
    let total = winner?.total ?? .data
    inquiry.conflict = Inquiry.Conflict(
      name: name, content: isByName || winner == nil ? seen : winner?.finding ?? seen,
      winner: isByName ? .name : .content, contradiction: named.contradictions.all.first,
      margin: isByName ? named.total - other : total - named.total)
  }
}
