internal import SystemPackage

extension FileStore {
  /// Waits until an item with everything in it is on the disk, the innermost first.
  func synchronizeTree(at location: FileLocation) throws(FileStoreError) {
    let kind = try status(of: location).kind
    guard kind == .regular || kind == .directory else { return }
    try withOpen(location, for: .reading) { item throws(FileStoreError) in
      if kind == .directory {
        for name in try names(in: item) {
          try synchronizeTree(at: FileLocation(name, in: item))
        }
      }
      try synchronize(item)
    }
  }
}
