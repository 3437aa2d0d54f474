internal import Foundation
internal import SystemPackage
internal import UTIFoundationBridge

extension Document {
  /// The report of opening or saving on interrupted saves and on late writes to an old item; nil
  /// before either.
  public var recoveryReport: RecoveryReport? { record.withValues { $0.recovery } }

  /// Repairs an item after a crash, before the item is read.
  ///
  /// Runs on the queue of file access.
  ///
  /// - Returns: the location of the item, which differs if the crash interrupted a change of its
  ///   type and name (rule E9).
  func recoverItem(at url: URL) throws -> URL {
    let path = try FilePath(of: url)
    let writer = SafeWriter(store: environment.store, options: environment.writingOptions)
    // The compiler of Swift 6.3 fails to catch and throw this error in one function.
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

  /// Returns true if the location is inaccessible; the following read or write reports the reason.
  private static func isUnreachable(_ error: SafeWritingError) -> Bool {
    let reasons: Set<Errno> = [
      .permissionDenied, .fileNameTooLong, .notDirectory, .tooManySymbolicLinkLevels,
    ]
    return error.code != .systemCall || error.errno.map(reasons.contains) ?? false
  }

  /// Repairs a directory before the first save to it.
  ///
  /// A document that was opened in the directory does not need this again, unless a save has
  /// repaired the item only in part. A folder for autosaved contents is not repaired: the remains
  /// of an interrupted autosave may be the only copy.
  func recoverPlace(of url: URL) throws {
    guard !AutosaveFolder.holds(url) else { return }
    let directory = url.deletingLastPathComponent()
    guard record.withValues({ $0.recoveredDirectory }) != directory else { return }
    _ = try recoverItem(at: url)
  }
}
