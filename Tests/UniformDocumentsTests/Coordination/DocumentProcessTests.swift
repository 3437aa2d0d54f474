import CoordinationTestSupport
import Foundation
import Testing

/// Documents of one process, and accesses of others to their items.
@Suite struct DocumentProcesses {
  private let place: MeetingPlace

  init() throws { place = try MeetingPlace() }

  @Test(
    "G5, K2, K3, J7: a document saves for readers of other processes, reads their writes, and follows"
  )
  func documents() async throws {
    let path = place.path("note.txt")
    try Data("old".utf8).write(to: URL(filePath: path))
    let document = try place.start(program: "DocumentProbe", ["edit", path])
    #expect(await document.says("ready"))
    document.nextStep("edited here")
    #expect(await document.says("edited"))
    let reader = try place.start("cat", path)
    #expect(await reader.end() == 0)
    #expect(reader.lines == ["edited here", "end"])
    #expect(try await place.start("echo", path, "written elsewhere").end() == 0)
    #expect(await document.says("loaded written elsewhere"))
    #expect(try await place.start("move", path, place.path("new.txt")).end() == 0)
    #expect(await document.says("moved to new.txt"))
    #expect(await document.end() == 0)
    #expect(document.lines.contains("closes new.txt, saying written elsewhere"))
    #expect(place.sockets == [])
  }
}
