internal import SystemPackage
internal import UTIPlatform

/// How many versions of an item are kept that nobody asked for by name: the newest, and of older ones the
/// latest of each hour and day.
///
/// What is not discardable, and conflicts that nobody has resolved, stay whatever the limits say, and
/// so does the newest version.
package struct VersionLimits: Hashable, Sendable {
  /// How many of the newest stay.
  package var newest = 20
  /// For how many seconds one an hour stays.
  package var hourly: Int64 = 24 * 3600
  /// For how many seconds one a day stays.
  package var daily: Int64 = 30 * 24 * 3600
  /// The most bytes of the versions of an item together that may go, and of the newest.
  package var bytes: Int64 = 512 << 20
  /// The most bytes as a part of the file system: one of so many.
  package var partOfVolume: Int64 = 20

  package init() {}

  /// The versions that go.
  ///
  /// - Parameters:
  ///   - versions: all of an item, the newest first.
  ///   - now: the moment.
  ///   - capacity: the size of the file system in bytes; nil where it is not known.
  func superfluous(
    among versions: [ItemVersion], now: FileTime, capacity: Int64?
  ) -> [ItemVersion] {
    var kept: [ItemVersion] = []
    var gone: [ItemVersion] = []
    var hours: Set<Int64> = []
    var days: Set<Int64> = []
    // What stays anyhow takes no other's place, and neither does a version that is newer than the moment:
    // the clock was set back since.
    var counts = (past: 0, future: 0)
    for version in versions {
      guard mayGo(version) else {
        kept.append(version)
        continue
      }
      let isFromFuture = version.kept > now
      if isFromFuture { counts.future += 1 } else { counts.past += 1 }
      let count = isFromFuture ? counts.future : counts.past
      // A record may say anything.
      let (age, isTooOld) = now.seconds.subtractingReportingOverflow(version.kept.seconds)
      let isOfHour = !isTooOld && age < hourly && hours.insert(version.kept.seconds / 3600).inserted
      let isOfDay = !isTooOld && age < daily && days.insert(version.kept.seconds / 86400).inserted
      let stays = count <= newest || isOfHour || isOfDay
      if stays { kept.append(version) } else { gone.append(version) }
    }
    let most = min(bytes, capacity.map { $0 / max(1, partOfVolume) } ?? bytes)
    let counted = kept.prefix(1) + kept.dropFirst().filter(mayGo)
    var total = counted.reduce(Int64(0)) { $0 + min($1.size, .max - $0) }
    for version in kept.dropFirst().reversed() where total > most && mayGo(version) {
      gone.append(version)
      total -= version.size
    }
    return gone
  }

  private func mayGo(_ version: ItemVersion) -> Bool {
    version.isDiscardable && !version.isUnresolvedConflict
  }

  /// The size of the file system that a path is on.
  static func capacity(of path: FilePath) -> Int64? {
    var status = statvfs()
    guard path.withPlatformString({ statvfs($0, &status) }) == 0 else { return nil }
    let (bytes, isTooMany) = Int64(clamping: status.f_blocks)
      .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return isTooMany ? nil : bytes
  }
}
