/// The signatures of containers, by kind.
struct ContainerProgram: Sendable {
  /// A signature that matches.
  struct Match {
    let puids: [String]
    let basis: String
  }

  private let signatures: [ContainerKind: [ContainerSignature]]
  private let triggers: [ContainerKind: [String]]
  /// The place of a signature among those of its first format, such as `(signature 1/3)`.
  private let numbers: [Int: String]

  init(_ file: ContainerSignatureFile) {
    signatures = Dictionary(grouping: file.signatures, by: \.kind)
    triggers = file.triggers
    var numbers: [Int: String] = [:]
    for (_, group) in Dictionary(grouping: file.signatures, by: \.puids.first)
    where group.count > 1 {
      for (place, signature) in group.enumerated() {
        numbers[signature.id] = " (signature \(place + 1)/\(group.count))"
      }
    }
    self.numbers = numbers
  }

  /// The kinds that one of the formats is a trigger of.
  func kinds(of puids: [String]) -> [ContainerKind] {
    guard !puids.isEmpty else { return [] }
    return [.zip, .compoundFile].filter { kind in
      triggers[kind]?.contains { puids.contains($0) } ?? false
    }
  }

  /// The entries are read at most once.
  ///
  /// The search was too long if a signature may match and its search ended at a limit.
  func matches(
    in contents: any ContainerContents, of kind: ContainerKind
  ) -> (matches: [Match], isBounded: Bool) {
    var isBounded = false
    var existing: [String: Bool] = [:]
    var read: [String: [UInt8]] = [:]
    func exists(_ path: String) -> Bool {
      if let known = existing[path] { return known }
      let result = contents.hasEntry(at: path)
      existing[path] = result
      return result
    }
    func bytes(_ path: String) -> [UInt8] {
      if let known = read[path] { return known }
      let result = contents.bytes(at: path)
      read[path] = result
      return result
    }
    let matches = (signatures[kind] ?? []).compactMap { signature -> Match? in
      guard signature.entries.allSatisfy({ exists($0.path) }) else { return nil }
      var parts: [String] = []
      for entry in signature.entries {
        guard let part = entry.basis(bytes: { bytes(entry.path) }, isBounded: &isBounded) else {
          return nil
        }
        parts.append("name \(entry.path) with \(part)")
      }
      return Match(
        puids: signature.puids,
        basis: "container " + parts.joined(separator: "; ") + (numbers[signature.id] ?? ""))
    }
    return (matches, isBounded)
  }
}

extension ContainerSignature.Entry {
  /// nil if none of the signatures matches the bytes.
  fileprivate func basis(bytes: () -> [UInt8], isBounded: inout Bool) -> String? {
    guard !signatures.isEmpty else { return "name only" }
    return bytes().withUnsafeBytes { bytes in
      let searched = SearchedBytes(bytes)
      for signature in signatures {
        var effort = SearchEffort(searched)
        switch signature.answer(in: searched, effort: &effort) {
        case .matches: return "byte match at \(MatchedSpan.text(signature.spans(in: searched)))"
        case .undecided: isBounded = true
        case .differs: break
        }
      }
      return nil
    }
  }
}
