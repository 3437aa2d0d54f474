internal import SystemPackage
internal import UTIPlatform

/// The sockets of the processes that have presenters.
enum PeerDirectory {
  /// Where the sockets are.
  static var path: FilePath? { PrivateDirectory.shared.path?.appending("peers") }

  /// Connects to all other processes.
  ///
  /// A socket that nobody listens to is left over from a process that was killed, and goes.
  static func connections() -> [(name: String, socket: PacketSocket)] {
    guard let path else { return [] }
    let own = PeerListener.shared.name
    return names(in: path).compactMap { name in
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

  /// Removes what processes have left that were killed before their sockets had names.
  static func sweep(_ path: FilePath) {
    for name in names(in: path) where name.hasPrefix(".") {
      let socket = path.appending(name)
      guard let status = FileStatus.present(at: socket, followsLinks: false),
        status.changed.seconds < FileTime.now.seconds - 60
      else { continue }
      _ = socket.withPlatformString(unlink)
    }
  }

  /// What people call a process: nobody is recognised by its number, which other containers see
  /// differently.
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
    // Who is found is asked; who comes behind an error is found the next time.
    path.withPlatformString { DirectoryEntries.readableNames(inDirectory: $0) }
  }
}
