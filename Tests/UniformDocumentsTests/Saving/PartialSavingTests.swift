import CoordinationTestSupport
import Foundation
import TestSupport
import Testing

/// Writers that write the changed parts of a package.
@Suite struct PartialSavings {
  @Test("Q2: a process that is killed in a writer of changes leaves the earlier package")
  func killed() async throws {
    let scratch = try ScratchDirectory(["a.rtfd/1.txt": "one", "a.rtfd/2.txt": "two"])
    let path = scratch.url("a.rtfd").path(percentEncoded: false)
    let process = try CoordinatingProcess("DocumentProbe", ["partial", path], [:])
    #expect(await process.says("wrote 1.txt"))
    kill(process.number, SIGKILL)
    #expect(await process.end() == -SIGKILL)
    #expect(scratch.text("a.rtfd/1.txt") == "one" && scratch.text("a.rtfd/2.txt") == "two")
  }
}
