internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document {
  /// Copies the item at the first edit in a read-only directory (rule J17); a read-only file in a
  /// writable directory is not copied: its permissions are intended.
  func leaveReadOnlyPlace() {
    guard let directory = environment.writableCopiesDirectory, savesItselfInPlace,
      !record.state.contains(.closed), fileURL.isFileURL
    else { return }
    let isFirst = record.withValues { values in
      guard values.obstacle != nil else { return false }
      defer { values.machine.hasLookedForWritablePlace = true }
      return !values.machine.hasLookedForWritablePlace
    }
    guard isFirst else { return }
    let operation = makeOperationOfOwner()
    let weakDocument = WeakDocument(self)
    operation.resume {
      weakDocument.document?.startLeavingReadOnlyPlace(to: directory, as: operation)
    }
  }

  private func startLeavingReadOnlyPlace(to directory: FilePath, as operation: DocumentOperation) {
    operations.begin(operation) { [self] in
      let oldURL = fileURL
      accessFiles(as: operation) { [self] in
        try copyItem(to: directory, as: operation)
      } then: { [self] result in
        switch result {
        case .success: if fileURL != oldURL { postMove(from: oldURL) }
        case .failure(let error):
          if let error = DocumentError.wrapping(error, .duplicate, self) as? DocumentError {
            environment.report(error)
          }
        }
        finish(operation, nil)
      }
    }
  }

  /// Runs on the queue of file access.
  private func copyItem(to directory: FilePath, as operation: DocumentOperation) throws {
    let path = try FilePath(of: fileURL)
    guard Self.isReadOnly(path.removingLastComponent()), let known = record.item.identity else {
      return
    }
    let (contents, item) = try itemReader(at: fileURL).read()
    // An item that another process has changed is in conflict, and a copy would hide that.
    guard let identity = item.identity, known.difference(to: identity) != .contents else { return }
    var number = 1
    while true {
      do {
        return try copy(contents, item, to: directory, number: number, as: operation)
      } catch let error as SafeWritingError where error.code == .alreadyExists && number < 1000 {
        number += 1
      }
    }
  }

  private func copy(
    _ contents: DocumentContents, _ item: DocumentRecord.Item, to directory: FilePath,
    number: Int, as operation: DocumentOperation
  ) throws {
    let name =
      number == 1
      ? fileURL.itemName
      : SavingName.numbered(
        fileURL.itemName, number,
        filenameExtension: types.filenameExtension(of: fileURL, ofType: item.type))
    let target = URL(of: directory.appending(name))
    var options = environment.writingOptions
    options.createsDirectories = true
    let writer = SafeWriter(store: environment.store, options: options)
    try coordinate([.writing(target)], as: operation) { _, urls in
      var outcome = try writer.write(to: FilePath(of: urls[0]), .create) { temporaryPath in
        try writeItem(contents, to: URL(of: temporaryPath), originalContentsURL: nil)
      }
      outcome.identity.contentDigest = item.identity?.contentDigest
      record.withValues { values in
        values.fileURL = urls[0]
        values.item.identity = outcome.identity
        values.item.modificationDate = outcome.identity.modified.date
        values.obstacle = nil
      }
    }
  }

  /// A directory without any write permission is read-only by intent, even for the superuser.
  private static func isReadOnly(_ directory: FilePath) -> Bool {
    let isClosed = directory.withPlatformString { access($0, W_OK) != 0 }
    if isClosed { return true }
    guard let status = FileStatus.present(at: directory) else { return false }
    return status.permissions.isDisjoint(with: [.ownerWrite, .groupWrite, .otherWrite])
  }

  private func postMove(from oldURL: URL) {
    post(
      Self.didMoveToWritableLocationNotification,
      [Self.didMoveToWritableLocationOldURLKey: oldURL])
    postMessage { DidMoveToWritableLocationMessage(document: $0, oldURL: oldURL) }
  }
}
