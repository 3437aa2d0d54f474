internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension SnapshotDocument {
  /// What the content is made of.
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

  /// Has the content written, on the queue of file access.
  ///
  /// - Returns: contents that the default of `writeContents` writes.
  nonisolated func written(
    _ snapshot: SnapshotContents, to url: URL, original: URL?
  ) throws -> DocumentContents {
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    let existing = original.flatMap(existingFile)
    return try snapshot.write(
      FileDocumentWriteConfiguration(
        contentType: snapshot.type, existingFile: existing,
        destinationURL: writing?.plan.url ?? url),
      afterPrevious: existing != nil && isSuccessor(ofItemAt: original))
  }

  /// Whether an item that is going to be replaced holds what was saved last.
  ///
  /// Only where the document itself lies, and nobody else's changes are about to be overwritten.
  nonisolated func isSuccessor(ofItemAt original: URL?) -> Bool {
    let writing = Writing.current.flatMap { $0.belongs(to: self) ? $0 : nil }
    return original != nil && writing?.plan.movesDocument == true && !overwritesChangesOnDisk
  }

  /// An item that is going to be replaced; nil where it cannot be read, and nothing is taken over.
  private nonisolated func existingFile(_ url: URL) -> FileWrapper? {
    guard let path = FilePath(resolving: url) else { return nil }
    return try? FileWrapper(
      url: URL(of: path), options: .withoutMapping, limits: FileWrapper.Limits(),
      store: environment.store)
  }
}
