public import Foundation
internal import UTIFoundationBridge

/// A recent document, as a start window shows it.
public struct RecentDocument: Identifiable, Hashable, Sendable {
  /// The location of the document.
  public let url: URL
  /// The name to display.
  public let name: String
  /// The directory to display, with `~` for the home directory.
  public let place: String
  /// The identifier of its type; nil if it cannot be determined.
  public let type: String?
  /// A thumbnail of the current contents, a PNG file that another program has created; nil if there
  /// is none.
  public let thumbnail: URL?

  /// The identity of the entry: its location.
  public var id: URL { url }
}

extension DocumentBrowser {
  /// The ``recentDocuments`` with the properties that a window shows.
  ///
  /// The thumbnails follow freedesktop.org's thumbnail managing standard; file managers create
  /// them.
  ///
  /// - Complexity: for each document, the attributes of its item and the beginning of its thumbnail
  ///   are read.
  public var recents: [RecentDocument] {
    recentDocuments.map { url in
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      let modified = attributes?[.modificationDate] as? Date
      return RecentDocument(
        url: url, name: displayName(of: url), place: DocumentPresentation.place(of: url),
        type: try? controller.typeForContents(of: url),
        thumbnail: modified.flatMap {
          thumbnails.picture(of: url, modified: Int64($0.timeIntervalSince1970.rounded(.down)))
        })
    }
  }
}
