package import SystemPackage
internal import UTIPlatform

/// The target of a file that is written without being read: created before the program reads its
/// inputs, it protects an item that another process creates meanwhile.
package struct OutputPlace: Sendable {
  /// The path, as the caller passed it.
  package let path: FilePath
  private let present: FileStatus?
  /// True if the path is a symbolic link, which may lead to no item.
  private let isLink: Bool

  /// Follows links.
  package init(_ path: FilePath) {
    self.path = path
    present = FileStatus.present(at: path)
    isLink = FileStatus.present(at: path, followsLinks: false)?.kind == .symbolicLink
  }

  /// True if the item is a device or pipe, which is written and not replaced.
  package var isStream: Bool { present?.kind.isSpecial ?? false }

  /// A file is complete, or unchanged after an error.
  ///
  /// - Throws: ``SafeWritingError`` for a file, `Errno` for a device or pipe.
  package func write(_ bytes: UnsafeRawBufferPointer, by writer: SafeWriter = SafeWriter()) throws {
    if isStream {
      let file = try FileDescriptor.open(path, .writeOnly)
      _ = try file.closeAfter { try file.writeAll(bytes) }
    } else {
      try writer.write(
        bytes, to: path, present == nil && !isLink ? .create : .createOrOverwrite,
        expecting: present.map { FileIdentity($0) })
    }
  }
}
