internal import TypeGraph

/// Rules about the bytes of a file (rules 5.1 to 5.12).
extension SharedMIMEInfoReader {
  mutating func startMagic(_ element: XMLElement) throws(StatementError) -> Scope {
    magic = PendingRule(priority: try priority(element), position: element.position)
    return .magic
  }

  mutating func child(ofMagic element: XMLElement, isOurs: Bool) throws(StatementError) -> Scope {
    guard isOurs, element.name == "match" else {
      magic?.isBroken = true
      throw stranger(element)
    }
    do throws(StatementError) {
      let match = try MagicMatch(element) {
        findings.report(
          .warning, "short-mask", at: element.position,
          "the mask has fewer than two digits for each byte of the value; those that are missing"
            + " count as 0",
          remedy: "write two digits for each byte")
      }
      magic?.begin(match)
    } catch {
      // What is nested in the match is still read, so that it is reported too.
      report(error, at: element.position)
      magic?.begin(nil)
    }
    return .match
  }

  mutating func endMagic() {
    guard let rule = magic else { return }
    magic = nil
    guard let matches = rule.result else { return reportUnusable("magic", rule) }
    let result = MagicRule(priority: rule.priority, matches: matches, position: rule.position)
    withType { $0.magic.append(result) }
  }
}

/// Rules about the files in a volume (rules 7.1 and 7.2).
extension SharedMIMEInfoReader {
  mutating func startTreeMagic(_ element: XMLElement) throws(StatementError) -> Scope {
    treeMagic = PendingRule(priority: try priority(element), position: element.position)
    return .treeMagic
  }

  mutating func child(
    ofTreeMagic element: XMLElement, isOurs: Bool
  ) throws(StatementError) -> Scope {
    guard isOurs, element.name == "treematch" else {
      treeMagic?.isBroken = true
      throw stranger(element)
    }
    do throws(StatementError) {
      treeMagic?.begin(try TreeMagicMatch(element))
    } catch {
      report(error, at: element.position)
      treeMagic?.begin(nil)
    }
    return .treeMatch
  }

  mutating func endTreeMagic() {
    guard let rule = treeMagic else { return }
    treeMagic = nil
    guard let matches = rule.result else { return reportUnusable("treemagic", rule) }
    let result = TreeMagicRule(priority: rule.priority, matches: matches, position: rule.position)
    withType { $0.treeMagic.append(result) }
  }
}

extension SharedMIMEInfoReader {
  private func priority(_ element: XMLElement) throws(StatementError) -> Int {
    try element.integer(
      "priority", in: MagicRule.priorityRange, default: MagicRule.defaultPriority)
  }

  /// Rule 5.3: such an element may mean a condition that we do not know.
  private func stranger(_ element: XMLElement) -> StatementError {
    StatementError(
      "unexpected-element",
      "the element “\(element.name.string.prefix(100))” has no place in a rule; the rule is dropped",
      remedy: "move or remove it")
  }

  /// Rule 5.1: a block without matches is an error.
  private mutating func reportUnusable<Match>(_ name: String, _ rule: PendingRule<Match>) {
    findings.report(
      .error, "empty-rule", at: rule.position,
      "the \(name) element has no match that can be used and is dropped",
      remedy: "write a match into it, or correct those it has")
  }
}
