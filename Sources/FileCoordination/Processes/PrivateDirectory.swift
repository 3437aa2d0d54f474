internal import DocumentStorage
internal import Foundation
internal import FoundationAdditions
internal import Synchronization
internal import SystemPackage
internal import UTIPlatform

/// The directory through which the processes of a user agree on who accesses an item.
///
/// ```
/// locks           a byte for everything that can be locked; empty
/// peers/PID-NAME  the socket of a process with file presenters
/// ```
///
/// It is never in a home, which may lie on another machine, whose processes would look dead. Nobody
/// else may enter it: who could, could keep others from their documents.
final class PrivateDirectory: Sendable {
  private enum State {
    case unknown
    case usable(FilePath)
    /// Somebody was told so.
    case missing
  }

  /// Where the directory may be.
  typealias Candidate = UserLocks.Place

  static let shared = PrivateDirectory()

  private let candidates: [Candidate]
  private let report: @Sendable (FileCoordinationError) -> Void
  private let state = Mutex(State.unknown)

  init(
    _ candidates: [Candidate] = UserLocks.places,
    report: @escaping @Sendable (FileCoordinationError) -> Void = {
      FileCoordinationConfiguration.standard.report($0)
    }
  ) {
    self.candidates = candidates
    self.report = report
  }

  /// The directory; nil where there is none that can be trusted, which is reported once.
  var path: FilePath? {
    state.withLock { state in
      switch state {
      case .usable(let path): return path
      case .missing: return nil
      case .unknown:
        guard let path = candidates.lazy.compactMap(Self.prepared).first else {
          state = .missing
          report(missing)
          return nil
        }
        state = .usable(path)
        return path
      }
    }
  }

  /// Opens the file of the locks, anew for every purpose.
  func openLocks() -> CInt? {
    for _ in 0..<2 {
      guard let path else { return nil }
      let file = Candidate.openFile(in: path)
      if file >= 0 { return file }
      // The directory of a session goes when the user logs out, and comes back.
      guard errno == ENOENT else { return nil }
      state.withLock { $0 = .unknown }
    }
    return nil
  }

  private static func prepared(_ candidate: Candidate) -> FilePath? {
    if let base = candidate.base, !isPrivate(base) { return nil }
    let peers = Candidate(base: candidate.base, path: candidate.path.appending("peers"))
    for directory in [candidate, peers] {
      guard directory.make(), isPrivate(directory.path) else { return nil }
    }
    return candidate.path
  }

  /// A Boolean value that indicates whether a path is a directory, and not a link to one, that only the
  /// user can enter, and that no other user can exchange.
  private static func isPrivate(_ path: FilePath) -> Bool {
    guard let status = FileStatus.present(at: path, followsLinks: false) else { return false }
    return status.kind == .directory && status.permissions == .ownerReadWriteExecute
      && status.owner == geteuid() && (try? SystemFileStore().isPrivate(path)) == true
  }

  private var missing: FileCoordinationError {
    let paths = candidates.map(\.path)
    let names = paths.map(\.string).joined(separator: ", ")
    return FileCoordinationError(
      .coordinationUnavailable, url: URL(of: paths.last ?? "/"),
      message: "none of \(names) is a directory that only this user may enter, so that files are"
        + " not coordinated with other processes",
      remedy: "let XDG_RUNTIME_DIR name a directory of the user's with the mode 0700")
  }
}
