import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import DocumentStorage

/// Versions on file systems that share blocks, which are made in files and mounted.
@Suite(.serialized) struct ReflinkTests {
  struct Tools: CustomTestStringConvertible, Sendable {
    let make: String
    let options: [String]

    var testDescription: String { make }

    /// The reason why there can be no such file system here; nil if there can.
    var obstacle: String? {
      if geteuid() != 0 { return "mounting needs the superuser" }
      if path == nil { return "\(make) is not installed" }
      return FileManager.default.fileExists(atPath: "/dev/loop-control")
        ? nil : "there are no loop devices"
    }

    var path: String? {
      ["/usr/sbin/", "/sbin/", "/usr/bin/"].map { $0 + make }.first {
        FileManager.default.isExecutableFile(atPath: $0)
      }
    }
  }

  static let all = [
    Tools(make: "mkfs.btrfs", options: ["-q"]),
    Tools(make: "mkfs.xfs", options: ["-q", "-m", "reflink=1"]),
  ]

  @discardableResult
  private func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  @Test("A kept copy of a large file takes no additional space", arguments: all)
  func sharing(_ tools: Tools) throws {
    if let obstacle = tools.obstacle { return print("skipped: \(tools.make): \(obstacle)") }
    let scratch = try ScratchDirectory(["mount/": ""], in: NSTemporaryDirectory())
    let image = scratch.file("image").string
    #expect(FileManager.default.createFile(atPath: image, contents: nil))
    let handle = try FileHandle(forWritingTo: URL(filePath: image))
    try handle.truncate(atOffset: 600 << 20)
    try handle.close()
    let mount = scratch.file("mount")
    guard try run(tools.path ?? "", tools.options + [image]) == 0,
      try run("/bin/mount", ["-o", "loop", image, mount.string]) == 0
    else { return print("skipped: \(tools.make): the image cannot be made or mounted") }
    defer { _ = try? run("/bin/umount", ["-l", mount.string]) }
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
