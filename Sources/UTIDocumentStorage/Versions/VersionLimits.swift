internal import SystemPackage
internal import UTIPlatform

/// The limits for automatic versions: the newest ones, and the latest of each hour and day.
///
/// Versions not to be discarded, unresolved conflicts and the newest version are always kept.
package struct VersionLimits: Hashable, Sendable {
  package var newest = 20
  /// The age in seconds up to which one version an hour is kept.
  package var hourly: Int64 = 24 * 3600
  /// The age in seconds up to which one version a day is kept.
  package var daily: Int64 = 30 * 24 * 3600
  /// The total size of the discardable versions and the newest version of an item.
  package var bytes: Int64 = 512 << 20
  /// The divisor of the file system's size that gives the limit of the total.
  package var partOfVolume: Int64 = 20

  package init() {}

  /// `versions` are all of an item, the newest first; `capacity` is in bytes, nil if unknown.
  func superfluous(
    among versions: [ItemVersion], now: FileTime, capacity: Int64?
  ) -> [ItemVersion] {
    var kept: [ItemVersion] = []
    var gone: [ItemVersion] = []
    var hours: Set<Int64> = []
    var days: Set<Int64> = []
    // Versions that are always kept do not count, and versions with a time in the future count
    // separately, because the clock was set back.
    var counts = (past: 0, future: 0)
    for version in versions {
      guard version.mayBeThinned else {
        kept.append(version)
        continue
      }
      let isFromFuture = version.kept > now
      if isFromFuture { counts.future += 1 } else { counts.past += 1 }
      let count = isFromFuture ? counts.future : counts.past
      // The time in a record is not trusted.
      let (age, isTooOld) = now.seconds.subtractingReportingOverflow(version.kept.seconds)
      let isOfHour = !isTooOld && age < hourly && hours.insert(version.kept.seconds / 3600).inserted
      let isOfDay = !isTooOld && age < daily && days.insert(version.kept.seconds / 86400).inserted
      let stays = count <= newest || isOfHour || isOfDay
      if stays { kept.append(version) } else { gone.append(version) }
    }
    let most = min(bytes, capacity.map { $0 / max(1, partOfVolume) } ?? bytes)
    let counted = kept.prefix(1) + kept.dropFirst().filter(\.mayBeThinned)
    var total = counted.reduce(Int64(0)) { $0 + min($1.size, .max - $0) }
    for version in kept.dropFirst().reversed() where total > most && version.mayBeThinned {
      gone.append(version)
      total -= version.size
    }
    return gone
  }

  /// Returns the size of the file system of a path, in bytes.
  static func capacity(of path: FilePath) -> Int64? {
    var status = statvfs()
    guard path.withPlatformString({ statvfs($0, &status) }) == 0 else { return nil }
    let (bytes, isTooMany) = Int64(clamping: status.f_blocks)
      .multipliedReportingOverflow(by: Int64(clamping: status.f_frsize))
    return isTooMany ? nil : bytes
  }
}
