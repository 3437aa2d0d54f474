internal import Foundation
internal import UniformTypes

extension SnapshotDocument {
  /// Returns the type of a name.
  nonisolated func type(named typeName: String?) -> UTType {
    typeName.flatMap { types.registry.type($0, allowUndeclared: true) } ?? .data
  }

  /// Returns true if the content can be written as a type, or as a supertype of it.
  ///
  /// The document decides for a dynamic type.
  nonisolated func isWritable(_ type: UTType) -> Bool {
    let writable = Self.writableContentTypes
    return type.isDynamic && !writable.isEmpty || writable.contains { type.conforms(to: $0) }
  }

  /// The type of the document's item if it is readable and not writable; nil otherwise.
  nonisolated var importedType: UTType? {
    let (isDraft, item) = record.withValues { ($0.isDraft, $0.item) }
    guard !isDraft, item.identity != nil else { return nil }
    let type = type(named: fileType)
    return isWritable(type) ? nil : type
  }

  nonisolated func unwritable(_ type: UTType) -> DocumentError {
    let writable = Self.writableContentTypes
    let names = writable.map(\.identifier).joined(separator: ", ")
    return DocumentError(
      .typeNotWritable, .save, url: fileURL,
      unsavedContents: hasUnsavedChanges ? .inMemory : .none,
      message: "\(localizedName): \(Self.clientType) does not write \(type)",
      remedy: writable.isEmpty
        ? "it is for viewing" : "save it elsewhere, as one of \(names)")
  }

  /// The error of saving a document without content.
  nonisolated var withoutContent: DocumentError {
    DocumentError(
      .notOpen, .save, url: fileURL, message: "\(localizedName) was never opened, and is not new",
      remedy: "open it first, or register \(Self.clientType) with what a new document has")
  }

  /// The location of the document's item; nil before there is one.
  var savedURL: URL? { isDraft || fileModificationDate == nil ? nil : fileURL }
}
