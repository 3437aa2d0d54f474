package import SystemPackage
package import UTIPlatform

/// A file that a program reads completely, changes and writes back by ``SafeWriter``, which keeps
/// its attributes and links, and does not overwrite changes of other processes since the read.
package struct UserFile: Sendable {
  /// The path, as the caller passed it.
  package let path: FilePath
  /// Nil if the file did not exist.
  package let bytes: [UInt8]?
  private let identity: FileIdentity?

  /// Follows links; the file need not exist, and `limit` is in bytes.
  ///
  /// - Throws: `RegularFile.Failure` if the item is not a file, is larger, or cannot be read.
  package init(at path: FilePath, limit: Int = .max) throws(RegularFile.Failure) {
    let file: RegularFile
    do {
      file = try RegularFile(at: path, limit: limit)
    } catch .system(.noSuchFileOrDirectory) {
      self.init(path, bytes: nil, identity: nil)
      return
    }
    self.init(path, file)
  }

  /// The file's status is the one at the time of the read.
  package init(_ path: FilePath, _ file: RegularFile) {
    var identity = FileIdentity(file.status)
    identity.contentDigest = file.bytes.withUnsafeBytes { FileIdentity.digest(of: $0) }
    self.init(path, bytes: file.bytes, identity: identity)
  }

  private init(_ path: FilePath, bytes: [UInt8]?, identity: FileIdentity?) {
    self.path = path
    self.bytes = bytes
    self.identity = identity
  }

  /// Follows a link, even without a destination; the file is unchanged after an error.
  ///
  /// - Throws: ``SafeWritingError``: `changedOnDisk` if the file is not the one that was read,
  ///   `vanished` if it no longer exists.
  package func write(
    _ bytes: [UInt8], by writer: SafeWriter = SafeWriter()
  ) throws(SafeWritingError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SafeWritingError) in
        try writer.write(bytes, to: path, operation, expecting: identity)
      }
    }
    _ = try result.get()
  }

  /// Does not overwrite a file that has appeared since the read; a link without a destination
  /// counts as an item.
  private var operation: SafeWriter.Operation {
    if identity != nil { return .overwrite }
    return FileStatus.present(at: path, followsLinks: false)?.kind == .symbolicLink
      ? .createOrOverwrite : .create
  }
}
