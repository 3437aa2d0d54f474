internal import UTITypeGraph

/// The findings about one item, and their evidence: one state for each verdict.
///
/// Words, names and origins are made on request, since most callers read the type only. The state
/// is passed on and never copied, so that its references are not counted.
struct DetectionState: ~Copyable {
  let registry: DetectionRegistry
  let view: GraphView
  var names = NameFindings()
  var content: ContentFindings
  let nothing: Finding
  private var grounds: [EvidenceReference] = []
  private var namings: [TypeNameOverride] = []

  /// An identifier or MIME type that replaces the type's own.
  struct TypeNameOverride {
    var identifier: TypeIdentifier?
    var mimeType: String?
    /// A dynamic identifier is made of it.
    var undeclaredExtension: String?
  }

  init(_ registry: DetectionRegistry, _ view: GraphView) {
    self.registry = registry
    self.view = view
    nothing = Finding(registry.known.data, .none, .none, naming: 0, grounds: ShortIndexList(0))
    content = ContentFindings()
  }

  var image: RegistryImage { registry.image }

  mutating func finding(
    _ type: TypeIndex?, _ basis: Evidence.Basis, _ strength: Strength,
    scope: Finding.Scope = .kin, on ground: EvidenceReference? = nil,
    called naming: TypeNameOverride? = nil
  ) -> Finding {
    var place: ShortIndexList.Place = 0
    if let ground {
      if grounds.isEmpty { grounds.reserveCapacity(Self.usualCount) }
      grounds.append(ground)
      place = Self.place(grounds.count)
    }
    return Finding(
      type, basis, strength, scope: scope, naming: naming.map { add($0) } ?? 0,
      grounds: ShortIndexList(place))
  }

  /// The type does not have the MIME type.
  mutating func finding(_ finding: Finding, printedAs mimeType: String) -> Finding {
    var naming = naming(of: finding) ?? TypeNameOverride()
    naming.mimeType = mimeType
    return finding.renamed(add(naming))
  }

  private mutating func add(_ naming: TypeNameOverride) -> ShortIndexList.Place {
    namings.append(naming)
    return Self.place(namings.count)
  }

  /// The usual reasons are a name and a signature or two.
  private static let usualCount = 4

  /// Reasons beyond the range of a place are dropped.
  private static func place(_ count: Int) -> ShortIndexList.Place {
    ShortIndexList.Place(exactly: count) ?? 0
  }
}

extension DetectionState {
  private func naming(of finding: Finding) -> TypeNameOverride? {
    finding.isPlain ? nil : namings[Int(finding.naming) - 1]
  }

  private func ground(_ place: ShortIndexList.Place) -> EvidenceReference {
    grounds[Int(place) - 1]
  }

  /// nil for other evidence than a signature.
  func priority(of finding: Finding) -> Int? {
    guard finding.grounds.first > 0,
      case .magic(let rule, _, _) = ground(finding.grounds.first)
    else { return nil }
    return image.magicRuleHead(rule).priority
  }

  /// A dynamic identifier, or the identifier of an unknown type.
  func hasOtherIdentifier(_ finding: Finding) -> Bool {
    naming(of: finding).map { $0.identifier != nil || $0.undeclaredExtension != nil } ?? false
  }

  func identifier(of finding: Finding) -> TypeIdentifier {
    if let naming = naming(of: finding) {
      if let value = naming.undeclaredExtension {
        let tag = Tag(tagClass: .filenameExtension, value: value)
        return DynamicIdentifier(tags: [tag], conformsTo: [.data]).identifier
      }
      if let identifier = naming.identifier { return identifier }
    }
    return finding.type.map(image.identifier) ?? .data
  }

  /// The MIME type of the type, or of the nearest wider type that has one.
  func mimeType(of finding: Finding) -> String {
    // Unknown data is known to be bytes.
    if finding.basis == .none { return DetectionRegistry.unknownMIMEType }
    return naming(of: finding)?.mimeType
      ?? finding.type.flatMap { image.nearestMIMEName(of: $0, in: view) }
      ?? DetectionRegistry.unknownMIMEType
  }

  /// The form for display, the best first.
  func evidence(for finding: Finding) -> [Evidence] {
    (0..<finding.grounds.count).map { ground(finding.grounds[$0]).evidence(in: image) }
  }

  func areAboutOneType(_ finding: Finding, _ other: Finding) -> Bool {
    if finding.isPlain, other.isPlain { return finding.type == other.type }
    return identifier(of: finding) == identifier(of: other)
  }

  /// One for each other type: findings of the name first, then of the bytes by strength.
  func alternatives(to best: Finding) -> [Finding] {
    var alternatives: [Finding] = []
    func consider(_ other: Finding) {
      guard alternatives.count < registry.limits.alternativeCount, other.basis != .none,
        !areAboutOneType(other, best),
        !alternatives.contains(where: { areAboutOneType($0, other) })
      else { return }
      alternatives.append(other)
    }
    for place in names.candidates.indices { consider(names.candidates[place]) }
    var seen = content.findings.map { $0 }
    // Plain text is an alternative for a text with findings only if they are weaker.
    if let text = content.text, content.strongest?.grounds.first == text.grounds.first {
      seen.append(text)
    }
    for finding in seen.enumerated().sorted(by: {
      ($1.element.strength, $0.offset) < ($0.element.strength, $1.offset)
    }) {
      consider(finding.element)
    }
    return alternatives
  }
}

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
