internal import UTIDataFormats
internal import UTIXMLFormats

/// The text of the list that all programs of the user share, and the positions of its bookmarks.
///
/// Other programs' text, white space and unknown elements stay: a change replaces bytes only.
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
  private(set) var root: ElementPlace

  /// Blank for a list that has not begun; `FormatError` if the text is not a list of bookmarks.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  init(_ bytes: [UInt8]) throws(FormatError) {
    self.bytes = bytes.allSatisfy(\.isBlank) ? Self.empty : bytes
    (root, bookmarks) = try Self.parse(self.bytes)
  }

  private static func parse(_ bytes: [UInt8]) throws(FormatError) -> (ElementPlace, [Bookmark]) {
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

extension BookmarkFile {
  /// The properties of one use of an item by a program.
  struct Use {
    let application: RecentDocumentList.Application
    let mimeType: String
    let groups: [String]
    let isPrivate: Bool
    let time: BookmarkTime
  }

  mutating func note(_ use: Use, of address: BookmarkAddress) throws(FormatError) {
    guard let bookmark = bookmark(of: address) else {
      return try replace([insertion(of: newBookmark(use, address), into: root)])
    }
    let tag = XMLTagText(bookmark.element.tag, in: bytes)
    var changes = [
      tag.setting("modified", to: use.time.text), tag.setting("visited", to: use.time.text),
    ]
    let registration = bookmark.registration(of: use.application.name)
    let missing = use.groups.filter { !bookmark.groupNames.contains($0) }
    if let groups = bookmark.groups, !missing.isEmpty {
      changes.append(
        insertion(of: missing.flatMap { group($0, prefix: groups.prefix) }, into: groups))
    }
    if let registration {
      let text = application(
        use, count: registration.count + 1, prefix: registration.element.prefix)
      changes.append((registration.element.range, text))
    } else if let applications = bookmark.applications {
      let text = application(use, count: 1, prefix: applications.prefix)
      changes.append(insertion(of: Self.line(10, text), into: applications))
    }
    let additions = additions(
      use, hasMIMEType: bookmark.mimeType != nil, groups: bookmark.groups == nil ? missing : [],
      isRegistered: bookmark.applications != nil,
      declaring: bookmark.metadata == nil ? [] : declarations)
    if !additions.isEmpty { changes.append(addition(additions, to: bookmark)) }
    try replace(changes)
  }

  /// Removes a program's use of items, and bookmarks that no other program uses.
  mutating func forget(
    _ application: String, in bookmarks: some Collection<Bookmark>
  ) throws(FormatError) {
    var changes: [(place: Range<Int>, text: [UInt8])] = []
    for bookmark in bookmarks {
      guard let registration = bookmark.registration(of: application) else { continue }
      let isLast = bookmark.registrations.allSatisfy { $0.name == application }
      let element = isLast ? bookmark.element : registration.element
      changes.append((withIndentation(element.range), []))
    }
    try replace(changes)
  }

  mutating func move(
    _ bookmark: Bookmark, to address: BookmarkAddress, mimeType: String
  ) throws(FormatError) {
    let tag = XMLTagText(bookmark.element.tag, in: bytes)
    let type = bookmark.mimeType.map { XMLTagText($0.tag, in: bytes).setting("type", to: mimeType) }
    try replace([tag.setting("href", to: address.href)] + (type.map { [$0] } ?? []))
  }
}

extension BookmarkFile {
  /// The place is before the white space of the element's end tag.
  private func insertion(
    of text: [UInt8], into element: ElementPlace
  ) -> (place: Range<Int>, text: [UInt8]) {
    if element.isEmptyTag {
      let name = XMLTagText(element.tag, in: bytes).name
      let slash = element.end - 2
      return (slash..<element.end, Array(">".utf8) + text + Array("\n</".utf8) + name + [0x3E])
    }
    var place = element.end
    while place > element.tag.upperBound, bytes[place - 1] != UInt8(ascii: "<") { place -= 1 }
    place -= 1
    while place > element.tag.upperBound, bytes[place - 1].isBlank {
      place -= 1
    }
    return (place..<place, text)
  }

  /// Returns the insertion of elements into the metadata of a bookmark, which may have none.
  private func addition(
    _ text: [UInt8], to bookmark: Bookmark
  ) -> (place: Range<Int>, text: [UInt8]) {
    if let metadata = bookmark.metadata { return insertion(of: text, into: metadata) }
    let metadata = metadata(text)
    if let info = bookmark.info { return insertion(of: metadata, into: info) }
    return insertion(of: info(metadata), into: bookmark.element)
  }

  /// Returns the range of an element with the line break and indentation before it.
  private func withIndentation(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    while start > 0, [0x09, 0x20].contains(bytes[start - 1]) { start -= 1 }
    guard start > 0, bytes[start - 1] == 0x0A else { return range }
    start -= start > 1 && bytes[start - 2] == 0x0D ? 2 : 1
    return start..<range.upperBound
  }
}
