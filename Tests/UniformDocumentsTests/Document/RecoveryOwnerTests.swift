import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The owner of autosaved contents while their program runs, is stopped, and is killed.
@Suite @MainActor struct RecoveryOwners {
  @Test("P4: contents belong to a running process, stopped or not, and to none after it has ended")
  func owners() async throws {
    let scratch = try ScratchDirectory()
    let controller = DocumentController(recentDocumentList: .keepingNothing)
    var environment = DocumentEnvironment.quiet
    environment.autosaveDirectory = scratch.path.appending("autosaved")
    let process = try TestProgram.process(
      TestProgram.documentProbe,
      ["draft", scratch.url("Draft.txt").path, scratch.path.appending("autosaved").string])
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    defer { kill(process.processIdentifier, SIGKILL) }
    #expect(String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self) == "ready\n")
    #expect(try controller.autosavedDocuments(in: environment).isEmpty)
    kill(process.processIdentifier, SIGSTOP)
    #expect(try controller.autosavedDocuments(in: environment).isEmpty)
    // As old as anything may be: age decides nothing.
    for name in try FileManager.default.subpathsOfDirectory(atPath: scratch.path.string) {
      // The link to the draft's place leads nowhere.
      try? FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: scratch.url(name).path)
    }
    #expect(try controller.autosavedDocuments(in: environment).isEmpty)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let found = try controller.autosavedDocuments(in: environment)
    #expect(found.map(\.documentURL.lastPathComponent) == ["Draft.txt"])
    #expect(found.map(\.isDraft) == [true])
  }
}
