public import SystemPackage

/// The result of a recovery when a document is opened.
///
/// It covers saves that a crash ended, and saves whose old item another process had open for
/// writing.
public struct RecoveryReport: Hashable, Sendable {
  /// Items that were only partly written and are complete again.
  public internal(set) var restored: [FilePath] = []
  /// Temporary items that were not needed and were removed.
  public internal(set) var removed: [FilePath] = []
  /// Contents that no item has: changes by another process, or contents of a deleted item.
  public internal(set) var kept: [FilePath] = []
  /// Superseded items, each with the path of the item that replaces it.
  ///
  /// Their own contents are among the kept ones.
  public internal(set) var superseded: [FilePath: FilePath] = [:]
  /// Remains that could not be recovered.
  ///
  /// They may not be changed, or belong to another item whose recovery failed.
  public internal(set) var unresolved: [FilePath] = []

  /// Creates an empty report.
  public init() {}
}

extension SafeWriter {
  /// Recovers the saves that a crash ended in the directory of an item.
  ///
  /// Opening a document calls this function before reading. Items that a running process writes are
  /// left alone, and so are old items that another process still has open for writing.
  ///
  /// - Parameter target: the path of the item, which need not exist.
  /// - Returns: the restored, removed and kept items.
  /// - Throws: ``SafeWritingError`` if the directory is missing or recovery of the item fails.
  @discardableResult
  public func recover(at target: FilePath) throws(SafeWritingError) -> RecoveryReport {
    try recoverPlace(of: target).report
  }

  /// Recovers like ``recover(at:)``; the path is absolute, with symbolic links resolved.
  package func recoverPlace(
    of target: FilePath
  ) throws(SafeWritingError) -> (report: RecoveryReport, resolvedPath: FilePath) {
    do {
      let place = try SaveTarget(target, store: store)
      defer { try? store.close(place.directory) }
      let report = try Recovery.report(at: place, store: store, options: options)
      return (report, place.absolutePath)
    } catch {
      throw SafeWritingError(error, path: target)
    }
  }
}

extension SafeWriter.Options {
  /// The directories for items that a save cannot keep next to an item.
  package static var userRecoveryDirectories: [FilePath] {
    UserState.directories.map { $0.appending("saving") }
  }
}
