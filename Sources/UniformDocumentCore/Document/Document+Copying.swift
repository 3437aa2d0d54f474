public import Foundation
internal import UTIFoundationBridge

extension Document {
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
}
