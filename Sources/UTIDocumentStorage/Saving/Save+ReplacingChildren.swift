internal import SystemPackage

extension Save {
  /// Replaces the children of the old package one by one if the package itself cannot be moved.
  ///
  /// The package is a mount, comes from a lower layer of an overlay, or lies in a directory that
  /// cannot be written. The names of the new package are flushed to disk before the first child
  /// moves. After a crash, recovery moves the remaining children.
  func replaceChildren(_ item: FileLocation, in directory: SavingDirectory) throws -> Commit {
    let names = try PackageNames(of: item, in: store)
    let partial = directory.location(of: .partial, beside: target.name)
    let manifest = directory.location(of: .manifest, beside: target.name)
    try store.writeFile(names.encoded, to: partial, synchronizes: options.synchronizes)
    try store.rename(partial, to: manifest, .replacing)
    try makeRecoverable(directory)
    let replacement = ChildReplacement(
      package: target.location, newPackage: item,
      oldChildren: directory.location(of: .backup, beside: target.name), store: store,
      synchronizes: options.synchronizes)
    takeBack = { [self] in
      do {
        try replacement.takeBack()
        try? store.removeFile(at: manifest)
      } catch {
        recoveryPath = directory.path
        throw error
      }
    }
    try replacement.run(names)
    try store.withOpen(target.location, for: .reading) { package throws(FileStoreError) in
      try giveExplicitAttributes(to: package)
    }
    try store.removeFile(at: manifest)
    return Commit(.replaceChildren)
  }
}
