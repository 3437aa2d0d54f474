internal import DocumentStorage
internal import Foundation

extension FileWrapper {
  func reread(_ url: URL, _ options: ReadingOptions) throws {
    let limits = origins.first?.root.limits ?? Limits()
    let store = origins.first?.root.store ?? SystemFileStore()
    let fresh = try FileWrapper(tree: Self.tree(at: url, options, limits, store), options)
    try prepare(toBecome: fresh)
    become(fresh)
  }

  /// Reads what becoming another wrapper takes, so that nothing can fail half way.
  private func prepare(toBecome fresh: FileWrapper) throws {
    guard case .directory(let children) = content, fresh.isDirectory else { return }
    let others = try fresh.children()
    for (key, child) in children {
      if let other = others[key] { try child.prepare(toBecome: other) }
    }
  }

  /// Takes over what another wrapper is; children under the same key stay the same objects.
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
      // Contents that have been read and are still right need not be read again.
      content = .regularFile(bytes)
    default:
      content = fresh.content
      joinChildren()
    }
  }
}
