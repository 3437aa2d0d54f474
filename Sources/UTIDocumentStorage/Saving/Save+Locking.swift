internal import SystemPackage

extension Save {
  /// Waits until no other save holds the item, and locks out others until this save ends.
  ///
  /// The new item is locked too. Other saves can see it in place before this save ends, and must
  /// not build on an item that may still be undone.
  ///
  /// An exchange loses nothing without the lock, because the replaced item is compared and kept. A
  /// process that holds the lock forever, which any program can do, blocks only saves that would
  /// overwrite.
  func lockItems(_ item: FileLocation) throws(FileStoreError) {
    do throws(FileStoreError) {
      let lock = try store.lockItem(at: target.location, .exclusive, patience: options.patience)
      locks += [lock].compactMap(\.self)
      originalFile = lock?.file
    } catch  where error.errno == .wouldBlock {
      refusedLock = error
    }
    let lock = try store.lockItem(at: item, .exclusive, patience: .zero)
    locks += [lock].compactMap(\.self)
  }

  func releaseLocks() {
    if let openFile { try? store.close(openFile) }
    openFile = nil
    for lock in locks { store.release(lock) }
    locks = []
    originalFile = nil
  }

  /// Throws an error if another process holds the lock, because overwriting could destroy its save.
  func requireLock() throws(SafeWritingError) {
    guard let refusedLock else { return }
    throw SafeWritingError(.inUse, path: given, failure: refusedLock)
  }

  /// Recovers the contents that crashes left of the file to overwrite.
  ///
  /// The remains describe the earlier file, and a recovery after this save would restore them.
  func mendBeforeOverwriting() throws(FileStoreError) {
    let report = try Recovery.report(
      at: target, store: store, options: options, holding: original)
    conflict = report.kept.first
  }
}
