public import Foundation

/// A shared document as editors see it: the counterpart of what SwiftUI gives to the editor of a
/// `DocumentGroup`.
@MainActor public struct ReferenceFileDocumentConfiguration<Document: ReferenceFileDocument> {
  private let host: ObjectDocument<Document>

  init(_ host: ObjectDocument<Document>) { self.host = host }

  /// The document; another object after the file was read again.
  public var document: Document { host.document }

  /// Where the document is; nil before it was saved for the first time.
  public var fileURL: URL? { host.savedURL }

  /// Whether the document may be edited now.
  public var isEditable: Bool { host.isEditable }
}
