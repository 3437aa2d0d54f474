import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import UTIDocumentStorage

/// Versions on file systems that share blocks, which are made in files and mounted.
@Suite(.serialized) struct ReflinkTests {
  struct Tools: CustomTestStringConvertible, Sendable {
    let make: String
    let options: [String]

    var testDescription: String { make }

    /// True if such a file system can be made here.
    var areAvailable: Bool {
      let purpose = "versions on \(make)"
      return Requirement.programs(make).isMet(for: purpose)
        && Requirement.loopDevices.isMet(for: purpose)
    }
  }

  static let all = [
    Tools(make: "mkfs.btrfs", options: ["-q"]),
    Tools(make: "mkfs.xfs", options: ["-q", "-m", "reflink=1"]),
  ]

  @Test("A kept copy of a large file takes no additional space", arguments: all)
  func sharing(_ tools: Tools) throws {
    guard tools.areAvailable else { return }
    let scratch = try ScratchDirectory(["mount/": ""], in: NSTemporaryDirectory())
    let image = scratch.file("image").string
    #expect(FileManager.default.createFile(atPath: image, contents: nil))
    let handle = try FileHandle(forWritingTo: URL(filePath: image))
    try handle.truncate(atOffset: 600 << 20)
    try handle.close()
    let mount = scratch.file("mount")
    try #require(TestProgram.succeeds([tools.make] + tools.options + [image]))
    try #require(TestProgram.succeeds(["mount", "-o", "loop", image, mount.string]))
    defer { TestProgram.succeeds(["umount", "-l", mount.string]) }
    let size = 100 << 20
    let item = mount.appending("a.bin")
    var bytes = Data(count: size)
    for index in stride(from: 0, to: size, by: 512) {
      bytes[index] = UInt8(truncatingIfNeeded: index >> 9)
    }
    try bytes.write(to: URL(filePath: item.string))
    var versions = VersionStore(directory: scratch.path.appending("state").appending("versions"))
    versions.trash.home = scratch.file("Trash")
    sync()
    let before = try free(mount)
    let clock = ContinuousClock()
    var version: ItemVersion?
    let time = try clock.measure {
      version = try versions.add(
        contentsOf: FileLocation(item), to: item, VersionNotes(), byMoving: false)
    }
    sync()
    let used = try before - free(mount)
    let kept = try #require(version)
    #expect(kept.path.isWithin(mount))
    #expect(used < 10 << 20, "\(used) bytes")
    #expect(try SystemFileStore().hasEqualBytes(FileLocation(kept.path), FileLocation(item)))
    print("\(tools.make): a version of 100 MB in \(time), \(used >> 10) KiB")
  }

  private func free(_ path: FilePath) throws -> Int {
    var status = statvfs()
    #expect(statvfs(path.string, &status) == 0)
    return Int(status.f_bfree) * Int(status.f_frsize)
  }
}
