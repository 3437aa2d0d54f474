import Foundation
import TestSupport
import Testing

@Suite("Standard error")
struct StandardErrorTests {
  @Test("has only our own lines, also if libxml2 fails to convert an encoding")
  func encodingFailure() throws {
    let directory = try TemporaryDirectory()
    defer { directory.remove() }
    let file = directory.url.appendingPathComponent("x.plist")
    let start = #"<?xml version="1.0" encoding="ISO-2022-JP"?><plist><dict><key>"#
    try (Data(start.utf8) + Data([0xFC, 0xDF, 0xC3, 0xBC]) + Data("</key></dict></plist>".utf8))
      .write(to: file)
    let run = try Command.run(["lint", file.path])
    #expect(run.status == 65)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix(file.path + ":1:") == true)
  }
}
