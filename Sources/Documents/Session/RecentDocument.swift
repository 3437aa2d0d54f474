public import Foundation
internal import FoundationAdditions

/// A document that was used before, as a start window shows it.
public struct RecentDocument: Identifiable, Hashable, Sendable {
  /// Where the document is.
  public let url: URL
  /// The name for people.
  public let name: String
  /// Where it is, for people: its directory, with `~` in the place of the user's own.
  public let place: String
  /// The identifier of its type; nil where it cannot be told.
  public let type: String?
  /// A picture of it as it is now, a PNG file that some program has made; nil where there is none.
  public let thumbnail: URL?

  /// What finds it again among others: its place.
  public var id: URL { url }
}

extension DocumentBrowser {
  /// The ``recentDocuments`` with what a window shows of them.
  ///
  /// Pictures are those of freedesktop.org's thumbnail managing standard, which file managers make.
  ///
  /// - Complexity: for each document one look at its item, and reading the beginning of its picture.
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
