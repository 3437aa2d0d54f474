internal import SystemPackage
internal import UTIPlatform
package import UTITypeGraph

extension TypeDetector {
  /// The types of a volume by its items, the best first; several may hold (section 7).
  ///
  /// A disc can be both a video and an audio disc. The rules and the limit of items bound the work.
  package func verdicts(forTree path: String) throws(DetectionError) -> [Verdict] {
    if try Self.kind(ofPath: path, followsLinks: true) != .directory {
      try ItemPath.with(path) { (item) throws(DetectionError) in
        throw DetectionError(item, errorNumber: ENOTDIR, operation: "read it as a tree")
      }
    }
    let tree = DirectoryTree(root: path, itemLimit: limits.treeItemCount)
    var verdicts: [Verdict] = []
    for index in 0..<image.treeMagicRuleCount {
      let (type, rule, origin) = image.treeMagicRule(index)
      let identifier = image.identifier(of: type)
      guard !verdicts.contains(where: { $0.type == identifier }),
        let item = rule.matches.lazy.compactMap({ self.item(of: $0, in: tree) }).first
      else { continue }
      let words =
        "tree magic, priority \(rule.priority), with the item \(item.dropFirst(path.count + 1))"
      var state = emptyState(.merged)
      let finding = state.finding(
        type, .content, .insideHint,
        on: .stated(Evidence(.content, .words(words), type: identifier, origin: origin)))
      verdicts.append(Verdict(Answer(finding, .likely), of: state))
    }
    return verdicts
  }

  private static func kind(
    ofPath path: String, followsLinks: Bool
  ) throws(DetectionError) -> FileKind {
    try ItemPath.with(path) { (item) throws(DetectionError) in
      try FileStatus(of: item, followsLinks: followsLinks).kind
    }
  }

  /// nil when the match does not hold.
  private func item(of match: TreeMagicMatch, in tree: DirectoryTree) -> String? {
    guard
      let item = tree.items(at: match.path, matchingCase: match.matchesCase)
        .first(where: { holds(match, for: $0, in: tree) })
    else { return nil }
    guard !match.children.isEmpty else { return item }
    return match.children.contains { self.item(of: $0, in: tree) != nil } ? item : nil
  }

  private func holds(_ match: TreeMagicMatch, for item: String, in tree: DirectoryTree) -> Bool {
    guard let kind = try? Self.kind(ofPath: item, followsLinks: match.kind != .link) else {
      return false
    }
    switch match.kind {
    case .file: guard kind == .regular else { return false }
    case .directory: guard kind == .directory else { return false }
    case .link: guard kind == .symbolicLink else { return false }
    case nil: break
    }
    if match.isExecutable, access(item, X_OK) != 0 { return false }
    if match.isNonEmpty, tree.names(in: item).isEmpty { return false }
    guard let mimeName = match.mimeType else { return true }
    guard let wanted = registry.type(mimeName: mimeName.spelling),
      let found = (try? verdict(forPath: item))?.type, let type = image.type(identifier: found)
    else { return false }
    return registry.refines(type, wanted)
  }
}

extension TypeDetector {
  /// The descriptor stays open, and the position of a regular file does not change.
  package func verdict(
    forDescriptor descriptor: Int32, name: String? = nil, view: GraphView = .merged
  ) throws(DetectionError) -> Verdict {
    let basis: DetectionInput = name == nil ? .content : .both
    let words = name ?? "file descriptor \(descriptor)"
    return try ItemPath.with(words) { (item) throws(DetectionError) in
      let status: FileStatus
      do throws(Errno) {
        status = try FileStatus(of: FileDescriptor(rawValue: descriptor))
      } catch {
        throw DetectionError(item, errorNumber: error.rawValue, operation: "read its status")
      }
      guard status.kind == .regular else {
        return verdict(ofKind: status, name: words, by: basis, view: view)
      }
      return try verdict(
        of: OpenFile(borrowing: descriptor), at: item, size: Int(status.size), name: words,
        by: basis, view: view)
    }
  }
}
