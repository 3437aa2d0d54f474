public import Foundation

/// The location of a document, for its editor and its content: the counterpart of SwiftUI's newer
/// class of the same name.
///
/// A document may keep it; it holds the document weakly.
@MainActor public final class URLDocumentConfiguration: Observable {
  private weak var host: SnapshotDocument?

  init(_ host: SnapshotDocument) { self.host = host }

  /// The location of the document; nil before its first save.
  ///
  /// If a program has moved the item itself, it sets the new location. Setting nil has no effect, because a
  /// saved document keeps its location.
  public var fileURL: URL? {
    get { host?.savedURL }
    set { if let newValue { host?.presentedItemDidMove(to: newValue) } }
  }

  /// The modification date of the contents when the document last read or wrote them.
  public var lastContentModificationDate: Date? {
    get { host?.fileModificationDate }
    set { host?.fileModificationDate = newValue }
  }

  /// The way in which the document was created; nil for one that was opened.
  public var creationSource: DocumentCreationSource? { host?.creationSource }

  /// Creates a file coordinator of the document, which is not notified of its accesses.
  public func makeFileCoordinator() -> sending NSFileCoordinator {
    // The coordinator only has the identity of the document.
    nonisolated(unsafe) let coordinator = NSFileCoordinator(filePresenter: host)
    return coordinator
  }
}

extension URLDocumentConfiguration: Hashable, CustomStringConvertible {
  /// Returns a Boolean value that indicates whether both are the same object.
  public nonisolated static func == (
    first: URLDocumentConfiguration, second: URLDocumentConfiguration
  ) -> Bool {
    first === second
  }

  /// Hashes the identity of the object.
  public nonisolated func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }

  /// The name of the class.
  public nonisolated var description: String { "URLDocumentConfiguration" }
}
