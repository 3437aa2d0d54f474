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

  /// The first for which something holds.
  func first(where holds: (Element) -> Bool) -> Element? {
    for place in 0..<count where holds(self[place]) { return self[place] }
    return nil
  }

  /// Returns true if an element satisfies a predicate.
  func contains(where holds: (Element) -> Bool) -> Bool { first(where: holds) != nil }

  /// Returns true if all elements satisfy a predicate.
  func allSatisfy(_ holds: (Element) -> Bool) -> Bool { !contains { !holds($0) } }

  /// Those for which something holds.
  func filter(_ holds: (Element) -> Bool) -> Self {
    var result = Self()
    for element in self where holds(element) { result.append(element) }
    return result
  }

  /// Puts an element before all others.
  mutating func prepend(_ element: Element) {
    if let second { rest = [second] + (rest ?? []) }
    second = first
    first = element
  }
}

extension ShortList: RandomAccessCollection {
  /// Iterates from the first element to the last.
  ///
  /// The default iterator of collections makes the runtime search for the conformances of the list
  /// at the first iteration, which takes longer than a single detection.
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
