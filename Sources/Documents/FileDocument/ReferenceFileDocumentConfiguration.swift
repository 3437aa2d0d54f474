public import Foundation

/// A shared document for its editor: the counterpart of the configuration that SwiftUI passes to
/// the editor of a `DocumentGroup`.
@MainActor public struct ReferenceFileDocumentConfiguration<Document: ReferenceFileDocument> {
  private let host: ObjectDocument<Document>

  init(_ host: ObjectDocument<Document>) { self.host = host }

  /// The document; a new object after the file was read again.
  public var document: Document { host.document }

  /// The location of the document; nil before its first save.
  public var fileURL: URL? { host.savedURL }

  /// A Boolean value that indicates whether the document may be edited now.
  public var isEditable: Bool { host.isEditable }
}
