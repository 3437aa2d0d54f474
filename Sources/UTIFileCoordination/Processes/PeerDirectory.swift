internal import Foundation
internal import Synchronization
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIFoundationBridge
internal import UTIPlatform

/// The sockets of the processes that have presenters.
enum PeerDirectory {
  static var path: FilePath? { PrivateDirectory.shared.path?.appending("peers") }

  /// Removes sockets without a listener, which are left over from killed processes.
  static func connections() -> [(name: String, socket: PacketSocket)] {
    guard let path else { return [] }
    let own = PeerListener.shared.name
    let status = FileStatus.present(at: path)
    if let status, lonely.contains(status) { return [] }
    let names = names(in: path)
    if let status, names.allSatisfy({ $0 == own }) { noteLonely(status, path) }
    return names.compactMap { name in
      guard name != own, !name.hasPrefix(".") else { return nil }
      switch PacketSocket.connect(to: name, in: path) {
      case .connected(let socket): return (name, socket)
      case .dead:
        _ = path.appending(name).withPlatformString(unlink)
        return nil
      case .failed: return nil
      }
    }
  }

  /// The states of the directory in which it has no socket of another process.
  private static let lonely = QuietDirectories()

  private static func noteLonely(_ status: FileStatus, _ path: FilePath) {
    guard let directory = try? FileDescriptor.open(path, .readOnly, options: [.closeOnExec]) else {
      return
    }
    defer { try? directory.close() }
    lonely.insert(status, directory)
  }

  /// Removes the files of processes that were killed before the files had names.
  static func sweep(_ path: FilePath) {
    for name in names(in: path) where name.hasPrefix(".") {
      let socket = path.appending(name)
      guard let status = FileStatus.present(at: socket, followsLinks: false),
        status.changed.seconds < FileTime.now.seconds - 60
      else { continue }
      _ = socket.withPlatformString(unlink)
    }
  }

  /// The description is not an identifier, because other containers number processes differently.
  static func description(of name: String) -> String {
    let number = name.prefix { $0.isNumber }
    guard let file = fopen("/proc/\(number)/comm", "re") else { return "process \(number)" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, CInt(line.count), file) != nil else { return "process \(number)" }
    let program = String(
      decoding: line.prefix { $0 > 31 || $0 < 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "process \(number) (\(program))"
  }

  private static func names(in path: FilePath) -> [String] {
    // Names read before an error are used; the next call finds the others.
    path.withPlatformString { DirectoryEntries.readableNames(inDirectory: $0) }
  }
}

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
