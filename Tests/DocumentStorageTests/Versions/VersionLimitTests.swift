import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage

@Suite struct VersionLimitRules {
  /// A version that was kept some seconds before a moment.
  private func version(_ seconds: Int64, before now: Int64) -> ItemVersion {
    let time = FileTime(seconds: now - seconds, nanoseconds: 0)
    return ItemVersion(
      identifier: "\(seconds)", path: "/v", place: .stored("/v"), date: time, kept: time, size: 1,
      host: nil, user: nil, program: nil, type: nil, origin: .save, isConflict: false,
      isResolved: false, isDiscardable: true)
  }

  @Test(arguments: [19, 20, 21, 22])
  func `The limit determines the number of newest versions that stay`(count: Int) {
    let now: Int64 = 1_800_000_000
    var limits = VersionLimits()
    // Neither an hour nor a day keeps any.
    limits.hourly = 0
    limits.daily = 0
    let versions = (0..<count).map { version(Int64($0), before: now) }
    let gone = limits.superfluous(
      among: versions, now: FileTime(seconds: now, nanoseconds: 0), capacity: nil)
    #expect(gone.map(\.identifier) == versions.dropFirst(limits.newest).map(\.identifier))
    #expect(limits.newest == 20)
  }

  @Test(arguments: [false, true], [false, true])
  func `Only discardable versions without an open conflict are thinned`(
    isConflict: Bool, isResolved: Bool
  ) {
    for isDiscardable in [false, true] {
      let time = FileTime(seconds: 1, nanoseconds: 0)
      let record = VersionRecord(
        date: time, kept: time, size: 1, isConflict: isConflict, isResolved: isResolved,
        isDiscardable: isDiscardable)
      #expect(record.mayBeThinned == (isDiscardable && (isResolved || !isConflict)))
    }
  }

  @Test func `A record is read with all members that were written`() {
    let record = VersionRecord(
      date: FileTime(seconds: -1, nanoseconds: 2), kept: FileTime(seconds: 3, nanoseconds: 4),
      size: 5, host: "desk", user: "ada", program: "writer", type: "public.rtf", origin: .external,
      isConflict: true, isResolved: true, isDiscardable: false, digest: 0xFEDC_BA98_7654_3210,
      fingerprint: .max)
    #expect(VersionRecord(decoding: record.encoded) == record)
  }

  @Test func `A record without a member, or with damaged ones, keeps its version`() throws {
    let times = #""dateSeconds": 1, "dateNanoseconds": 2, "keptSeconds": 3, "keptNanoseconds": 4"#
    let time = FileTime(seconds: 1, nanoseconds: 2)
    let expected = VersionRecord(
      date: time, kept: FileTime(seconds: 3, nanoseconds: 4), size: 0, isDiscardable: false)
    for more in ["", #", "size": -1, "origin": "nobody", "isDiscardable": 1, "digest": "g""#] {
      #expect(VersionRecord(decoding: Array("{\(times)\(more)}".utf8)) == expected)
    }
    for text in [
      "", "{}", "{\(times)", "{\(times.dropLast())1000000000}", "{\(times.dropFirst(18))}",
    ] {
      #expect(VersionRecord(decoding: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test func `An item is known by its number only together with its time of creation`() {
    let (time, other) = (
      FileTime(seconds: 1, nanoseconds: 0), FileTime(seconds: 1, nanoseconds: 1)
    )
    func status(_ inode: UInt64, _ created: FileTime?) throws -> FileStatus {
      var status = try FileStatus(of: "/")
      (status.inode, status.created) = (inode, created)
      return status
    }
    for created in [nil, time, other] {
      for (inode, now) in [(7, nil), (7, time), (7, other), (8, time)] as [(UInt64, FileTime?)] {
        #expect(throws: Never.self) {
          let record = ItemRecord(path: "/a%20b", try status(7, created))
          let isSame = inode == 7 && created != nil && now == created
          #expect(record.isOf(try status(inode, now)) == isSame)
          #expect(ItemRecord(decoding: record.encoded) == record)
        }
      }
    }
  }

  @Test func `A version of a time that cannot be subtracted from the present is old`() {
    var limits = VersionLimits()
    limits.newest = 1
    let versions = [1_800_000_000, .min].map { ItemVersion.example(kept: $0) }
    let now = FileTime(seconds: 1_800_000_000, nanoseconds: 0)
    #expect(limits.superfluous(among: versions, now: now, capacity: nil) == [versions[1]])
  }

  @Test func `The limits keep what their documentation says, of any versions`() {
    var random = SeededGenerator(seed: 61)
    let now: Int64 = 1_800_000_123
    for round in 0..<300 {
      var limits = VersionLimits()
      if round % 2 == 0 { limits.bytes = .random(in: 0...40, using: &random) }
      let spans: [Int64] = [3_600, 100_000, 40 * 86_400]
      let span = spans.randomElement(using: &random) ?? 1
      let edges: [Int64] = [86_400, 86_399, 30 * 86_400, 30 * 86_400 - 1, 0]
      let ages = (0..<Int.random(in: 0...90, using: &random)).map { _ -> Int64 in
        Bool.random(using: &random)
          ? Int64.random(in: -span / 20...span, using: &random)
          : edges.randomElement(using: &random) ?? 0
      }
      let versions = ages.sorted().enumerated().map { index, age -> ItemVersion in
        let time = FileTime(seconds: now - age, nanoseconds: 0)
        return ItemVersion(
          identifier: "\(index)", path: "/v", place: .stored("/v"), date: time, kept: time,
          size: .random(in: 0...3, using: &random), host: nil, user: nil, program: nil, type: nil,
          origin: .save, isConflict: Int.random(in: 0..<9, using: &random) == 0,
          isResolved: .random(using: &random),
          isDiscardable: Int.random(in: 0..<9, using: &random) > 0)
      }
      // The parts of the rule, each on its own.
      let thinned = versions.filter(\.mayBeThinned)
      func age(_ version: ItemVersion) -> Int64 { now - version.kept.seconds }
      func first(_ period: Int64, upTo limit: Int64) -> Set<ItemVersion> {
        let young = thinned.filter { age($0) < limit }
        return Set(
          Dictionary(grouping: young) { $0.kept.seconds / period }.values.compactMap(\.first))
      }
      let stay = first(3_600, upTo: 24 * 3_600).union(first(86_400, upTo: 30 * 86_400))
        .union(thinned.filter { age($0) < 0 }.prefix(20))
        .union(thinned.filter { age($0) >= 0 }.prefix(20))
        .union(versions.filter { !$0.mayBeThinned })
      var kept = versions.filter(stay.contains)
      func total() -> Int64 {
        kept.enumerated().filter { $0.offset == 0 || $0.element.mayBeThinned }
          .reduce(0) { $0 + $1.element.size }
      }
      while total() > limits.bytes, let oldest = kept.dropFirst().lastIndex(where: \.mayBeThinned) {
        kept.remove(at: oldest)
      }
      let gone = limits.superfluous(
        among: versions, now: FileTime(seconds: now, nanoseconds: 0), capacity: nil)
      #expect(Set(versions).subtracting(gone) == Set(kept), "round \(round)")
      #expect(Set(gone).count == gone.count)
    }
    #expect(VersionLimits().bytes == 512 * 1024 * 1024 && VersionLimits().partOfVolume == 20)
  }
}
