internal import CUTISystemCalls
internal import Foundation
internal import SystemPackage
internal import UTIPlatform

/// The file by which a process shows the wait of one of its accesses to others.
///
/// The process holds a lock of the file, which the system releases when the process dies.
final class WaitFile {
  /// A random part of names, because containers give equal numbers to processes.
  private static let process = String(UInt64.random(in: .min ... .max), radix: 36)

  let name: String
  private let path: FilePath
  private let descriptor: CInt
  private var written: ProcessWait?

  /// Creates the file, which has its name only after it is locked.
  ///
  /// - Returns: nil if the system does not allow it.
  init?() {
    guard let directory = PrivateDirectory.shared.path?.appending("waits") else { return nil }
    _ = directory.withPlatformString { mkdir($0, 0o700) }
    PeerDirectory.sweep(directory)
    let random = String(UInt64.random(in: .min ... .max), radix: 36)
    name = "\(getpid())-\(Self.process).\(random)"
    path = directory.appending(name)
    let temporary = directory.appending(".\(random)")
    descriptor = temporary.withPlatformString {
      open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
    guard descriptor >= 0 else { return nil }
    let isNamed =
      uti_lock_byte(descriptor, 0, 1) == 0
      && temporary.withPlatformString { old in path.withPlatformString { rename(old, $0) } } == 0
    if !isNamed {
      _ = temporary.withPlatformString(unlink)
      return nil
    }
  }

  deinit {
    guard descriptor >= 0 else { return }
    _ = path.withPlatformString(unlink)
    _ = close(descriptor)
  }

  /// Writes the wait, if it has changed.
  func write(_ wait: ProcessWait) {
    guard wait != written, let data = try? JSONEncoder().encode(wait) else { return }
    // A reader that sees half of it reads it again later.
    _ = ftruncate(descriptor, 0)
    let count = data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    written = count == data.count ? wait : nil
  }

  /// Reads the waits of all processes that live.
  static func all() -> [ProcessWaits.Member] {
    guard let directory = PrivateDirectory.shared.path?.appending("waits") else { return [] }
    return directory.withPlatformString { DirectoryEntries.readableNames(inDirectory: $0) }
      .compactMap { read($0, in: directory) }
  }

  /// Reads a wait, and removes its file if its process has died.
  private static func read(_ name: String, in directory: FilePath) -> ProcessWaits.Member? {
    let path = directory.appending(name)
    let file = path.withPlatformString { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    guard file >= 0 else { return nil }
    defer { _ = close(file) }
    guard uti_is_byte_locked(file, 0) == 1 else {
      // A file without a name may not be locked yet.
      if !name.hasPrefix(".") { _ = path.withPlatformString(unlink) }
      return nil
    }
    guard !name.hasPrefix("."),
      let data = try? FileHandle(fileDescriptor: file, closeOnDealloc: false).readToEnd(),
      let wait = try? JSONDecoder().decode(ProcessWait.self, from: data)
    else { return nil }
    return ProcessWaits.Member(name: name, wait: wait)
  }
}
