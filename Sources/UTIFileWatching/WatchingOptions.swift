/// The waiting times and limits of a watch.
package struct WatchingOptions: Hashable, Sendable {
  /// The time without notices after which an item is probed (rules J5, J19).
  package var quietPeriod = Duration.milliseconds(100)
  /// The quiet period of a file that is created or written and not yet closed (rule J6).
  package var writingPeriod = Duration.seconds(1)
  /// The time after which a missing item counts as deleted.
  ///
  /// Simple programs save by deleting and creating the file (rule J11).
  package var absencePeriod = Duration.milliseconds(500)
  /// The maximum duration of a burst, because a log is written without an end.
  package var longestBurst = Duration.seconds(5)
  /// The interval between polls of an item without notices.
  package var pollingPeriod = Duration.seconds(2)
  /// True if the items in a directory belong to it.
  package var looksInside = true
  /// True if files are read to compare their bytes.
  package var comparesContents = false
  /// The size of the largest file that is read to compare its bytes.
  package var mostBytesCompared: UInt64 = 16 << 20
  /// The greatest number of items that are read in a directory.
  package var mostSubitems = 65_536
  /// The greatest number of directories that are watched for one item.
  package var mostDirectories = 1024
  /// The greatest number of items held by descriptors, which find items after moves.
  ///
  /// It is nil for half of the files that the process may open. Other items are found by the
  /// notices about their moves.
  package var mostHeldItems: Int?
  /// True if descriptors hold the directories of items.
  ///
  /// They help to find items without descriptors.
  package var holdsDirectories = true

  package init() {}
}
