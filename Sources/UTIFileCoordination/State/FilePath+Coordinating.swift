internal import CUTISystemCalls
internal import Foundation
package import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

extension FilePath {
  /// The path has no symbolic links (`path`; nil to resolve it), and leads to the package for an
  /// item in one, because a package is one item.
  init?(coordinating url: URL, resolvedTo path: FilePath? = nil) {
    guard let path = path ?? FilePath(resolving: url) else { return nil }
    self = path.enclosingPackage ?? path
  }

  /// Returns the path after moves of the item or of its parent directories, the oldest first.
  package func moved(by moves: [CoordinationState.Move]) -> FilePath {
    moves.reduce(self) { $0.moved(from: $1.source, to: $1.destination) ?? $0 }
  }

  /// The first parent directory with an extension of packages; scans bytes, because each access
  /// calls it and few directories have an extension.
  private var enclosingPackage: FilePath? {
    withPlatformString { bytes -> FilePath? in
      let (slash, period) = (CInt(UInt8(ascii: "/")), CChar(UInt8(ascii: ".")))
      var start = bytes
      while let end = strchr(start, slash).map({ UnsafePointer($0) }) {
        defer { start = end + 1 }
        let name = UnsafeBufferPointer(start: start, count: end - start)
        guard memchr(start, CInt(period), name.count) != nil,
          let last = name.lastIndex(of: period), last > 0
        else { continue }
        let ending = name[(last + 1)...].map { UInt8(bitPattern: $0) }
        guard uti_is_package_extension(ending, ending.count) != 0 else { continue }
        let prefix = UnsafeBufferPointer(start: bytes, count: end - bytes)
        return FilePath(platformString: Array(prefix) + [0])
      }
      return nil
    }
  }
}
