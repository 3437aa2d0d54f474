public import Foundation

/// The location of a document, for its editor: the counterpart of SwiftUI's newer class of the same
/// name.
@MainActor public final class URLDocumentConfiguration: Observable {
  private let host: SnapshotDocument

  init(_ host: SnapshotDocument) { self.host = host }

  /// The location of the document; nil before its first save.
  public var fileURL: URL? { host.savedURL }

  /// The modification date of the contents when the document last read or wrote them.
  public var lastContentModificationDate: Date? { host.fileModificationDate }

  /// Creates a file coordinator of the document, which is not notified of its accesses.
  public func makeFileCoordinator() -> NSFileCoordinator {
    NSFileCoordinator(filePresenter: host)
  }
}
