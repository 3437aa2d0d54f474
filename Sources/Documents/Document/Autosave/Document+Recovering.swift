internal import Foundation
internal import FoundationAdditions
internal import SystemPackage

extension Document {
  /// What opening or saving found of saves that a crash had ended, or whose old item another program
  /// had open for writing; nil before either.
  public var recoveryReport: RecoveryReport? { record.withValues { $0.recovery } }

  /// Mends what a crash has left of an item, before the item is read.
  ///
  /// Runs on the queue of file access.
  ///
  /// - Returns: where the item is: elsewhere, when the crash came while it changed its name with
  ///   its type (rule E9).
  func recoverItem(at url: URL) throws -> URL {
    let path = try FilePath(of: url)
    let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    // The compiler of Swift 6.3 fails on catching and throwing this error in one function.
    let result = Result { () throws(SafeWritingError) in try writer.recover(at: path) }
    let report: RecoveryReport
    switch result {
    case .success(let found): report = found
    case .failure(let error):
      if Self.isUnreachable(error) { return url }
      throw unmended(error, at: url)
    }
    record.withValues { values in
      values.recovery = report
      values.recoveredDirectory = url.deletingLastPathComponent()
    }
    for kept in report.kept { reportKept(kept, at: url, .open) }
    let moved = DocumentItem(at: url, store: environment.store).path.flatMap {
      report.superseded[$0]
    }
    return moved.map { URL(of: $0) } ?? url
  }

  private func unmended(_ error: SafeWritingError, at url: URL) -> DocumentError {
    DocumentError(
      .system, .open, url: url, errno: error.errno, isOriginalIntact: false,
      underlyingError: error,
      message: "\(localizedName) was being saved during a crash, and cannot be recovered: "
        + (error.failure.map { "\($0)" } ?? error.message),
      remedy: "make its directory writable, and open it again")
  }

  /// Whether there is nothing to look into; whoever reads or writes finds out why.
  private static func isUnreachable(_ error: SafeWritingError) -> Bool {
    let reasons: Set<Errno> = [
      .permissionDenied, .fileNameTooLong, .notDirectory, .tooManySymbolicLinkLevels,
    ]
    return error.code != .systemCall || error.errno.map(reasons.contains) ?? false
  }

  /// The same before the first save to a directory; a document that was opened there needs it no
  /// more, unless a save has left the item mended in part.
  ///
  /// A folder for autosaved contents is left alone: what an interrupted autosave has left there may be the
  /// only copy.
  func recoverPlace(of url: URL) throws {
    guard !AutosaveFolder.holds(url) else { return }
    let directory = url.deletingLastPathComponent()
    guard record.withValues({ $0.recoveredDirectory }) != directory else { return }
    _ = try recoverItem(at: url)
  }
}
