internal import FoundationAdditions
internal import TypeDeclarations
internal import TypeGraph

/// The text of a list of bookmarks, and the positions of the bookmarks in it.
///
/// All programs of the user share the list. The text of other programs is kept, including white
/// space and unknown elements: a change replaces only bytes of the text.
struct BookmarkFile {
  static let bookmarkNamespace = "http://www.freedesktop.org/standards/desktop-bookmarks"
  static let mimeNamespace = "http://www.freedesktop.org/standards/shared-mime-info"
  static let metadataOwner = "http://freedesktop.org"

  /// A list without bookmarks, in the form of GLib.
  static let empty = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xbel version="1.0"
          xmlns:bookmark="\(bookmarkNamespace)"
          xmlns:mime="\(mimeNamespace)"
    >
    </xbel>

    """.utf8)

  private(set) var bytes: [UInt8]
  private(set) var bookmarks: [Bookmark]
  /// The root element.
  private(set) var root: ElementPlace
  private let path: String

  /// Reads a list.
  ///
  /// - Parameters:
  ///   - bytes: its text; white space alone is an empty list.
  ///   - path: the path for messages.
  /// - Throws: `DeclarationError` if the text is not a list of bookmarks.
  /// - Complexity: O(*n*) in the size of the text.
  init(_ bytes: [UInt8], path: String) throws(DeclarationError) {
    let isBlank = bytes.allSatisfy { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    self.bytes = isBlank ? Self.empty : bytes
    self.path = path
    (root, bookmarks) = try Self.parse(self.bytes, path: path)
  }

  private static func parse(
    _ bytes: [UInt8], path: String
  ) throws(DeclarationError) -> (ElementPlace, [Bookmark]) {
    var reader = BookmarkReader(bytes: bytes, path: path)
    _ = try XMLEventReader.read(
      bytes, file: path, limits: DeclarationLimits(), handler: &reader)
    guard let root = reader.root else {
      throw BookmarkReader.error(path, "the document has no element")
    }
    return (root, reader.bookmarks)
  }

  /// Replaces parts of the text, which must not overlap.
  mutating func replace(_ changes: [(place: Range<Int>, text: [UInt8])]) throws(DeclarationError) {
    guard !changes.isEmpty else { return }
    var changed = bytes
    // The last change is applied first, so that earlier positions remain valid. Two insertions at
    // one position keep their order.
    let sorted = changes.enumerated().sorted {
      ($0.element.place.lowerBound, $0.offset) > ($1.element.place.lowerBound, $1.offset)
    }
    for (_, change) in sorted { changed.replaceSubrange(change.place, with: change.text) }
    (root, bookmarks) = try Self.parse(changed, path: path)
    bytes = changed
  }

  /// Returns the bookmark of an address.
  func bookmark(of address: BookmarkAddress) -> Bookmark? {
    bookmarks.first { BookmarkAddress(href: $0.href) == address }
  }

  /// Returns the bookmarks that a program has registered, the latest first.
  func bookmarks(of application: String) -> [Bookmark] {
    bookmarks.compactMap { bookmark in
      bookmark.registration(of: application).map { (bookmark, $0.modified?.microseconds ?? 0) }
    }
    .enumerated().sorted { ($0.element.1, $0.offset) > ($1.element.1, $1.offset) }
    .map(\.element.0)
  }
}
