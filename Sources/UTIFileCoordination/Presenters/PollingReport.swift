internal import Foundation
internal import Synchronization
package import SystemPackage
package import UTIFileWatching
internal import UTIFoundationBridge

/// Reports once for each reason that items are polled, because the system does not report changes
/// (rule J18).
package final class PollingReport: Sendable {
  package static let shared = PollingReport()

  private let reported = Mutex<Set<PollingReason>>([])

  package func reportOnce(
    _ reason: PollingReason, _ path: FilePath, _ report: (FileCoordinationError) -> Void
  ) {
    guard reported.withLock({ $0.insert(reason).inserted }) else { return }
    let (message, remedy) = Self.words(reason)
    report(
      FileCoordinationError(
        .watchingLimited, url: URL(of: path),
        message: "changes of items such as this one are noticed late: \(message)", remedy: remedy))
  }

  private static func words(_ reason: PollingReason) -> (message: String, remedy: String) {
    switch reason {
    case .network:
      ("the file system is one of other machines", "nothing is lost: saving looks before it writes")
    case .userSpace:
      ("the file system is a program (FUSE)", "nothing is lost: saving looks before it writes")
    case .watchLimit:
      (
        "the user watches as many directories as the system allows",
        "raise fs.inotify.max_user_watches with sysctl"
      )
    case .instanceLimit:
      (
        "the user's programs have as many inotify instances as the system allows",
        "raise fs.inotify.max_user_instances with sysctl"
      )
    case .tooManyDirectories:
      ("it has too many directories in it", "present a directory with fewer in it")
    case .notReadable:
      ("its directory may not be read", "ask for permission to read the directory")
    case .unmounted: ("the volume was taken away", "mount the volume again")
    }
  }
}
