public import SystemPackage

/// What opening a document found of saves that a crash had ended, or whose old item another program
/// had open for writing, and what became of it.
public struct RecoveryReport: Hashable, Sendable {
  /// Items that were only partly written, and are complete again.
  public internal(set) var restored: [FilePath] = []
  /// Temporary items without a use, which were removed.
  public internal(set) var removed: [FilePath] = []
  /// Contents that no item has: somebody else's, or those of an item that is gone.
  public internal(set) var kept: [FilePath] = []
  /// Items whose place one under another name had taken, with the path of that one; their own
  /// contents are among those that are kept.
  public internal(set) var superseded: [FilePath: FilePath] = [:]
  /// What stays as it is because it may not be changed, or belongs to another item and could not be
  /// mended.
  public internal(set) var unresolved: [FilePath] = []

  /// Makes the report of nothing found.
  public init() {}
}

extension SafeWriter {
  /// Mends what saves that a crash had ended left behind in the directory of an item.
  ///
  /// Opening a document calls it before reading. What a living process is writing stays as it is, and
  /// so does an old item that another program still has open for writing.
  ///
  /// - Parameter target: the place of the item; it need not exist.
  /// - Returns: what was restored, removed and kept.
  /// - Throws: ``SafeWritingError`` where the directory is missing or an item could not be mended.
  @discardableResult
  public func recover(at target: FilePath) throws(SafeWritingError) -> RecoveryReport {
    do {
      let place = try SaveTarget(target, store: store)
      defer { try? store.close(place.directory) }
      return try Recovery.report(at: place, store: store, options: options)
    } catch {
      throw SafeWritingError(error, path: target)
    }
  }
}
