internal import UTIDataFormats
internal import UTIPlatform
internal import UTIXMLFormats

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
