internal import CUTISystemCalls
internal import Foundation
internal import UTIFoundationBridge
internal import UTIPlatform

/// The search, after the patience of an access, for a stopped process that holds its lock, for
/// example after Ctrl-Z.
///
/// The access fails after ``FileCoordinationConfiguration/stoppedProcessPatience``.
final class StoppedHolderSearch {
  private let number: CoordinationState.Number
  private let patience: Duration
  private let began = ContinuousClock.now
  private var next: ContinuousClock.Instant
  private var found: ContinuousClock.Instant?

  init(_ number: CoordinationState.Number, patience: Duration) {
    self.number = number
    self.patience = patience
    next = began + patience
  }

  /// The search for the holder of the lock that the access waits for.
  func run(_ awaited: LockByte, of file: LockFile, at url: URL) {
    let now = ContinuousClock.now
    guard now >= next else { return }
    next = now + .seconds(1)
    guard let process = stoppedProcess(behind: awaited, of: file, WaitFile.all()) else {
      found = nil
      return
    }
    let description = PeerDirectory.description(of: "\(process)")
    if found == nil {
      FileCoordinationConfiguration.standard.report(
        DocumentError(
          .processStopped, .coordinate, url: url,
          message: "the access waits, because \(description) accesses the item and is stopped",
          remedy: "continue it with 'kill -CONT \(process)', or end it"))
    }
    let first = found ?? now
    found = first
    if let limit = FileCoordinationConfiguration.standard.stoppedProcessPatience,
      now - first >= limit
    {
      CoordinationMonitor.shared.withState { $0.fail(number, .stoppedProcess(description)) }
    }
  }
}

extension StoppedHolderSearch {
  /// Follows the waits of others; `waits` have not been followed yet.
  private func stoppedProcess(
    behind awaited: LockByte, of file: LockFile, _ waits: [ProcessWaits.Member]
  ) -> Int32? {
    let holders = file.holders(of: awaited)
    if let stopped = holders.first(where: { ThreadActivity(in: $0) == .stopped }) { return stopped }
    for wait in waits where wait.wait.held.contains(where: { $0.offset == awaited.offset }) {
      guard let process = Int32(wait.name.prefix { $0.isNumber }), holders.contains(process) else {
        continue
      }
      let rest = waits.filter { $0.name != wait.name }
      if let stopped = stoppedProcess(behind: wait.wait.awaited, of: file, rest) { return stopped }
    }
    return nil
  }
}

extension LockFile {
  /// The system shows the holders below `/proc`, to the same user, by the locks of each descriptor.
  ///
  /// - Complexity: O(*n*) in the number of open files of the user's processes.
  func holders(of byte: LockByte) -> [Int32] {
    guard let own = FileStatus.present(at: "/proc/self/fd/\(descriptor)") else { return [] }
    func names(_ path: String) -> [String] {
      path.withCString { DirectoryEntries.readableNames(inDirectory: $0) }
    }
    return names("/proc").compactMap { Int32($0) }.filter { process in
      process != getpid()
        && names("/proc/\(process)/fd").contains { name in
          FileStatus.present(at: "/proc/\(process)/fd/\(name)")?.item == own.item
            && Self.locks("/proc/\(process)/fdinfo/\(name)", byte)
        }
    }
  }

  static func locks(_ path: String, _ byte: LockByte) -> Bool {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return false }
    return text.split(separator: "\n").contains { line in
      // Such as "lock:	1: OFDLCK ADVISORY  WRITE -1 00:1f:123 4 4".
      let words = line.split(whereSeparator: \.isWhitespace)
      guard words.first == "lock:", words.count >= 9, let first = Int64(words[7]) else {
        return false
      }
      let last = Int64(words[8]) ?? .max
      return first <= byte.offset && byte.offset <= last
        && (byte.isExclusive || words[4] == "WRITE")
    }
  }
}
