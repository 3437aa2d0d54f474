internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIFoundationBridge

/// Reports, once for each directory, that the library ignores a directory because other users can
/// access it.
enum PrivatePlaces {
  private static let reported = Mutex<Set<FilePath?>>([])

  /// Records a report on a directory.
  ///
  /// - Returns: whether the directory is reported for the first time.
  fileprivate static func isNews(_ path: FilePath?) -> Bool {
    reported.withLock { $0.insert(path).inserted }
  }
}

extension DocumentEnvironment {
  /// Reports that a directory is not private.
  func reportOnce(_ fault: PrivacyFault) {
    guard PrivatePlaces.isNews(fault.path) else { return }
    report(
      DocumentError(
        .noPrivatePlace, .save, url: URL(of: fault.path), errno: .notPermitted,
        message: "\(fault.path) is not used, and its contents are not offered: \(fault)",
        remedy: "set XDG_STATE_HOME to a directory that only this user can write"))
  }

  /// Reports that the user has no directory for drafts and versions, if there is none.
  func reportMissingPlace() {
    guard !hasStateDirectory, PrivatePlaces.isNews(nil) else { return }
    let path = UserState.directories.last ?? FilePath("/")
    report(
      DocumentError(
        .noPrivatePlace, .save, url: URL(of: path), errno: .notPermitted,
        message: "the user has no directory for state that other users cannot reach, so that"
          + " drafts are not autosaved and versions are not kept",
        remedy: "set XDG_STATE_HOME to a directory that only this user can write"))
  }
}
