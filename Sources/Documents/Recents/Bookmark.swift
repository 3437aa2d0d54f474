/// An element of a document, by the positions of its bytes.
struct ElementPlace {
  /// The start tag, from `<` to `>`.
  let tag: Range<Int>
  /// The end of the element, after its end tag.
  var end: Int
  /// The prefix of its name, with the colon; empty if it has none.
  let prefix: String

  var range: Range<Int> { tag.lowerBound..<end }
  /// True if the element is a single empty tag.
  var isEmptyTag: Bool { tag.upperBound == end }
}

/// A bookmark of a list, with the positions of its parts.
///
/// Source: XBEL 1.0 with the metadata of the desktop bookmark specification of freedesktop.org.
struct Bookmark {
  /// A program that has used the item.
  struct Registration {
    let name: String
    let count: Int
    let modified: BookmarkTime?
    var element: ElementPlace
  }

  let href: String
  var element: ElementPlace
  var info: ElementPlace?
  /// The metadata of freedesktop.org; metadata of other owners is ignored.
  var metadata: ElementPlace?
  var mimeType: ElementPlace?
  var applications: ElementPlace?
  var registrations: [Registration] = []
  var groups: ElementPlace?
  var groupNames: [String] = []

  func registration(of name: String) -> Registration? {
    registrations.first { $0.name == name }
  }
}
