internal import SystemPackage
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
