internal import UTIDataFormats
internal import UTIPlatform
internal import UTIXMLFormats

extension BookmarkFile {
  /// The properties of one use of an item by a program.
  struct Use {
    let application: RecentDocumentList.Application
    let mimeType: String
    let groups: [String]
    let isPrivate: Bool
    let time: BookmarkTime
  }

  /// Notes that a program has used an item.
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

  /// Changes the address of a bookmark, and its type.
  mutating func move(
    _ bookmark: Bookmark, to address: BookmarkAddress, mimeType: String
  ) throws(FormatError) {
    let tag = XMLTagText(bookmark.element.tag, in: bytes)
    let type = bookmark.mimeType.map { XMLTagText($0.tag, in: bytes).setting("type", to: mimeType) }
    try replace([tag.setting("href", to: address.href)] + (type.map { [$0] } ?? []))
  }
}

extension BookmarkFile {
  /// Returns the insertion of elements at the end of another, before the white space of its end
  /// tag.
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
