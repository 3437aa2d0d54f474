internal import TypeGraph

/// What has been found out about one item, and what that rests on.
///
/// A detector makes one for each answer. Findings name what stands here by its place; words, names
/// and origins are made of it only when someone asks, since most answers are asked for their type and
/// nothing else. It is handed on and never copied, so that nothing in it is counted.
struct Inquiry: ~Copyable {
  /// The registry whose types are found.
  let image: RegistryImage
  /// What the name shows.
  var names = NameFindings()
  /// What the bytes show.
  var content: ContentFindings
  /// In what the name and the bytes disagree.
  var conflict: Conflict?
  /// The alternatives that the answer may name.
  let alternativeLimit: Int
  private var grounds: [Ground] = []
  private var namings: [Naming] = []

  /// What something is called when that is not what its type is called.
  struct Naming {
    var identifier: TypeIdentifier?
    var mimeType: String?
    /// The extension that a dynamic identifier is made of.
    var undeclaredExtension: String?
  }

  /// What a name and bytes say that cannot both be right.
  struct Conflict {
    let name: Finding
    let content: Finding
    let winner: Verdict.Disagreement.Winner
    /// What speaks against the name; nil when nothing does but what speaks for the bytes.
    let contradiction: Contradiction?
    /// By how much the winner outweighs the other.
    let margin: Strength
  }

  /// - Parameters:
  ///   - image: the registry whose types are found.
  ///   - data: the type of what nothing is known of.
  init(_ image: RegistryImage, data: TypeIndex?, alternativeLimit: Int) {
    self.image = image
    content = ContentFindings(
      Finding(data, .none, .none, naming: 0, grounds: Places(0)))
    self.alternativeLimit = alternativeLimit
  }

  /// A finding that rests on one reason.
  mutating func finding(
    _ type: TypeIndex?, _ basis: Verdict.Basis, _ strength: Strength,
    on ground: Ground? = nil, called naming: Naming? = nil
  ) -> Finding {
    var place: Places.Place = 0
    if let ground {
      if grounds.isEmpty { grounds.reserveCapacity(Self.usualCount) }
      grounds.append(ground)
      place = Self.place(grounds.count)
    }
    return Finding(
      type, basis, strength, naming: naming.map { add($0) } ?? 0, grounds: Places(place))
  }

  /// The finding under another MIME type than that of its type.
  mutating func finding(_ finding: Finding, printedAs mimeType: String) -> Finding {
    var naming = naming(of: finding) ?? Naming()
    naming.mimeType = mimeType
    return finding.renamed(add(naming))
  }

  private mutating func add(_ naming: Naming) -> Places.Place {
    namings.append(naming)
    return Self.place(namings.count)
  }

  /// A name and a signature or two.
  private static let usualCount = 4

  /// What stands behind so many that their number is no place is as if it were not there.
  private static func place(_ count: Int) -> Places.Place { Places.Place(exactly: count) ?? 0 }
}

extension Inquiry {
  private func naming(of finding: Finding) -> Naming? {
    finding.isPlain ? nil : namings[Int(finding.naming) - 1]
  }

  /// A reason of a finding.
  private func ground(_ place: Places.Place) -> Ground { grounds[Int(place) - 1] }

  /// The best reason for a finding; nil when there is none.
  func ground(of finding: Finding) -> Ground? {
    finding.grounds.first == 0 ? nil : ground(finding.grounds.first)
  }

  /// Whether the identifier is not that of the type: a dynamic one, or that of an unknown type.
  func hasOtherIdentifier(_ finding: Finding) -> Bool {
    naming(of: finding).map { $0.identifier != nil || $0.undeclaredExtension != nil } ?? false
  }

  /// The identifier of the type.
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

  /// The MIME type: that of the type, or of the nearest type above it that has one.
  func mimeType(of finding: Finding) -> String {
    // Of what is unknown it is known that it is bytes.
    if finding.basis == .none { return TypeDetector.unknownMIMEType }
    return naming(of: finding)?.mimeType
      ?? finding.type.flatMap { image.nearestMIMEName(of: $0, in: .merged) }
      ?? TypeDetector.unknownMIMEType
  }

  /// All reasons in the form that people read, the best first.
  func evidence(for finding: Finding) -> [Evidence] {
    (0..<finding.grounds.count).map { ground(finding.grounds[$0]).evidence(in: image) }
  }

  /// Whether two findings are about one type.
  func areAboutOneType(_ finding: Finding, _ other: Finding) -> Bool {
    if finding.isPlain, other.isPlain { return finding.type == other.type }
    return identifier(of: finding) == identifier(of: other)
  }

  /// The findings about other types than the answer's, one for each type.
  func alternatives(to best: Finding) -> [Finding] {
    var alternatives: [Finding] = []
    func consider(_ other: Finding) {
      guard alternatives.count < alternativeLimit, other.basis != .none,
        !areAboutOneType(other, best),
        !alternatives.contains(where: { areAboutOneType($0, other) })
      else { return }
      alternatives.append(other)
    }
    for place in names.candidates.indices { consider(names.candidates[place]) }
    consider(content.best)
    for place in content.others.indices { consider(content.others[place]) }
    return alternatives
  }

  /// What the name and the bytes do not agree in, for people.
  var disagreement: Verdict.Disagreement? {
    guard let conflict else { return nil }
    let reason =
      switch (conflict.winner, conflict.contradiction) {
      case (.name, _): "the bytes say less than the name"
      case (.content, let contradiction?): contradiction.words
      case (.content, nil): "the bytes say more than the name"
      }
    return Verdict.Disagreement(
      nameType: identifier(of: conflict.name), contentType: identifier(of: conflict.content),
      winner: conflict.winner, margin: Int(conflict.margin.bits), reason: reason)
  }
}
