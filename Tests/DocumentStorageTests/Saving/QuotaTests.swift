import Foundation
import SystemPackage
import TestSupport
import Testing
import UTIDocumentStorage

/// A file system with a quota, which is made in a file and mounted.
@Suite(.serialized) struct Quotas {
  /// Mounts a file system of which 20 MB may be used, and returns its directory.
  private func mount(in scratch: ScratchDirectory) throws -> FilePath {
    let (image, place) = (scratch.file("image").string, scratch.file("mount"))
    let made = [
      ["truncate", "-s", "300M", image], ["mkfs.btrfs", "-q", image],
      ["mount", "-o", "loop", image, place.string], ["btrfs", "quota", "enable", place.string],
      ["btrfs", "qgroup", "limit", "20M", "0/5", place.string],
    ]
    for arguments in made { try #require(TestProgram.succeeds(arguments)) }
    return place
  }

  @Test(.requires(.programs("btrfs", "mkfs.btrfs"), .loopDevices))
  func `L10: A save beyond the quota is an error with its number, and changes nothing`()
    throws
  {
    let scratch = try ScratchDirectory(["mount/": ""], in: NSTemporaryDirectory())
    defer { TestProgram.succeeds(["umount", "-l", scratch.file("mount").string]) }
    let place = try mount(in: scratch)
    let path = place.appending("a.bin")
    try Data("old".utf8).write(to: URL(filePath: path.string))
    let bytes = Data((0..<40 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    let error = #expect(throws: SafeWritingError.self) {
      try SafeWriter().write(to: path, .overwrite) { temporary in
        let store = SystemFileStore()
        let file = try store.createFile(at: FileLocation(temporary), permissions: .ownerReadWrite)
        defer { try? store.close(file) }
        var offset = 0
        while offset < bytes.count {
          offset += try bytes[offset...].prefix(1 << 20).withUnsafeBytes {
            try store.write($0, to: file, at: Int64(offset))
          }
        }
      }
    }
    #expect(error?.errno == .diskQuotaExceeded)
    #expect(error?.isOriginalIntact == true)
    #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.string) == ["a.bin"])
    // There is room for what the quota permits.
    try SafeWriter().write(to: path, .overwrite) {
      try Data("new".utf8).write(to: URL(filePath: $0.string))
    }
    #expect(try String(contentsOfFile: path.string, encoding: .utf8) == "new")
  }
}
