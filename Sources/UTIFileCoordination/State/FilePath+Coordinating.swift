internal import CUTISystemCalls
internal import Foundation
package import SystemPackage
internal import UTIFoundationBridge
internal import UTIPlatform

extension FilePath {
  /// Creates the path by which accesses to a URL are coordinated.
  ///
  /// It has no symbolic links. For an item in a package it is the path of the package, because a
  /// package is one item.
  ///
  /// - Parameter path: The path of the URL without symbolic links; nil to resolve it.
  init?(coordinating url: URL, resolvedTo path: FilePath? = nil) {
    guard let path = path ?? FilePath(resolving: url) else { return nil }
    self = path.enclosingPackage ?? path
  }

  /// Returns the path after moves of the item or of its parent directories, the oldest first.
  package func moved(by moves: [CoordinationState.Move]) -> FilePath {
    moves.reduce(self) { $0.moved(from: $1.source, to: $1.destination) ?? $0 }
  }

  /// The path of the first parent directory whose extension belongs to a type of packages; nil if
  /// the item is in no package.
  ///
  /// Each access calls this function, and few directories have an extension, so it scans bytes
  /// before it creates components.
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
