public import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

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
}

extension Document {
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
}
