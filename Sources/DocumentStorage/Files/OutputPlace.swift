package import SystemPackage
internal import UTIPlatform

/// The place of a file that a program is going to write without having read it.
///
/// The item in it is looked at when the value is made. A program that makes the value before it reads
/// its inputs does not overwrite what another process puts there meanwhile.
package struct OutputPlace: Sendable {
  /// The path, as it was given.
  package let path: FilePath
  private let present: FileStatus?
  /// A link that leads nowhere is an item too, and is followed.
  private let isLink: Bool

  /// Looks at a place.
  ///
  /// - Parameter path: the path; links are followed.
  package init(_ path: FilePath) {
    self.path = path
    present = FileStatus.present(at: path)
    isLink = FileStatus.present(at: path, followsLinks: false)?.kind == .symbolicLink
  }

  /// A Boolean value that indicates whether the place has a device or a pipe, which is written into
  /// instead of replaced.
  package var isStream: Bool { present?.kind.isSpecial ?? false }

  /// Returns a Boolean value that indicates whether a path leads to the file in the place.
  package func isFile(at other: FilePath) -> Bool {
    guard let present, let other = FileStatus.present(at: other) else { return false }
    return present.isSameItem(as: other)
  }

  /// Writes a file whole, or writes into a device or a pipe.
  ///
  /// - Parameters:
  ///   - bytes: the contents.
  ///   - writer: the writer.
  /// - Throws: ``SafeWritingError`` for a file, which is as it was then; `Errno` for a device or a
  ///   pipe.
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
