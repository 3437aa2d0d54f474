internal import TypeGraph

extension DetectionRegistry {
  /// Adds a finding for each signature in the bytes, the strongest first.
  ///
  /// In a tie, the signatures of the base come last, and otherwise the signatures of lower
  /// priority. The freedesktop view keeps the order of the specification, by priority alone.
  func readSignatures(
    of head: UnsafeRawBufferPointer, by magic: MagicProgram, view: GraphView,
    into state: inout DetectionState
  ) {
    var matches = magic.matches(in: head, limit: limits.signatureCount)
    if view != .freedesktop, state.content.material == .data(hasZeroByte: true) {
      // The words of a text at any place among data are no evidence for it.
      matches.removeAll { $0.offset > 0 && isTextual(image.magicRuleHead($0.rule).type) }
    }
    guard matches.count > 1, view != .freedesktop else {
      for match in matches { state.content.append(finding(match, of: head, in: &state)) }
      return
    }
    var found: [(finding: Finding, isBase: Bool)] = []
    for match in matches {
      let next = (
        finding(match, of: head, in: &state), image.layer(ofMagicRule: match.rule) == .base
      )
      var place = found.count
      while place > 0, Self.isBefore(next, found[place - 1]) { place -= 1 }
      found.insert(next, at: place)
    }
    for (finding, _) in found { state.content.append(finding) }
  }

  private static func isBefore(
    _ left: (finding: Finding, isBase: Bool), _ right: (finding: Finding, isBase: Bool)
  ) -> Bool {
    let strengths = (left.finding.strength, right.finding.strength)
    return strengths.0 == strengths.1 ? !left.isBase && right.isBase : strengths.0 > strengths.1
  }

  private func finding(
    _ match: MagicRuleMatch, of head: UnsafeRawBufferPointer, in state: inout DetectionState
  ) -> Finding {
    let end = min(match.offset + match.byteCount, head.count)
    let type = image.magicRuleHead(match.rule).type
    let isText = state.content.isText
    let strength = Strength(image.strength(of: match, in: head, isText: isText))
    return state.finding(
      type, .content, isText && !isTextual(type) ? strength - .dataInText : strength,
      on: .magic(
        rule: match.rule, offset: match.offset,
        EvidenceReference.Excerpt(
          UnsafeRawBufferPointer(rebasing: head[match.offset..<end]))))
  }
}
