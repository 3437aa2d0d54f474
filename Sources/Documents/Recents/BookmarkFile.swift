internal import UTIDataFormats
internal import UTIPlatform
internal import UTIXMLFormats

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

  /// Reads a list.
  ///
  /// - Parameter bytes: the text of the list; blank for a list that has not begun.
  /// - Throws: `FormatError` if the text is not a list of bookmarks.
  /// - Complexity: O(*n*) in the size of the text.
  init(_ bytes: [UInt8]) throws(FormatError) {
    self.bytes = bytes.allSatisfy(\.isBlank) ? Self.empty : bytes
    (root, bookmarks) = try Self.parse(self.bytes)
  }

  private static func parse(
    _ bytes: [UInt8]
  ) throws(FormatError) -> (ElementPlace, [Bookmark]) {
    var reader = BookmarkReader(bytes: bytes)
    _ = try XMLEventReader.read(bytes, limits: ReadingLimits(), handler: &reader)
    guard let root = reader.root else {
      throw BookmarkReader.error("the document has no element")
    }
    return (root, reader.bookmarks)
  }

  /// Replaces parts of the text, which must not overlap.
  mutating func replace(_ changes: [(place: Range<Int>, text: [UInt8])]) throws(FormatError) {
    guard !changes.isEmpty else { return }
    var changed = bytes
    // The last change is applied first, so that earlier positions remain valid. Two insertions at
    // one position keep their order.
    let sorted = changes.enumerated().sorted {
      ($0.element.place.lowerBound, $0.offset) > ($1.element.place.lowerBound, $1.offset)
    }
    for (_, change) in sorted { changed.replaceSubrange(change.place, with: change.text) }
    (root, bookmarks) = try Self.parse(changed)
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
