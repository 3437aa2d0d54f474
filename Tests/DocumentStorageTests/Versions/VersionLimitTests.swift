import SystemPackage
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
      var record = VersionRecord(date: time, kept: time, size: 1)
      (record.isConflict, record.isResolved) = (isConflict, isResolved)
      record.isDiscardable = isDiscardable
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
}
