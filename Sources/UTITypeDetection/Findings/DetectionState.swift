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
