/// The matches that several rules have and nest others in.
///
/// `PK\3\4` is one of thirty rules, each of which nests the name of the first file of its kind of
/// archive in it.
struct SharedMatches {
  /// What is to be done with a match.
  enum Role {
    /// No others have it, or there is nothing nested in it.
    case alone
    /// It speaks for all that have it, with what they nest in it.
    case first([MagicProgramBuilder.Entry])
    /// Another one speaks for it.
    case other
  }

  private struct Key: Hashable {
    let offset: Int
    let value: [UInt8]
    let mask: [UInt8]?
  }

  /// Fewer are looked at one after another as fast.
  private static let fewest = 3

  private var members: [Key: [MagicProgramBuilder.Entry]] = [:]

  init(_ entries: ArraySlice<MagicProgramBuilder.Entry>) {
    for entry in entries {
      if let key = Self.key(of: entry.match) { members[key, default: []].append(entry) }
    }
  }

  func role(of entry: MagicProgramBuilder.Entry) -> Role {
    guard let key = Self.key(of: entry.match), let members = members[key],
      members.count >= Self.fewest
    else { return .alone }
    return members[0].record == entry.record
      ? .first(members.flatMap { Self.nested(in: $0) }) : .other
  }

  /// Nil for a match with nothing nested in it, and for one that may stand at several places: where
  /// it is found is part of the answer.
  private static func key(of match: MagicMatch) -> Key? {
    guard match.offsets.count == 1, !match.children.isEmpty else { return nil }
    return Key(offset: match.offsets.lowerBound, value: match.value, mask: match.mask)
  }

  /// The matches directly below one; their records stand behind its own, each before those of what
  /// is nested in it.
  private static func nested(
    in entry: MagicProgramBuilder.Entry
  ) -> [MagicProgramBuilder.Entry] {
    var record = entry.record + 1
    return entry.match.children.map { child in
      defer { record += child.recordCount }
      return .init(
        match: child, record: record, rule: entry.rule, topMatch: entry.topMatch,
        byteCount: entry.byteCount)
    }
  }
}

extension MagicMatch {
  /// The records of a match and of all that is nested in it.
  fileprivate var recordCount: Int { children.reduce(1) { $0 + $1.recordCount } }
}
