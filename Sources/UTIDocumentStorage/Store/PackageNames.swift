internal import SystemPackage
internal import UTIPlatform

/// The required names of a package, as a tree; nil for all items that are not directories.
struct PackageNames {
  var children: [FilePath.Component: PackageNames?] = [:]

  init(of location: FileLocation, in store: any FileStore) throws(FileStoreError) {
    for name in try store.names(at: location) {
      let child = location.appending(name)
      let isDirectory = try store.status(of: child).kind == .directory
      children[name] = .some(isDirectory ? try PackageNames(of: child, in: store) : nil)
    }
  }

  private init() {}

  /// The paths, each followed by a zero byte; the path of a directory ends with a slash.
  var encoded: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes, below: FilePath())
    return bytes
  }

  private func append(to bytes: inout [UInt8], below path: FilePath) {
    for (name, child) in children {
      let place = path.appending(name)
      place.withPlatformString { bytes += UnsafeRawBufferPointer(start: $0, count: place.length) }
      bytes += child == nil ? [0] : [UInt8(ascii: "/"), 0]
      child?.append(to: &bytes, below: place)
    }
  }

  init(decoding bytes: [UInt8]) {
    self.init()
    for line in bytes.split(separator: 0) {
      let isDirectory = line.last == UInt8(ascii: "/")
      let path = (line + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.map {
          FilePath(platformString: $0.assumingMemoryBound(to: CChar.self))
        } ?? FilePath()
      }
      insert(Array(path.components)[...], isDirectory: isDirectory)
    }
  }

  private mutating func insert(_ path: ArraySlice<FilePath.Component>, isDirectory: Bool) {
    guard let name = path.first else { return }
    let rest = path.dropFirst()
    if rest.isEmpty, !isDirectory {
      children[name] = .some(nil)
      return
    }
    var child = (children[name] ?? nil) ?? PackageNames()
    child.insert(rest, isDirectory: isDirectory)
    children[name] = child
  }
}
