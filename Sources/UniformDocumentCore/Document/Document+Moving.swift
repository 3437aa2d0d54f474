public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

extension Document {
  /// Renames the item in its directory.
  ///
  /// The extension is kept unless the new name has one. In that case the document has the type of
  /// the new name, as after a move by another process. Nothing is saved, and undo steps are kept. A
  /// name that is taken gets a number.
  ///
  /// - Parameters:
  ///   - newName: the name, with or without an extension.
  ///   - allowsHidden: whether it may begin with a period.
  /// - Returns: the new location of the document.
  /// - Throws: ``DocumentError`` with the code `invalid-name` for an invalid name, or the error of
  ///   the file system; the document then keeps its location.
  @discardableResult
  public nonisolated(nonsending) func rename(
    to newName: String, allowsHidden: Bool = false
  ) async throws -> URL {
    try await completing(.rename) {
      startRenaming(to: newName, allowsHidden: allowsHidden, $0)
    }
    return fileURL
  }

  private func startRenaming(
    to newName: String, allowsHidden: Bool,
    _ completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      do {
        let name = try validName(newName, allowsHidden: allowsHidden)
        startMoving(as: operation, completionHandler) { [self] in
          try move(to: name, as: operation)
        }
      } catch {
        fail(operation, .rename, error, completionHandler)
      }
    }
  }

  /// Moves the item on the queue of file access, and ends the operation.
  package func startMoving(
    as operation: DocumentOperation, _ completionHandler: @escaping @Sendable (Bool) -> Void,
    _ move: @escaping () throws -> Void
  ) {
    accessFiles(as: operation, move) { [self] result in
      switch result {
      case .success: finish(operation, completionHandler)
      case .failure(let error): fail(operation, .rename, error, completionHandler)
      }
    }
  }

  private func validName(_ newName: String, allowsHidden: Bool) throws -> String {
    guard fileURL.isFileURL else { throw unsupportedScheme(of: fileURL, .rename) }
    let naming = SavingName(
      filenameExtension: types.filenameExtension(of: fileURL, ofType: fileType),
      savingType: fileType, oldType: fileType, types: types)
    let problem: String? =
      if newName.isEmpty || newName == "." || newName == ".." {
        "it names no item"
      } else if newName.contains("/") || newName.contains("\0") {
        "it has a slash or a null character"
      } else if newName.hasPrefix("."), !allowsHidden {
        "it begins with a period, which hides the item"
      } else if newName.utf8.count > SavingName.mostBytes {
        "it is longer than \(SavingName.mostBytes) bytes"
      } else {
        nil
      }
    guard let problem else { return naming.name(for: newName) }
    throw DocumentError(
      .invalidName, .rename, url: fileURL,
      message: "\(localizedName) cannot be renamed \"\(newName)\": \(problem)",
      remedy: "choose another name")
  }

  /// Replaces no item, and other presenters follow; runs on the queue of file access.
  private func move(to name: String, number: Int = 1, as operation: DocumentOperation) throws {
    let source = fileURL
    let filenameExtension = types.filenameExtension(of: source, ofType: fileType)
    let target = source.replacingName { _ in
      number == 1 ? name : SavingName.numbered(name, number, filenameExtension: filenameExtension)
    }
    guard target != source else { return }
    guard !isDraft else {
      // No item has the name yet.
      guard !environment.store.exists(target) || number >= 1000 else {
        return try move(to: name, number: number + 1, as: operation)
      }
      follow(to: target)
      return
    }
    do {
      try move(to: target, as: operation)
    } catch let error as SafeWritingError where error.code == .alreadyExists && number < 1000 {
      return try move(to: name, number: number + 1, as: operation)
    }
  }

  /// The location must be free; runs on the queue of file access.
  package func move(to target: URL, as operation: DocumentOperation) throws {
    try coordinate([.writing(fileURL, .forMoving), .writing(target)], as: operation) {
      coordinator, urls in
      coordinator.item(at: urls[0], willMoveTo: target)
      _ = try SafeWriter(store: environment.store, options: environment.writingOptions).move(
        FilePath(of: urls[0]), to: FilePath(of: target))
      coordinator.item(at: urls[0], didMoveTo: target)
    }
    follow(to: target)
  }

  /// Renaming changes a time of the item that does not matter to the document.
  func renewIdentity(at url: URL) {
    guard let path = try? FilePath(of: url),
      var identity = try? FileIdentity(of: FileLocation(path), in: environment.store)
    else { return }
    record.withValues { values in
      guard let known = values.item.identity, known.difference(to: identity) != .contents else {
        return
      }
      identity.contentDigest = known.contentDigest
      values.item.identity = identity
    }
  }

  /// Moves the item to another directory, under its name.
  ///
  /// Nothing is saved, and undo steps are kept. A name that is taken gets a number.
  ///
  /// - Parameter directory: the directory.
  /// - Returns: the new location of the document.
  /// - Throws: ``DocumentError`` with the error of the file system; the document then keeps its
  ///   location.
  @discardableResult
  public nonisolated(nonsending) func move(toDirectory directory: URL) async throws -> URL {
    try await completing(.rename) { startMoving(toDirectory: directory, $0) }
    return fileURL
  }

  private func startMoving(
    toDirectory directory: URL, _ completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    let operation = makeOperation()
    operations.begin(operation) { [self] in
      startMoving(as: operation, completionHandler) { [self] in
        try move(toDirectory: directory, as: operation)
      }
    }
  }

  /// Runs on the queue of file access.
  private func move(toDirectory directory: URL, as operation: DocumentOperation) throws {
    let source = fileURL
    guard source.isFileURL else { throw unsupportedScheme(of: source, .rename) }
    let filenameExtension = types.filenameExtension(of: source, ofType: fileType)
    let here = directory.appending(component: source.itemName, directoryHint: .notDirectory)
    guard !here.leadsToSameItem(as: source, in: environment.store) else { return }
    var number = 1
    while true {
      let target = here.replacingName { name in
        number == 1 ? name : SavingName.numbered(name, number, filenameExtension: filenameExtension)
      }
      do {
        guard isDraft else { return try move(to: target, as: operation) }
        // No item has the name yet.
        guard environment.store.exists(target), number < 1000 else { return follow(to: target) }
      } catch let error as SafeWritingError where error.code == .alreadyExists && number < 1000 {
        // The next name may be free.
      }
      number += 1
    }
  }

  /// Writes a copy of the document; the document keeps its location, changes, type and undo steps.
  ///
  /// - Parameters:
  ///   - url: the location of the copy, which must be free; an extension that suits the type is
  ///     appended.
  ///   - type: the identifier of the type to write; nil for the type of saving.
  /// - Throws: ``DocumentError`` or `CancellationError`; nothing is written then.
  public nonisolated(nonsending) func export(to url: URL, ofType type: String? = nil) async throws {
    try await completing(.export) { startExporting(to: url, ofType: type, $0) }
  }

  /// The location must be free if `saveOperation` creates an item.
  package func startExporting(
    to url: URL, ofType type: String?, for saveOperation: SaveOperation = .forCreating,
    _ completionHandler: @escaping @Sendable (Bool) -> Void
  ) {
    let operation = makeReportingOperation()
    operations.begin(operation) { [self] in
      do {
        let snapshot = try takeSnapshot(
          to: url, for: saveOperation, type: type, movesDocument: false)
        accessFiles(as: operation) { [self] in
          try write(snapshot, as: operation)
        } then: { [self] result in
          switch result {
          case .success: finish(operation, completionHandler)
          case .failure(let error):
            fail(operation, .export, error, completionHandler, at: snapshot.plan.url)
          }
        }
      } catch {
        fail(operation, .export, error, completionHandler)
      }
    }
  }

  /// Creates a second document with the same contents, without a file.
  ///
  /// Its URL is free at the time of the call; saving it with `.forCreating` creates the item. It
  /// has unsaved changes and no undo steps.
  ///
  /// - Returns: the document, of the same class.
  /// - Throws: ``DocumentError`` with the underlying error of the document class.
  public func duplicate() throws -> Self {
    do {
      let typeName = savingFileType
      var contents = DocumentContents(try contents(forType: typeName ?? "public.data"))
      if case .fileWrapper(let wrapper) = contents {
        contents = .fileWrapper(try PackageSnapshot(wrapper).copy)
      }
      guard let copy = Self.makeDocument(at: freeURLForCopy()) as? Self else {
        throw DocumentError(
          .notOverridden, .duplicate, url: fileURL,
          message: "makeDocument(at:) of \(type(of: self)) makes documents of another class",
          remedy: "override it to make one of this class")
      }
      copy.environment = environment
      try copy.load(fromContents: contents.value, ofType: typeName)
      copy.record.withValues { $0.item.type = typeName }
      copy.becomeClean()
      copy.recordOtherContents()
      return copy
    } catch {
      throw DocumentError.wrapping(error, .duplicate, self)
    }
  }

  private func freeURLForCopy() -> URL {
    let filenameExtension = types.filenameExtension(of: fileURL, ofType: fileType)
    let ending = filenameExtension.isEmpty ? 0 : filenameExtension.count + 1
    let base = String(fileURL.itemName.dropLast(ending))
    let name = SavingName.append(filenameExtension, to: base, suffix: " copy")
    let names =
      [name]
      + (2...1000).lazy.map {
        SavingName.numbered(name, $0, filenameExtension: filenameExtension)
      }
    let urls = names.lazy.map { name in self.fileURL.replacingName { _ in name } }
    return urls.first { !self.environment.store.exists($0) } ?? fileURL
  }

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
