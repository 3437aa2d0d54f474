internal import SystemPackage

extension Save {
  /// Waits until no other save has the item, and keeps others out until this one has ended.
  ///
  /// The new item is locked as well: others find it in the place before this save has come to its
  /// end, and must not build on what may still be taken back.
  ///
  /// Who changes places with an item needs no lock to lose nothing, as what comes out is compared and
  /// kept; somebody who holds the lock for ever, which any program may do, stops only those saves
  /// that would overwrite.
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

  /// Refuses what could destroy the save of somebody who holds the lock.
  func requireLock() throws(SafeWritingError) {
    guard let refusedLock else { return }
    throw SafeWritingError(.inUse, path: given, failure: refusedLock)
  }

  /// Mends what crashes have left of the file that is going to be overwritten.
  ///
  /// What is left says what the file was before, and would be taken for the truth after this save.
  func mendBeforeOverwriting() throws(FileStoreError) {
    let report = try Recovery.report(
      at: target, store: store, options: options, holding: original)
    conflict = report.kept.first
  }
}
