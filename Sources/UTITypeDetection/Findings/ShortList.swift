/// A list of mostly one or two elements, which needs no allocation.
struct ShortList<Element> {
  private var first: Element?
  private var second: Element?
  // Nil rather than empty: an empty array is an object too, of which references are counted.
  private var rest: [Element]?

  init() {}

  init(_ element: Element) {
    first = element
  }

  mutating func append(_ element: Element) {
    switch count {
    case 0: first = element
    case 1: second = element
    default:
      if rest == nil { rest = [element] } else { rest?.append(element) }
    }
  }

  // The collection's own functions would copy the list for their iterators, and count its memory.

  func first(where holds: (Element) -> Bool) -> Element? {
    for place in 0..<count where holds(self[place]) { return self[place] }
    return nil
  }

  func contains(where holds: (Element) -> Bool) -> Bool { first(where: holds) != nil }

  func allSatisfy(_ holds: (Element) -> Bool) -> Bool { !contains { !holds($0) } }

  func filter(_ holds: (Element) -> Bool) -> Self {
    var result = Self()
    for element in self where holds(element) { result.append(element) }
    return result
  }

  mutating func prepend(_ element: Element) {
    if let second { rest = [second] + (rest ?? []) }
    second = first
    first = element
  }
}

extension ShortList: RandomAccessCollection {
  /// The default iterator makes the runtime search for conformances, longer than one detection.
  struct Iterator: IteratorProtocol {
    private let list: ShortList
    private var place = 0

    fileprivate init(_ list: ShortList) { self.list = list }

    mutating func next() -> Element? {
      guard place < list.endIndex else { return nil }
      defer { place &+= 1 }
      return list[place]
    }
  }

  func makeIterator() -> Iterator { Iterator(self) }

  var startIndex: Int { 0 }

  var endIndex: Int { first == nil ? 0 : second == nil ? 1 : (rest?.count ?? 0) &+ 2 }

  subscript(_ place: Int) -> Element {
    switch (place, first, second, rest) {
    case (0, let first?, _, _): first
    case (1, _, let second?, _): second
    case (_, _, _, let rest?): rest[place &- 2]
    default: preconditionFailure("no element has the place \(place)")
    }
  }
}

extension ShortList: Sendable where Element: Sendable {}
