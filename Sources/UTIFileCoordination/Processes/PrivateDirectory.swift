internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The directory in which a user's processes coordinate: `locks`, with a byte for each lock, and
/// `peers/PID-NAME` and `waits/PID-NAME`, for sockets of processes with presenters and waits for
/// locks.
///
/// Never in a home directory, which may be on a network file system, where processes of other
/// machines look dead. Other users must not be able to enter it, because they could block
/// documents.
final class PrivateDirectory: Sendable {
  private enum State {
    case unknown
    case usable(FilePath)
    /// No directory is usable, which was reported.
    case missing
  }

  typealias Candidate = InodeLockFile.Place

  static let shared = PrivateDirectory()

  private let candidates: [Candidate]
  private let report: @Sendable (DocumentError) -> Void
  private let state = Mutex(State.unknown)

  init(
    _ candidates: [Candidate] = InodeLockFile.places,
    report: @escaping @Sendable (DocumentError) -> Void = {
      FileCoordinationConfiguration.standard.report($0)
    }
  ) {
    self.candidates = candidates
    self.report = report
  }

  /// The directory; nil if no trusted one exists, which is reported once.
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

  /// Opens the lock file, on a new descriptor for each purpose.
  func openLocks() -> CInt? {
    for _ in 0..<2 {
      guard let path else { return nil }
      let file = Candidate.openFile(in: path)
      if file >= 0 { return file }
      // The directory of a session is removed when the user logs out, and created again later.
      guard errno == ENOENT else { return nil }
      state.withLock { $0 = .unknown }
    }
    return nil
  }

  private static func prepared(_ candidate: Candidate) -> FilePath? {
    let peers = Candidate(base: nil, path: candidate.path.appending("peers"))
    return candidate.prepare() && peers.prepare() ? candidate.path : nil
  }

  private var missing: DocumentError {
    let paths = candidates.map(\.path)
    let names = paths.map(\.string).joined(separator: ", ")
    return DocumentError(
      .coordinationUnavailable, .coordinate, url: URL(of: paths.last ?? "/"),
      message: "none of \(names) is a directory that only this user may enter, so that files are"
        + " not coordinated with other processes",
      remedy: "let XDG_RUNTIME_DIR name a directory of the user's with the mode 0700")
  }
}
