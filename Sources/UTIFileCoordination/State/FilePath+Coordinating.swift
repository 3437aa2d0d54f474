internal import Foundation
internal import FoundationAdditions
internal import SystemPackage
internal import UTIPlatform
internal import UniformTypes

extension FilePath {
  /// Creates the path by which accesses to a URL are coordinated.
  ///
  /// It has no symbolic links. For an item in a package it is the path of the package, because a
  /// package is one item.
  init?(coordinating url: URL) {
    guard let path = FilePath(resolving: url) else { return nil }
    // All processes must agree on the packages, whatever registry a document uses.
    let types = TypeRegistry.current
    self =
      path.shortestPrefix {
        types.type(filenameExtension: $0, conformingTo: .package)?.isDeclared ?? false
      } ?? path
  }

  /// Returns the path of the first parent directory with a wanted extension.
  ///
  /// Each access calls this function, and few directories have an extension, so it scans bytes
  /// before it creates components.
  private func shortestPrefix(whereExtension isWanted: (String) -> Bool) -> FilePath? {
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
        guard isWanted(String(decoding: ending, as: UTF8.self)) else { continue }
        let prefix = UnsafeBufferPointer(start: bytes, count: end - bytes)
        return FilePath(platformString: Array(prefix) + [0])
      }
      return nil
    }
  }
}
