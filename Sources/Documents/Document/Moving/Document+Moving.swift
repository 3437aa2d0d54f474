public import Foundation
internal import FoundationAdditions
internal import UTIFoundationBridge

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
        number == 1
          ? name : SavingName.numbered(name, number, filenameExtension: filenameExtension)
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
