/// What a directory tells of an item.
package struct DirectoryEntry {
  /// The name as the system takes it, which is there until the next item is asked for.
  package let platformString: UnsafePointer<CChar>
  /// The kind of the item; nil when the file system does not keep it with the name.
  package let kind: Kind?
  /// What kind of item a name stands for.
  package enum Kind: Sendable {
    case file, directory, other
  }

  init(_ entry: UnsafeMutablePointer<dirent>) {
    platformString = (UnsafeRawPointer(entry) + Self.nameOffset).assumingMemoryBound(to: CChar.self)
    kind =
      switch Int(entry.pointee.d_type) {
      case Int(DT_UNKNOWN): nil
      case Int(DT_REG): .file
      case Int(DT_DIR): .directory
      default: .other
      }
  }

  /// The bytes of the name, which are there as long.
  package var name: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(
      start: UnsafeRawPointer(platformString).assumingMemoryBound(to: UInt8.self),
      count: strlen(platformString))
  }

  /// The number of the item in its file system, according to the directory, which is there as long.
  ///
  /// A mount point has the number of the item below the mount, and some file systems have other
  /// numbers here than in the status of the item.
  package var inode: UInt64 {
    let entry = UnsafeRawPointer(platformString) - Self.nameOffset
    return UInt64(entry.load(fromByteOffset: Self.inodeOffset, as: ino_t.self))
  }

  /// The name as text, with U+FFFD for what is no UTF-8.
  package var text: String { String(decoding: name, as: UTF8.self) }

  /// Whether the name stands for the directory itself or the one above.
  var isDots: Bool {
    strcmp(platformString, ".") == 0 || strcmp(platformString, "..") == 0
  }

  private static let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
  private static let inodeOffset = MemoryLayout<dirent>.offset(of: \.d_ino) ?? 0
}
