package import SystemPackage
import UTICommandOutput

/// The changes of an installation, so that they can be undone.
package struct InstallationUndo {
  private var folders: [FilePath] = []
  private var files: [(path: FilePath, bytes: [UInt8]?)] = []

  package mutating func made(folder: FilePath) { folders.append(folder) }

  /// Records the previous contents of a file, or that it did not exist.
  package mutating func changes(_ path: FilePath, from bytes: [UInt8]?) {
    files.append((path, bytes))
  }

  /// Takes all changes back, as far as that can be done.
  package func undo() {
    for (path, bytes) in files.reversed() {
      if let bytes {
        try? FileChange.file(at: path).replace(with: bytes)
      } else {
        try? FileChange.remove(path)
      }
    }
    for folder in folders.reversed() { FileChange.removeDirectory(folder) }
  }
}
