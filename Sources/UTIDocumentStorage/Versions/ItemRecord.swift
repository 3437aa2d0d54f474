internal import SystemPackage
internal import UTIDataFormats
internal import UTIPlatform

/// The contents of `item.json`, which identifies the item of a directory of versions.
struct ItemRecord: Hashable {
  static let name = FilePath.Component.known("item.json")

  /// The last known path of the item, without symbolic links.
  var path: FilePath
  var device: UInt64
  var inode: UInt64
  /// Nil if the file system does not record it.
  var created: FileTime?

  init(path: FilePath, _ status: FileStatus?) {
    self.path = path
    device = status?.device ?? 0
    inode = status?.inode ?? 0
    created = status?.created
  }

  /// The path is ignored; creation times must be equal, because inode numbers are reused; device
  /// numbers are not compared, because some file systems change them with each boot.
  func isOf(_ status: FileStatus) -> Bool {
    inode == status.inode && created != nil && created == status.created
  }

  /// The bytes of the path are escaped, because a name need not be valid UTF-8, and JSON must be.
  var encoded: [UInt8] {
    let escapedPath = path.withPlatformString {
      PercentEncoding.encoded(UnsafeRawBufferPointer(start: $0, count: path.length))
    }
    return JSONValue.record(
      [
        ("path", .string(escapedPath)),
        ("device", .string(String(device))),
        ("inode", .string(String(inode))),
      ] + JSONValue.members(of: created, "created"))
  }

  init?(decoding bytes: [UInt8]) {
    guard let object = try? JSONReader.read(bytes), let text = object["path"]?.string else {
      return nil
    }
    var path = PercentEncoding.decoded(text.utf8)
    guard !path.contains(0) else { return nil }
    path.append(0)
    self.path = path.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { characters in
      characters.baseAddress.map { FilePath(platformString: $0) } ?? FilePath()
    }
    device = object["device"]?.string.flatMap { UInt64($0) } ?? 0
    inode = object["inode"]?.string.flatMap { UInt64($0) } ?? 0
    created = object.time("created")
  }
}
