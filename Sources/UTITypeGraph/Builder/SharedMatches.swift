/// The matches that several rules share and nest others in.
///
/// `PK\3\4` is in thirty rules, each of which nests the name of the first file of its archive
/// format in it.
struct SharedMatches {
  /// The role of a match among equal ones.
  enum Role {
    /// The match is in no other rule, or has no nested matches.
    case alone
    /// The match represents all equal ones, with their nested matches.
    case first([MagicProgramBuilder.Entry])
    /// Another match represents it.
    case other
  }

  private struct Key: Hashable {
    let offset: Int
    let value: [UInt8]
    let mask: [UInt8]?
  }

  /// The number of rules below which a scan is as fast.
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

  /// Returns the identity of a match; nil for a match without nested matches, and for one with
  /// several places, because its place is part of the result.
  private static func key(of match: MagicMatch) -> Key? {
    guard match.offsets.count == 1, !match.children.isEmpty else { return nil }
    return Key(offset: match.offsets.lowerBound, value: match.value, mask: match.mask)
  }

  /// Returns the matches directly nested in one; their records follow its own, each followed by its
  /// own nested matches.
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
  /// The number of records of a match and all its nested matches.
  fileprivate var recordCount: Int { children.reduce(1) { $0 + $1.recordCount } }
}
