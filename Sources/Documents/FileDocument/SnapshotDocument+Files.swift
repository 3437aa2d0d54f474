internal import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIFoundationBridge

extension SnapshotDocument {
  /// Returns the contents that the content is created from.
  nonisolated func configuration(
    _ contents: DocumentContents, ofType typeName: String?
  ) throws -> FileDocumentReadConfiguration {
    let type = type(named: typeName)
    switch contents {
    case .snapshot(let snapshot):
      return FileDocumentReadConfiguration(
        contentType: snapshot.type, file: try snapshot.copy())
    case .fileWrapper(let wrapper):
      return FileDocumentReadConfiguration(contentType: type, file: wrapper)
    case .data(let data):
      let wrapper = FileWrapper(regularFileWithContents: data)
      wrapper.filename = fileURL.itemName
      wrapper.preferredFilename = fileURL.itemName
      return FileDocumentReadConfiguration(contentType: type, file: wrapper)
    case .other(let contents):
      throw DocumentError(
        .wrongKind, .open, url: fileURL,
        message: "\(localizedName) cannot be made of contents of type \(Swift.type(of: contents))",
        remedy: "return Data or a FileWrapper")
    }
  }

  /// Writes the content, on the queue of file access.
  ///
  /// - Returns: contents that the default of `writeContents` writes.
  nonisolated func written(
    _ snapshot: SnapshotContents, to url: URL, original: URL?
  ) throws -> DocumentContents {
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    let existing = original.flatMap(existingFile)
    return try ProcessEnd.shared.running(codeOf: self, isTaking: true) {
      try snapshot.write(
        FileDocumentWriteConfiguration(
          contentType: snapshot.type, existingFile: existing,
          destinationURL: writing?.plan.url ?? url),
        afterPrevious: existing != nil && isSuccessor(ofItemAt: original))
    }
  }

  /// Returns true if the item to be replaced has the contents of the last save.
  ///
  /// This is true only for the document's own item, unless changes of another process are
  /// overwritten.
  nonisolated func isSuccessor(ofItemAt original: URL?) -> Bool {
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    return original != nil && writing?.plan.movesDocument == true && !overwritesChangesOnDisk
  }

  /// Returns the item to be replaced; nil if it cannot be read, and nothing is copied from it.
  private nonisolated func existingFile(_ url: URL) -> FileWrapper? {
    guard let path = FilePath(resolving: url) else { return nil }
    return try? FileWrapper(
      url: URL(of: path), options: .withoutMapping, limits: FileWrapper.Limits(),
      store: environment.store)
  }
}
