/// An item of a directory, as readdir(3) reports it.
package struct DirectoryEntry {
  /// The name as the system takes it, valid until the next item is read.
  package let platformString: UnsafePointer<CChar>
  /// The kind of the item; nil if the file system does not store it with the name.
  package let kind: FileKind?
  /// The number of the item in its file system, according to the directory.
  ///
  /// A mount point has the number of the item below the mount, and some file systems have other
  /// numbers here than in the status of the item.
  package let inode: UInt64

  init(_ entry: UnsafeMutablePointer<dirent>) {
    platformString = (UnsafeRawPointer(entry) + Self.nameOffset).assumingMemoryBound(to: CChar.self)
    inode = UInt64(entry.pointee.d_ino)
    kind = FileKind(entryType: entry.pointee.d_type)
  }

  /// The bytes of the name, valid until the next item is read.
  package var name: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(platformString).assumingMemoryBound(to: UInt8.self),
      count: strlen(platformString))
  }

  /// The name as text, with U+FFFD for bytes that are not UTF-8.
  package var text: String { String(decoding: name, as: UTF8.self) }

  /// True if the name is `.` or `..`.
  var isDots: Bool {
    strcmp(platformString, ".") == 0 || strcmp(platformString, "..") == 0
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
