import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite(.requires(LateWriter.reports))
struct LateWritersOfDocuments {
  private static func text(_ path: FilePath) throws -> String {
    try String(contentsOfFile: path.string, encoding: .utf8)
  }

  @Test func `L11: A document keeps late writes as a version in conflict`()
    async throws
  {
    let directory = try ScratchDirectory(["a.txt": "old old"])
    let path = directory.path.appending("a.txt")
    let document = TracingDocument(fileURL: URL(filePath: path.string))
    document.environment.autosavePolicy = nil
    document.environment.versionsDirectory = directory.path.appending("versions")
    document.preservesVersions = true
    try await document.openContents()
    let writer = try LateWriter(path)
    document.text = "new"
    document.updateChangeCount(.done)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    // The old contents are a separate version, to which no program writes any more.
    let versions = document.environment.versions
    #expect(try versions.versions(of: path).map { try Self.text($0.path) } == ["old old"])
    try writer.write("late")
    // The document learns of the version as soon as it has its place.
    while !document.documentState.contains(.inConflict) {
      try await Task.sleep(for: .milliseconds(5))
    }
    let conflicts = versions.versions(of: path).filter(\.isUnresolvedConflict)
    let texts = try conflicts.map { try Self.text($0.path) }
    #expect(texts == ["lateold"])
    try await document.saveAndClose()
    #expect(try Self.text(path) == "new")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path.string)
    #expect(Set(names) == ["a.txt", "versions"])
  }
}
