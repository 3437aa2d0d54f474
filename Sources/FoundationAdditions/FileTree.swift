internal import Foundation
internal import SystemPackage
internal import UTIDocumentStorage
internal import UTIPlatform

/// A file wrapper and its children at one moment, which is written on another thread while the
/// wrappers are used.
package struct FileTree: Sendable {
  enum Content: Sendable {
    /// A file; nil for bytes that are not read yet.
    case regularFile(Data?)
    case directory([String: FileTree])
    case unreadDirectory
    /// A symbolic link and its destination, which is never followed (rule M7).
    case symbolicLink(FilePath)
  }

  var content: Content
  var filename: String?
  var preferredFilename: String?
  /// The name on disk if it differs from the key of the item.
  var nameOnDisk: NameOnDisk?
  /// The locations of the item on disk, the newest first; empty if it was never written.
  var origins: [FileOrigin] = []
  /// Attributes that were set and differ from the attributes on disk.
  var attributes = FileAttributes()

  /// The permissions to set; nil for the default of new items.
  var permissions: FilePermissions? {
    attributes.permissions ?? origins.first?.status.permissions
  }

  func changesAttributes(of status: FileStatus) -> Bool {
    attributes.permissions.map { $0 != status.permissions } ?? false
      || attributes.modificationTime.map { $0 != status.modified } ?? false
  }

  var path: FilePath { origins.first?.path ?? FilePath(filename ?? preferredFilename ?? "") }
}

extension FileTree {
  /// Returns the name as a component of a path; nil if an item cannot have it (rule M5).
  static func component(_ name: String) -> FilePath.Component? {
    isName(name) ? FilePath.Component(name) : nil
  }

  static func isName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= FileName.longest
      && !name.utf8.contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  /// "name 2.txt", "name 3.txt" and so on, of a length that an item can have (rule E12).
  static func uniqueName(_ name: String, isTaken: (String) -> Bool) -> String {
    guard isTaken(name) else { return name }
    var number = 2
    while true {
      let numbered = FileName.numbered(name, number)
      if !isTaken(numbered) { return numbered }
      number += 1
    }
  }
}

/// The format of a serialized wrapper.
///
/// ```
/// signature  0x89 "FWRP" 0x0D 0x0A 0x1A    8 bytes; a transfer as text damages it
/// version    1                             1 byte
/// node                                     see below
/// digest     of all bytes before it        8 bytes
///
/// node:
///   kind         0 file, 1 directory, 2 symbolic link           1 byte
///   filename, preferred filename                                text, or length 0xFFFFFFFF for none
///   permissions  0xFFFFFFFF for none                            4 bytes
///   modified     flag 1 byte, seconds 8 bytes, nanoseconds 4 bytes
///   file: length 8 bytes, bytes      directory: count 4 bytes, then key text and node, by key
///   symbolic link: destination text
/// text: length in bytes 4 bytes, UTF-8
/// ```
///
/// Numbers have their most significant byte first.
enum SerializedTree {
  static let signature: [UInt8] = [0x89] + Array("FWRP".utf8) + [0x0D, 0x0A, 0x1A]
  static let version: UInt8 = 1
  static let none = UInt32.max
  static let digestSize = 8

  enum Kind: UInt8 {
    case regularFile = 0
    case directory = 1
    case symbolicLink = 2
  }
}

extension FileTree {
  /// - Throws: ``FileWrapperError`` if an item cannot be read.
  func serialized() throws(FileWrapperError) -> Data {
    var data = Data(SerializedTree.signature + [SerializedTree.version])
    try append(to: &data)
    data.append(number: data.withUnsafeBytes { FileIdentity.digest(of: $0) })
    return data
  }

  private func append(to data: inout Data) throws(FileWrapperError) {
    let kind: SerializedTree.Kind =
      switch content {
      case .regularFile: .regularFile
      case .directory, .unreadDirectory: .directory
      case .symbolicLink: .symbolicLink
      }
    data.append(kind.rawValue)
    data.append(text: filename)
    data.append(text: preferredFilename)
    data.append(number: permissions.map { UInt32($0.rawValue) } ?? SerializedTree.none)
    let modified = attributes.modificationTime ?? origins.first?.status.modified
    data.append(modified == nil ? 0 : 1)
    data.append(number: UInt64(bitPattern: modified?.seconds ?? 0))
    data.append(number: modified?.nanoseconds ?? 0)
    switch content {
    case .regularFile:
      let bytes = try contents()
      data.append(number: UInt64(bytes.count))
      data.append(bytes)
    case .symbolicLink(let destination): data.append(text: destination.string)
    case .directory, .unreadDirectory:
      let children = try children()
      data.append(number: UInt32(children.count))
      for (key, child) in children.sorted(by: { $0.key < $1.key }) {
        data.append(text: key)
        try child.append(to: &data)
      }
    }
  }
}

extension Data {
  fileprivate mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  fileprivate mutating func append(text: String?) {
    guard let text else { return append(number: SerializedTree.none) }
    append(number: UInt32(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}
