public import Foundation

/// A value document for its editor: the counterpart of the configuration that SwiftUI passes to the
/// editor of a `DocumentGroup`.
@MainActor public struct FileDocumentConfiguration<Document: FileDocument> {
  private let host: ValueDocument<Document>

  init(_ host: ValueDocument<Document>) { self.host = host }

  /// The document; setting it is an undoable edit, and does nothing unless ``isEditable``.
  ///
  /// The binding of a toolkit reads and sets this property, or a part of it.
  public var document: Document {
    get { host.document }
    nonmutating set { host.document = newValue }
  }

  /// The location of the document; nil before its first save.
  public var fileURL: URL? { host.savedURL }

  /// A Boolean value that indicates whether the document may be edited now.
  public var isEditable: Bool { host.isEditable }
}
