internal import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIPlatform

extension Document {
  /// Copies the item out of a place that is read-only, and goes on with the copy, when the document is
  /// first edited (rule J17).
  ///
  /// A file alone that may not be overwritten stays where it is: the place is fine, and whoever has
  /// closed the file has meant it.
  func leaveReadOnlyPlace() {
    guard let directory = environment.writableCopiesDirectory, savesItselfInPlace,
      !record.state.contains(.closed), fileURL.isFileURL
    else { return }
    let isFirst = record.withValues { values in
      guard values.obstacle != nil else { return false }
      defer { values.hasLookedForWritablePlace = true }
      return !values.hasLookedForWritablePlace
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
    let (contents, item) = try ItemReader(document: self, url: fileURL).read()
    // What somebody has changed is in conflict, and a copy of it would hide that.
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

  /// Whether nothing can be made or replaced in a directory; one without any permission to write is
  /// meant so, even where the superuser could.
  private static func isReadOnly(_ directory: FilePath) -> Bool {
    let isClosed = directory.withPlatformString { access($0, W_OK) != 0 }
    if isClosed { return true }
    var status = stat()
    guard directory.withPlatformString({ stat($0, &status) }) == 0 else { return false }
    return status.st_mode & 0o222 == 0
  }

  /// Says that the document has moved, in both forms.
  private func postMove(from oldURL: URL) {
    NotificationCenter.default.post(
      name: Self.didMoveToWritableLocationNotification, object: self,
      userInfo: [Self.didMoveToWritableLocationOldURLKey: oldURL])
    postMessage { DidMoveToWritableLocationMessage(document: $0, oldURL: oldURL) }
  }
}
