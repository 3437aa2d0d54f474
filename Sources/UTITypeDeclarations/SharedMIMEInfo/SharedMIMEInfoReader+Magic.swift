internal import UTIDataFormats
internal import UTIPlatform
internal import UTITypeGraph
internal import UTIXMLFormats

/// Rules about the bytes of a file (rules 5.1 to 5.12).
extension SharedMIMEInfoReader {
  mutating func startMagic(_ element: XMLElement) throws(StatementError) -> Scope {
    magic = OpenMagicElement(priority: try priority(element), position: element.position)
    return .magic
  }

  mutating func child(ofMagic element: XMLElement, isOurs: Bool) throws(StatementError) -> Scope {
    guard isOurs, element.name == "match" else {
      magic?.isBroken = true
      throw stranger(element)
    }
    let match = usable(element, MagicMatch.init)
    magic?.begin(match)
    return .match
  }

  mutating func endMagic() {
    guard let rule = finished(magic, "magic") else { return }
    withType { $0.magic.append(rule) }
  }
}

/// Rules about the files in a volume (rules 7.1 and 7.2).
extension SharedMIMEInfoReader {
  mutating func startTreeMagic(_ element: XMLElement) throws(StatementError) -> Scope {
    treeMagic = OpenMagicElement(priority: try priority(element), position: element.position)
    return .treeMagic
  }

  mutating func child(
    ofTreeMagic element: XMLElement, isOurs: Bool
  ) throws(StatementError) -> Scope {
    guard isOurs, element.name == "treematch" else {
      treeMagic?.isBroken = true
      throw stranger(element)
    }
    let match = usable(element, TreeMagicMatch.init)
    treeMagic?.begin(match)
    return .treeMatch
  }

  mutating func endTreeMagic() {
    guard let rule = finished(treeMagic, "treemagic") else { return }
    withType { $0.treeMagic.append(rule) }
  }
}

extension SharedMIMEInfoReader {
  private func priority(_ element: XMLElement) throws(StatementError) -> Int {
    try element.integer("priority", in: MagicRule.priorityRange, default: MagicRule.defaultPriority)
  }

  /// The element may be an unknown condition (rule 5.3).
  private func stranger(_ element: XMLElement) -> StatementError {
    StatementError(
      "unexpected-element",
      "the element “\(element.name.string.prefix(100))” has no place in a rule; the rule is dropped",
      remedy: "move or remove it")
  }

  /// nil, with a finding, when it is invalid; its nested matches are still read, for their errors.
  private mutating func usable<Match>(
    _ element: XMLElement,
    _ read: (XMLElement, inout FindingList) throws(StatementError) -> Match
  ) -> Match? {
    do throws(StatementError) {
      return try read(element, &findings)
    } catch {
      report(error, at: element.position)
      return nil
    }
  }

  /// A rule must have a match (rule 5.1).
  private mutating func finished<Match>(
    _ rule: OpenMagicElement<Match>?, _ name: String
  ) -> MatchRule<Match>? {
    guard let rule else { return nil }
    if let result = rule.result { return result }
    findings.report(
      .error, "empty-rule", at: rule.position,
      "the \(name) element has no match that can be used and is dropped",
      remedy: "write a match into it, or correct those it has")
    return nil
  }
}
