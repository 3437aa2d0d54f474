internal import UTIPlatform
internal import UTITypeGraph

/// An assignment of MIME names to the uniform types of a package.
///
/// A type gets the first of its names that packages already use, so that both become one there,
/// else its first name. A name belongs to one type: among several claimants, the one that lists it
/// earlier among its tags, then the one declared earlier. A type without a name gets one that
/// contains its identifier.
struct MIMENameAssignment {
  /// The name of each declaration, in their order.
  private(set) var names: [MIMEName] = []
  /// A Boolean value for each declaration that indicates whether its name is generated.
  private(set) var isInvented: [Bool] = []
  /// The further names of each declaration: its tags that no other type has.
  private(set) var aliases: [[MIMEName]] = []
  private var taken: Set<MIMEName>
  /// The last number of each generated name, as types may have one identifier.
  private var numbers: [String: Int] = [:]

  /// Makes an assignment.
  ///
  /// - Parameters:
  ///   - declarations: the types to name.
  ///   - described: the names and aliases in use, each with its canonical name.
  ///   - vocabulary: the declarations of other types.
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
    // A generated name must differ from every other name.
    taken.formUnion(described.keys)
    for declaration in declarations { taken.formUnion(declaration.mimeNames) }
    let kinds =
      assigned.contains(nil)
      ? vocabulary.firstSupertypes(among: Self.media.map(\.supertype)) : [:]
    for (index, declaration) in declarations.enumerated() {
      isInvented.append(assigned[index] == nil)
      names.append(assigned[index] ?? invent(declaration, kinds))
    }
    // Names come before aliases, so that no type loses its name to the alias of another.
    var claimed = Set(names).union(described.keys)
    for declaration in declarations {
      aliases.append(declaration.mimeNames.filter { claimed.insert($0).inserted })
    }
  }

  /// Generates a name that nothing else has.
  ///
  /// - Parameter kinds: the place of the kind of content of each type that has one.
  private mutating func invent(
    _ declaration: TypeDeclaration, _ kinds: [TypeIdentifier: Int]
  ) -> MIMEName {
    let kind = declaration.conformsTo.compactMap { kinds[$0.value] }.min()
    let media = kind.map { Self.media[$0].media } ?? "application"
    let name = "\(media)/x-\(Self.subtype(declaration.identifier))"
    var number = numbers[name] ?? 1
    var candidate = number == 1 ? name : "\(name).\(number)"
    while true {
      // The text has only valid characters of names, so it is always a name.
      if let result = MIMEName(candidate), taken.insert(result).inserted {
        numbers[name] = number
        return result
      }
      number += 1
      candidate = "\(name).\(number)"
    }
  }

  /// The media type for each kind of content.
  ///
  /// Every program treats a `text` type as plain text (rule 8.4), so other texts get no such name.
  private static let media: [(supertype: TypeIdentifier, media: String)] = [
    (.image, "image"), (.audio, "audio"), (.movie, "video"), (.plainText, "text"),
    (.font, "font"), (.threeDContent, "model"),
  ]

  /// Returns the identifier in the alphabet of RFC 6838, section 4.2: every other byte is `_` and
  /// two digits, which no identifier contains, and an overlong text ends in a hash.
  private static func subtype(_ identifier: TypeIdentifier) -> String {
    var result = ""
    for byte in identifier.rawValue.utf8 {
      if byte < 0x80, TypeIdentifier.isAllowed(byte) {
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

  /// The greatest length, below the 127 characters of RFC 6838 because of `x-` and a number.
  private static let greatestLength = 120
}

extension TypeIdentifier {
  fileprivate static let plainText = TypeIdentifier(canonical: "public.plain-text")
}
