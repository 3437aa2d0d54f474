public import Foundation

/// Where a document is, for its editor: the counterpart of the class of this name in SwiftUI's later
/// generation.
@MainActor public final class URLDocumentConfiguration: Observable {
  private let host: SnapshotDocument

  init(_ host: SnapshotDocument) { self.host = host }

  /// Where the document is; nil before it was saved for the first time.
  public var fileURL: URL? { host.savedURL }

  /// When the contents of the item were last modified, as far as the document knows.
  public var lastContentModificationDate: Date? { host.fileModificationDate }

  /// Makes a coordinator whose accesses the document is not told of, because they are its own.
  public func makeFileCoordinator() -> NSFileCoordinator {
    NSFileCoordinator(filePresenter: host)
  }
}
