/// What has been changed, so that it can be taken back.
struct InstallationUndo {
  private var folders: [String] = []
  private var files: [(path: String, bytes: [UInt8]?)] = []

  mutating func made(folder: String) { folders.append(folder) }

  /// Notes what a file held, or that there was none.
  mutating func changes(_ path: String, from bytes: [UInt8]?) { files.append((path, bytes)) }

  /// Takes all changes back, as far as that can be done.
  func undo() {
    for (path, bytes) in files.reversed() {
      if let bytes {
        try? FileChange.write(path, bytes)
      } else {
        try? FileChange.remove(path)
      }
    }
    for folder in folders.reversed() { FileChange.removeDirectory(folder) }
  }
}
