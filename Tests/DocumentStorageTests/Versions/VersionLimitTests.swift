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
}
