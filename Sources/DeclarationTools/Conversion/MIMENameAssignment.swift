internal import TypeGraph
internal import UTIPlatform

/// Decides under which MIME name each uniform type stands in a package.
///
/// A type has the first of its names that packages use already, so that both become one there, else the
/// first. A name belongs to one type: where several carry it, to the one that names it earlier among its
/// tags, then to the one declared earlier. A type that is left without a name gets one that says its
/// identifier.
struct MIMENameAssignment {
  /// The name of each declaration, in their order.
  private(set) var names: [MIMEName] = []
  /// Whether the name of each is made up.
  private(set) var isInvented: [Bool] = []
  /// The names that each has besides, those of its tags that no other type has.
  private(set) var aliases: [[MIMEName]] = []
  private var taken: Set<MIMEName>

  /// Makes an assignment.
  ///
  /// - Parameters:
  ///   - declarations: the types to name.
  ///   - described: the names and aliases that are in use already, with the name each stands for.
  ///   - vocabulary: what else is known of types.
  init(
    _ declarations: [TypeDeclaration], described: [MIMEName: MIMEName],
    vocabulary: TypeVocabulary
  ) {
    taken = []
    var claims: [(novelty: Int, rank: Int, index: Int, name: MIMEName)] = []
    for (index, declaration) in declarations.enumerated() {
      for (rank, name) in declaration.mimeNames.enumerated() {
        let known = described[name]
        claims.append((known == nil ? 1 : 0, rank, index, known ?? name))
      }
    }
    claims.sort { ($0.novelty, $0.rank, $0.index) < ($1.novelty, $1.rank, $1.index) }
    var assigned = [MIMEName?](repeating: nil, count: declarations.count)
    for claim in claims where assigned[claim.index] == nil {
      if taken.insert(claim.name).inserted { assigned[claim.index] = claim.name }
    }
    // A name that is made up must not be one that anything else goes by.
    taken.formUnion(described.keys)
    for declaration in declarations { taken.formUnion(declaration.mimeNames) }
    for (index, declaration) in declarations.enumerated() {
      isInvented.append(assigned[index] == nil)
      names.append(assigned[index] ?? invent(declaration, vocabulary))
    }
    // Names come before aliases, so that no type loses its name to the alias of another.
    var claimed = Set(names).union(described.keys)
    for declaration in declarations {
      aliases.append(declaration.mimeNames.filter { claimed.insert($0).inserted })
    }
  }

  /// A name that nothing else has.
  private mutating func invent(
    _ declaration: TypeDeclaration, _ vocabulary: TypeVocabulary
  ) -> MIMEName {
    let supertypes = vocabulary.supertypes(of: declaration.conformsTo.map(\.value))
    let media = Self.media.first { supertypes.contains($0.supertype) }?.media ?? "application"
    let name = "\(media)/x-\(Self.subtype(declaration.identifier))"
    var candidate = name
    var number = 1
    while true {
      // The alphabet of the text is that of names, so that it always is one.
      if let result = MIMEName(candidate), taken.insert(result).inserted { return result }
      number += 1
      candidate = "\(name).\(number)"
    }
  }

  /// The media type that each kind of content belongs to.
  ///
  /// A `text` type is plain text for every program (rule 8.4), so other texts are not named so.
  private static let media: [(supertype: TypeIdentifier, media: String)] = [
    (.image, "image"), (.audio, "audio"), (.movie, "video"), (.plainText, "text"),
    (.font, "font"), (.threeDContent, "model"),
  ]

  /// The identifier in the alphabet of RFC 6838, section 4.2: a byte above 127 is `_` and two
  /// digits, which no identifier holds, and what is too long ends with a hash.
  private static func subtype(_ identifier: TypeIdentifier) -> String {
    var result = ""
    for byte in identifier.rawValue.utf8 {
      if byte < 0x80 {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        result += "_" + Hexadecimal.text([byte])
      }
    }
    guard result.utf8.count > greatestLength else { return result }
    var hash = StableHash()
    hash.combine(result)
    let digits = String(hash.value, radix: 16)
    return "\(result.prefix(greatestLength - 1 - digits.utf8.count))_\(digits)"
  }

  /// RFC 6838 allows 127 characters; `x-` and a number need some.
  private static let greatestLength = 120
}

extension TypeIdentifier {
  fileprivate static let plainText = TypeIdentifier(canonical: "public.plain-text")
}
