public import Foundation

/// A value document as editors see it: the counterpart of what SwiftUI gives to the editor of a
/// `DocumentGroup`.
@MainActor public struct FileDocumentConfiguration<Document: FileDocument> {
  private let host: ValueDocument<Document>

  init(_ host: ValueDocument<Document>) { self.host = host }

  /// The document; setting it is an edit that can be undone, and does nothing unless ``isEditable``.
  ///
  /// The binding of a toolkit gets and sets this property, or a part of it.
  public var document: Document {
    get { host.document }
    nonmutating set { host.document = newValue }
  }

  /// Where the document is; nil before it was saved for the first time.
  public var fileURL: URL? { host.savedURL }

  /// Whether the document may be edited now.
  public var isEditable: Bool { host.isEditable }
}
