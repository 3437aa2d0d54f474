import Foundation
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTITypeGraph

@testable import UTITypeDetection

/// Files that another process makes shorter while they are looked at.
struct ShrinkingFileTests {
  @Test(
    "A container that is truncated after its head was read ends at its last byte",
    arguments: ContainerTests.rows)
  func behindTheHead(_ row: ContainerTests.Row) throws {
    let directory = try TemporaryDirectory()
    let path = FilePath(try directory.write("container", row.bytes))
    let limits = DetectionLimits(headByteCount: 64)
    let detector = try ContainerTests.detector(limits: limits)
    let file = try FileDescriptor.open(path, .readWrite)
    try file.closeAfter {
      func answer() -> String? {
        Array(row.bytes.prefix(limits.headByteCount)).withUnsafeBytes { head in
          // The size is the one that the file had when its status was asked for.
          let window = ByteWindow(
            head: head, size: row.bytes.count, limits: limits, descriptor: file.rawValue)
          return detector.verdict(detector.emptyState(.merged), window: window, view: .merged)
            .mimeType
        }
      }
      let whole = answer()
      #expect(whole == (try detector.verdict(forPath: path.string).mimeType))
      for size in stride(from: row.bytes.count - 1, through: 0, by: -7) {
        try #require(ftruncate(file.rawValue, off_t(size)) == 0)
        #expect(answer()?.isEmpty == false)
      }
    }
  }

  @Test("A file that shrinks and grows all the time gets one of its own verdicts")
  func allTheTime() async throws {
    let directory = try TemporaryDirectory()
    let row = ContainerTests.zipRows[2]
    let padding = [UInt8](repeating: 0, count: 200_000)
    let bytes = row.bytes + padding
    let path = try directory.write("letter", bytes)
    let detector = try ContainerTests.detector()
    let cuts = [0, 3, 40, row.bytes.count, 16_384, 100_000, bytes.count]
    let possible = Set(
      cuts.map { detector.verdict(forBytes: Array(bytes.prefix($0))).mimeType }
        + [row.expected, "application/zip"])

    let isDone = Atomic(false)
    let writer = Task.detached {
      while !isDone.load(ordering: .relaxed) {
        for cut in cuts {
          let file = open(path, O_WRONLY | O_CLOEXEC)
          _ = ftruncate(file, off_t(cut))
          _ = bytes.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
          close(file)
        }
      }
    }
    for _ in 0..<2_000 {
      let answer = try detector.verdict(forPath: path).mimeType
      #expect(possible.contains(answer), "\(answer ?? "none")")
    }
    isDone.store(true, ordering: .relaxed)
    await writer.value
  }
}
