internal import UTIPortable
package import UTITypeGraph

extension TypeDetector {
  /// Returns the type that a name alone shows.
  ///
  /// - Parameters:
  ///   - name: a name or a path; only its last component counts. A name that ends in a slash is the
  ///     name of a directory.
  ///   - isDirectory: whether the item is known to be a directory.
  ///   - view: the view of the declarations.
  /// - Complexity: O(*n*) in the length of the name, plus the number of full patterns.
  package func verdict(
    forName name: String, isDirectory: Bool = false, view: GraphView = .merged
  ) -> Verdict {
    let isDirectory = isDirectory || name.utf8.last == ItemName.slash
    if isDirectory { return directoryVerdict(name: name, view: view) }
    var state = emptyState()
    registry.readName(name, .unknown, view: view, into: &state)
    guard let named = state.names.decisive else {
      let unknown = unknown(in: &state)
      return Verdict(Answer(unknown, .guess), of: state)
    }
    registry.addClaimants(.unknown, view: view, in: &state)
    let best = unread(named, in: &state)
    return Verdict(
      Answer(best, named.strength < .declaredExtension ? .guess : .likely), of: state)
  }

  /// A type without a MIME name is not printed as text before its bytes have shown that it is.
  private func unread(_ finding: Finding, in state: inout DetectionState) -> Finding {
    guard finding.basis == .name, let type = finding.type,
      !image.isMIMEName(state.mimeType(of: finding), knownWithoutContentsOf: type)
    else { return finding }
    return state.finding(finding, printedAs: DetectionRegistry.unknownMIMEType)
  }

  /// A directory: the package type that its name declares, or else a folder.
  func directoryVerdict(name: String, view: GraphView) -> Verdict {
    var state = emptyState()
    registry.readName(name, .directory, view: view, into: &state)
    let package = state.names.candidates.first
    let known = finding(.directory, in: &state) ?? unknown(in: &state)
    state.names.candidates = package == nil ? ShortList<Finding>() : ShortList<Finding>(known)
    return Verdict(Answer(package ?? known, package == nil ? .certain : .likely), of: state)
  }
}
