internal import Foundation
internal import UTIFoundationBridge
internal import UTIPlatform

/// A writer of zip archives that every reader supports: no encryption, no compression, names in
/// UTF-8, sizes below 4 GiB.
///
/// Source: APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16.
struct StoredZip {
  /// An error for an archive with parts of 4 GiB or more, or with more than 65,535 parts.
  struct TooLarge: Error, CustomStringConvertible {
    let url: URL
    var description: String { "\(url.path) is too large for a zip archive of the old form" }
  }

  private static let textInUTF8: UInt16 = 1 << 11
  private static let madeOnUnix: UInt16 = 3 << 8 | 20
  private static let neededVersion: UInt16 = 20
  /// The first of January 1980, the earliest date of the format.
  private static let date: UInt16 = 1 << 5 | 1

  private let file: FileHandle
  private var directory = Data()
  private var count = 0
  private var offset = 0

  /// Leaves out links in the item, which may lead to any place; `archive` must not exist.
  ///
  /// - Throws: ``TooLarge``, or the error of reading or writing.
  static func write(_ item: URL, to archive: URL) throws {
    guard FileManager.default.createFile(atPath: archive.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: archive.path])
    }
    let file = try FileHandle(forWritingTo: archive)
    defer { try? file.close() }
    var zip = StoredZip(file: file)
    try zip.add(item, as: item.lastPathComponent)
    try zip.finish(item)
  }

  private init(file: FileHandle) { self.file = file }

  private mutating func add(_ item: URL, as name: String) throws {
    let values = try item.resourceValues(forKeys: [
      .isDirectoryKey, .isRegularFileKey, .isSymbolicLinkKey,
    ])
    guard values.isSymbolicLink != true else { return }
    if values.isDirectory == true {
      try add(Data(), as: name + "/", mode: 0o040755, item)
      let names = try FileManager.default.contentsOfDirectory(atPath: item.path).sorted()
      for child in names { try add(item.appending(component: child), as: name + "/" + child) }
    } else if values.isRegularFile == true {
      try add(Data(contentsOf: item), as: name, mode: 0o100644, item)
    }
  }

  private mutating func add(_ contents: Data, as name: String, mode: UInt32, _ item: URL) throws {
    let name = Data(name.utf8)
    guard let size = UInt32(exactly: contents.count), let nameSize = UInt16(exactly: name.count),
      let start = UInt32(exactly: offset), count < UInt16.max
    else { throw TooLarge(url: item) }
    var common = Data()
    common.append(Self.neededVersion, Self.textInUTF8, 0, 0, Self.date)
    common.append(contents.withUnsafeBytes(CRC32.checksum), size, size)
    common.append(nameSize, 0)
    var header = Data()
    header.append(0x0403_4B50 as UInt32)
    try write(header + common + name)
    try write(contents)
    directory.append(0x0201_4B50 as UInt32)
    directory.append(Self.madeOnUnix)
    directory.append(common)
    directory.append(0 as UInt16, 0, 0)
    directory.append(mode << 16, start)
    directory.append(name)
    count += 1
  }

  private mutating func finish(_ item: URL) throws {
    guard let start = UInt32(exactly: offset), let size = UInt32(exactly: directory.count),
      let number = UInt16(exactly: count)
    else { throw TooLarge(url: item) }
    var end = Data()
    end.append(0x0605_4B50 as UInt32)
    end.append(0, 0, number, number)
    end.append(size, start)
    end.append(0 as UInt16)
    try write(directory + end)
  }

  private mutating func write(_ data: Data) throws {
    try file.write(contentsOf: data)
    offset += data.count
  }
}

extension Data {
  fileprivate mutating func append(_ numbers: UInt16...) {
    for number in numbers {
      append(contentsOf: [
        UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8),
      ])
    }
  }

  fileprivate mutating func append(_ numbers: UInt32...) {
    for number in numbers {
      append(UInt16(truncatingIfNeeded: number), UInt16(truncatingIfNeeded: number >> 16))
    }
  }
}
