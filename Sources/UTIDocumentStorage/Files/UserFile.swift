package import SystemPackage
package import UTIPlatform

/// A file that a program reads completely, changes and writes back.
///
/// ``SafeWriter`` writes it: owner, permissions, extended attributes, access control lists and hard
/// links are kept, and a file that another process has changed since the read is not overwritten.
package struct UserFile: Sendable {
  /// The path, as the caller passed it.
  package let path: FilePath
  /// The contents; nil if the file did not exist.
  package let bytes: [UInt8]?
  private let identity: FileIdentity?

  /// Reads a file, which need not exist; links are followed.
  ///
  /// - Parameters:
  ///   - path: the path.
  ///   - limit: the greatest size in bytes.
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

  /// Creates the value from a file that has been read.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - file: its contents and its status at the time of the read.
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

  /// Writes new contents; a link is followed, even if its destination does not exist.
  ///
  /// - Parameters:
  ///   - bytes: the new contents.
  ///   - writer: the writer.
  /// - Throws: ``SafeWritingError`` with the code `changedOnDisk` if the file is not the one that
  ///   was read, `vanished` if it no longer exists, and others if it cannot be written; it is then
  ///   unchanged.
  package func write(
    _ bytes: [UInt8], by writer: SafeWriter = SafeWriter()
  ) throws(SafeWritingError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SafeWritingError) in
        try writer.write(
          bytes, to: path, operation, expecting: identity)
      }
    }
    _ = try result.get()
  }

  /// The operation for the present item.
  ///
  /// A file that has appeared since the read is not overwritten. A link without a destination
  /// counts as an item, and is followed.
  private var operation: SafeWriter.Operation {
    if identity != nil { return .overwrite }
    return FileStatus.present(at: path, followsLinks: false)?.kind == .symbolicLink
      ? .createOrOverwrite : .create
  }
}
