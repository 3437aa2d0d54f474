/// How long changes are waited for, and how much is looked at.
package struct WatchingOptions: Hashable, Sendable {
  /// How long nothing must happen until what happened is looked at (rules J5, J19).
  package var quietPeriod = Duration.milliseconds(100)
  /// The same while a program has written and not yet closed the file, or has only made it (rule J6).
  package var writingPeriod = Duration.seconds(1)
  /// How long an item must be gone until it counts as deleted: programs that save without care delete
  /// and make anew (rule J11).
  package var absencePeriod = Duration.milliseconds(500)
  /// How long what happens is waited for at most; a log is written without an end.
  package var longestBurst = Duration.seconds(5)
  /// How often is looked at what nothing tells of.
  package var pollingPeriod = Duration.seconds(2)
  /// Whether what is in a directory belongs to it.
  package var looksInside = true
  /// Whether files are read to tell whether their bytes are others.
  package var comparesContents = false
  /// The largest file that is read for that.
  package var mostBytesCompared: UInt64 = 16 << 20
  /// How many items in a directory are looked at.
  package var mostSubitems = 65_536
  /// How many directories are watched for one item.
  package var mostDirectories = 1024
  /// How many items are held by descriptors that tell where they were moved; nil for half of what
  /// the process may open.
  ///
  /// The others are found by what the system tells of the move.
  package var mostHeldItems: Int?
  /// Whether descriptors hold the directories that items are in, so that those are found which none
  /// holds.
  package var holdsDirectories = true

  package init() {}
}
