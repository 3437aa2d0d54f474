internal import UTIDataFormats
internal import UTIPlatform
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

/// The texts of the elements that are added to a list, in the form of GLib.
extension BookmarkFile {
  func newBookmark(_ use: Use, _ address: BookmarkAddress) -> [UInt8] {
    let time = use.time.text
    var items = additions(use, groups: use.groups)
    if use.isPrivate { items += Self.line(8, Self.element("bookmark:private", isEmpty: true)) }
    return Self.line(
      2,
      Self.element(
        "bookmark",
        [("href", address.href), ("added", time), ("modified", time), ("visited", time)]))
      + info(metadata(items)) + Self.line(2, Array("</bookmark>".utf8))
  }

  func info(_ items: [UInt8]) -> [UInt8] {
    Self.line(4, Array("<info>".utf8)) + items + Self.line(4, Array("</info>".utf8))
  }

  func metadata(_ items: [UInt8]) -> [UInt8] {
    Self.line(6, Self.element("metadata", [("owner", Self.metadataOwner)] + declarations)) + items
      + Self.line(6, Array("</metadata>".utf8))
  }

  /// Elements that metadata without a use lack, with the declarations of missing prefixes.
  func additions(
    _ use: Use, hasMIMEType: Bool = false, groups: [String], isRegistered: Bool = false,
    declaring declarations: [(String, String)] = []
  ) -> [UInt8] {
    var text: [UInt8] = []
    if !hasMIMEType {
      let attributes = [("type", use.mimeType)] + declarations
      text += Self.line(8, Self.element("mime:mime-type", attributes, isEmpty: true))
    }
    if !groups.isEmpty { text += self.groups(groups, declarations) }
    if !isRegistered { text += applications(use, declarations) }
    return text
  }

  private func groups(_ names: [String], _ declarations: [(String, String)]) -> [UInt8] {
    Self.line(8, Self.element("bookmark:groups", declarations))
      + names.flatMap { group($0, prefix: "bookmark:") }
      + Self.line(8, Array("</bookmark:groups>".utf8))
  }

  func group(_ name: String, prefix: String) -> [UInt8] {
    var text: [UInt8] = []
    XMLEscaping.appendText(Self.writable(name).utf8, to: &text)
    return Self.line(10, Array("<\(prefix)group>".utf8) + text + Array("</\(prefix)group>".utf8))
  }

  private func applications(_ use: Use, _ declarations: [(String, String)]) -> [UInt8] {
    Self.line(8, Self.element("bookmark:applications", declarations))
      + Self.line(10, application(use, count: 1, prefix: "bookmark:"))
      + Self.line(8, Array("</bookmark:applications>".utf8))
  }

  func application(_ use: Use, count: Int, prefix: String) -> [UInt8] {
    Self.element(
      prefix + "application",
      [
        ("name", use.application.name), ("exec", use.application.quotedCommand),
        ("modified", use.time.text), ("count", String(count)),
      ], isEmpty: true)
  }

  /// The missing declarations of prefixes in a list that another program has created.
  var declarations: [(String, String)] {
    let tag = bytes[root.tag]
    return [("bookmark", Self.bookmarkNamespace), ("mime", Self.mimeNamespace)].compactMap {
      prefix, namespace in
      let isDeclared = ["\"", "'"].contains { quote in
        tag.contains("xmlns:\(prefix)=\(quote)\(namespace)\(quote)".utf8)
      }
      return isDeclared ? nil : ("xmlns:" + prefix, namespace)
    }
  }

  private static func element(
    _ name: String, _ attributes: [(String, String)] = [], isEmpty: Bool = false
  ) -> [UInt8] {
    var text = Array("<\(name)".utf8)
    for (name, value) in attributes {
      text += Array(" \(name)=\"".utf8)
      XMLEscaping.appendAttribute(writable(value).utf8, to: &text)
      text.append(UInt8(ascii: "\""))
    }
    return text + Array((isEmpty ? "/>" : ">").utf8)
  }

  static func line(_ indentation: Int, _ text: [UInt8]) -> [UInt8] {
    [0x0A] + Array(repeating: 0x20, count: indentation) + text
  }

  /// Returns a text without the characters that XML does not allow.
  private static func writable(_ text: String) -> String {
    String(
      text.unicodeScalars.filter {
        $0.value >= 0x20 && $0.value != 0xFFFE && $0.value != 0xFFFF || $0 == "\t" || $0 == "\n"
      }.map(Character.init))
  }
}

/// Finds the bookmarks of a list and the positions of the parts that a program may change.
struct BookmarkReader: XMLEventHandler {
  private enum Part {
    case root, bookmark, info, metadata, applications, registration, groups, group, other
  }

  let bytes: [UInt8]
  private(set) var root: ElementPlace?
  private(set) var bookmarks: [Bookmark] = []
  private var parts: [Part] = []
  private var bookmark: Bookmark?
  private var text: [UInt8] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func startElement(_ element: XMLElement) throws(FormatError) {
    guard element.offset >= 0, let tag = XMLTagText(at: element.offset, in: bytes) else {
      throw Self.error("the text is in another encoding than UTF-8", at: element.position)
    }
    let prefix = element.prefix.isEmpty ? "" : element.prefix.string + ":"
    let place = ElementPlace(tag: tag.range, end: tag.range.upperBound, prefix: prefix)
    let part = part(of: element)
    switch part {
    case .root: root = place
    case .bookmark:
      let href = element.attributes.value(of: "href")?.string ?? ""
      bookmark = Bookmark(href: href, element: place)
    case .info: bookmark?.info = place
    case .metadata: bookmark?.metadata = place
    case .applications: bookmark?.applications = place
    case .groups: bookmark?.groups = place
    case .group: text = []
    case .registration:
      bookmark?.registrations.append(
        Bookmark.Registration(
          name: element.attributes.value(of: "name")?.string ?? "",
          count: element.attributes.value(of: "count").flatMap { Int($0.string) } ?? 0,
          modified: element.attributes.value(of: "modified").flatMap { BookmarkTime($0.string) },
          element: place))
    case .other:
      if parts.isEmpty {
        throw Self.error(
          "the root element is <\(element.name.string)>, not <xbel>", at: element.position)
      }
      if parts.last == .metadata, element.name == "mime-type",
        element.namespace.string == BookmarkFile.mimeNamespace
      {
        bookmark?.mimeType = place
      }
    }
    parts.append(part)
  }

  mutating func text(_ text: XMLText) throws(FormatError) {
    if parts.last == .group { self.text.append(contentsOf: text.bytes) }
  }

  mutating func endElement(at offset: Int) throws(FormatError) {
    switch parts.removeLast() {
    case .root: root?.end = offset
    case .bookmark:
      bookmark?.element.end = offset
      if let bookmark { bookmarks.append(bookmark) }
      bookmark = nil
    case .info: bookmark?.info?.end = offset
    case .metadata: bookmark?.metadata?.end = offset
    case .applications: bookmark?.applications?.end = offset
    case .groups: bookmark?.groups?.end = offset
    case .group: bookmark?.groupNames.append(String(decoding: text, as: UTF8.self))
    case .registration:
      if let last = bookmark?.registrations.indices.last {
        bookmark?.registrations[last].element.end = offset
      }
    case .other: break
    }
  }

  /// Returns the part that an element represents in its context; the first of its kind counts.
  private func part(of element: XMLElement) -> Part {
    let isOurs = element.namespace.string == BookmarkFile.bookmarkNamespace
    switch parts.last {
    case nil: return element.name == "xbel" ? .root : .other
    case .root, .other:
      return element.name == "bookmark" && !isOurs && bookmark == nil ? .bookmark : .other
    case .bookmark: return element.name == "info" && bookmark?.info == nil ? .info : .other
    case .info:
      guard element.name == "metadata", bookmark?.metadata == nil,
        element.attributes.value(of: "owner")?.string == BookmarkFile.metadataOwner
      else { return .other }
      return .metadata
    case .metadata where isOurs:
      if element.name == "applications", bookmark?.applications == nil { return .applications }
      return element.name == "groups" && bookmark?.groups == nil ? .groups : .other
    case .applications where isOurs: return element.name == "application" ? .registration : .other
    case .groups where isOurs: return element.name == "group" ? .group : .other
    default: return .other
    }
  }

  static func error(_ message: String, at position: SourcePosition? = nil) -> FormatError {
    FormatError(
      .notBookmarkList, at: position ?? SourcePosition(line: 1, column: 1), message,
      remedy: "move the file away, so that a new list can begin")
  }
}

extension FormatError.Code {
  /// The document is not a list of bookmarks, or none that can be changed in part.
  static let notBookmarkList = FormatError.Code(rawValue: "not-bookmark-list")
}
