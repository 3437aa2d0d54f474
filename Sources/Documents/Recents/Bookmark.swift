/// An element of a document, by the places of its bytes.
struct ElementPlace {
  /// The start tag, from `<` to `>`.
  let tag: Range<Int>
  /// Where the element ends, its end tag included.
  var end: Int
  /// The prefix of its name, with the colon; empty when it has none.
  let prefix: String

  var range: Range<Int> { tag.lowerBound..<end }
  /// Whether one tag is all there is of the element.
  var isEmptyTag: Bool { tag.upperBound == end }
}

/// A bookmark of a list: what it says, and where.
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
  /// The metadata of freedesktop.org; other owners have their own.
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
