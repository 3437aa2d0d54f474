internal import SystemPackage

extension Save {
  /// Refuses special files, immutable items, and those that nobody may write.
  func refuseWhatMayNotBeWritten() throws {
    guard let status = target.status, operation != .create else { return }
    guard status.kind == .regular || status.kind == .directory else {
      throw SafeWritingError(.specialFile, path: given)
    }
    if status.isImmutable || status.isAppendOnly {
      throw SafeWritingError(.immutable, path: given)
    }
    // The superuser may write everything, yet a file without any permission to write says no.
    let anybody: FilePermissions = [.ownerWrite, .groupWrite, .otherWrite]
    guard !status.permissions.isDisjoint(with: anybody), store.isWritable(target.location) else {
      throw SafeWritingError(.notWritable, path: given)
    }
  }

  /// Looks at the item in the place and compares it with what the save expects.
  func lookAtOriginal() throws {
    do throws(FileStoreError) {
      original = try FileIdentity(of: target.location, in: store)
    } catch  where error.errno == .noSuchFileOrDirectory {
      original = nil
    }
    switch (operation, original) {
    case (.create, .some):
      throw SafeWritingError(.alreadyExists, path: given)
    case (.create, nil) where target.isLink:
      throw SafeWritingError(.alreadyExists, path: given)
    case (.overwrite, nil):
      throw SafeWritingError(.vanished, path: given)
    default: break
    }
    guard let expected, let original else { return }
    if expected.difference(to: original) == .contents {
      throw SafeWritingError(.changedOnDisk, path: given)
    }
  }
}
