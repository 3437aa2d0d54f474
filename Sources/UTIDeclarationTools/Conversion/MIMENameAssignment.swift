internal import UTIPlatform
internal import UTITypeGraph

/// Assigns MIME names to the uniform types of a package.
///
/// A type gets the first of its names that packages use, else its first name, else one made of its
/// identifier. Among claimants, the earlier place among the tags decides, then the declaration.
struct MIMENameAssignment {
  /// The order is of the declarations.
  private(set) var names: [MIMEName] = []
  private(set) var isInvented: [Bool] = []
  /// The tags of each declaration that no other type has.
  private(set) var aliases: [[MIMEName]] = []
  private var taken: Set<MIMEName>
  /// The last number of each generated name, as types may have one identifier.
  private var numbers: [String: Int] = [:]

  /// The names in use have their canonical names.
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

  /// Generates a new name; the kinds are places of kinds of content.
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

  /// Every program treats `text` as plain text (rule 8.4), so other texts get no such name.
  private static let media: [(supertype: TypeIdentifier, media: String)] = [
    (.image, "image"), (.audio, "audio"), (.movie, "video"), (.plainText, "text"),
    (.font, "font"), (.threeDContent, "model"),
  ]

  /// RFC 6838, section 4.2: other bytes are `_` and two digits; an overlong text ends in a hash.
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

  /// Below the 127 characters of RFC 6838 because of `x-` and a number.
  private static let greatestLength = 120
}

extension TypeIdentifier {
  fileprivate static let plainText = TypeIdentifier(canonical: "public.plain-text")
}
