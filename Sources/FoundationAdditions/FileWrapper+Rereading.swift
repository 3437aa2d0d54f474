internal import Foundation
internal import UTIDocumentStorage

extension FileWrapper {
  func reread(_ url: URL, _ options: ReadingOptions) throws {
    let limits = origins.first?.root.limits ?? Limits()
    let store = origins.first?.root.store ?? SystemFileStore()
    let fresh = try FileWrapper(tree: Self.tree(at: url, options, limits, store), options)
    try prepare(toBecome: fresh)
    become(fresh)
  }

  /// Reads all data for a merge with another wrapper, so that the merge cannot fail.
  private func prepare(toBecome fresh: FileWrapper) throws {
    guard case .directory(let children) = content, fresh.isDirectory else { return }
    let others = try fresh.children()
    for (key, child) in children {
      if let other = others[key] { try child.prepare(toBecome: other) }
    }
  }

  /// Takes the state of another wrapper; children with the same key stay the same objects.
  private func become(_ fresh: FileWrapper) {
    let old = content
    if case .directory(let children) = old {
      for child in children.values { child.parents.removeAll { $0.wrapper === self } }
    }
    let isSame = fresh.origins.first.map { new in
      origins.first?.hasContents(of: new.status) ?? false
    }
    filename = fresh.filename
    preferredName = fresh.preferredName
    nameOnDisk = fresh.nameOnDisk
    origins = fresh.origins
    givenAttributes = nil
    keptAttributes = FileAttributes()
    switch (old, fresh.content) {
    case (.directory(let children), .directory(let others)):
      var merged = others
      for (key, child) in children {
        guard let other = others[key] else { continue }
        child.become(other)
        merged[key] = child
      }
      content = .directory(merged)
      joinChildren()
    case (.regularFile(let bytes?), .regularFile(nil)) where isSame == true:
      // Contents that were read and have not changed are kept.
      content = .regularFile(bytes)
    default:
      content = fresh.content
      joinChildren()
    }
  }
}
