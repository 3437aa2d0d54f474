import Foundation
import StorageTestSupport
import SystemPackage
import TestSupport
import Testing
import UniformTypes

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

/// Changes that are autosaved elsewhere than at the document's item.
@Suite @MainActor struct AutosaveElsewhere {
  private let scratch: ScratchDirectory
  private let controller = DocumentController(recentDocumentList: .keepingNothing)
  private var directory: FilePath { scratch.path.appending("autosaved") }
  private var environment: DocumentEnvironment {
    var environment = DocumentEnvironment.quiet
    environment.autosaveDirectory = directory
    return environment
  }

  /// The class as which the next program opens documents.
  private final class QuietDocument: TracingDocument {
    override init(fileURL: URL) {
      super.init(fileURL: fileURL)
      environment = .quiet
    }
  }

  init() throws {
    scratch = try ScratchDirectory(["a.txt": "old"])
    controller.register(QuietDocument.self, for: [try #require(UTType("public.plain-text"))])
  }

  /// Gives a test a document, and afterwards a world in which its program has ended.
  private func withEndingProgram(
    draft: Bool, _ body: (TracingDocument) async throws -> Void
  ) async throws {
    weak var remains: TracingDocument?
    do {
      let document = TracingDocument.make(scratch.url(draft ? "Untitled.txt" : "a.txt"))
      remains = document
      document.environment = environment
      document.isDraft = draft
      try await document.openContents()
      try await body(document)
      document.record.withValues { $0.autosaved = nil }
    }
    // What the document was doing last may hold on to it for a moment. As long as it exists, it
    // presents the item, and is asked to save its changes.
    let deadline = ContinuousClock.now + .seconds(60)
    while remains != nil, ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(remains == nil)
  }

  private func firstFound() throws -> AutosavedDocument {
    let found = try controller.autosavedDocuments(in: environment)
    return try #require(found.first)
  }

  @Test func `A process that is being started does not hide autosaved contents`() async throws {
    var copy: FileDescriptor?
    try await withEndingProgram(draft: true) { document in
      document.edit("ours")
      try await document.autosaveContents()
      // A process that another thread starts has copies of all descriptors for a moment.
      let folder = document.record.withValues { $0.autosaved?.folder }
      copy = try folder?.directory.descriptor.duplicate()
    }
    let inherited = try #require(copy)
    #expect(try firstFound().isDraft)
    try inherited.close()
  }

  /// The error that something is refused with.
  private func refusal(_ body: () async throws -> Void) async -> DocumentError? {
    do {
      try await body()
      return nil
    } catch {
      return error as? DocumentError
    }
  }

  private func contents() throws -> [String: String] {
    try scratch.contents().filter { $0.value != "" && !$0.value.hasPrefix("->") }
      .reduce(into: [:]) { $0[$1.key.split(separator: "/").last.map(String.init) ?? ""] = $1.value }
  }

  @Test("G6, P4: a draft autosaves elsewhere and is found at the next start of the program")
  func draft() async throws {
    try await withEndingProgram(draft: true) { document in
      #expect(document.isDraft && !document.documentState.contains(.closed))
      document.edit("draft")
      try await document.autosaveContents()
      #expect(document.hasUnsavedChanges && document.isDraft)
      #expect(scratch.text("Untitled.txt") == nil)
      let url = try #require(document.autosavedContentsFileURL)
      #expect(try String(contentsOf: url, encoding: .utf8) == "draft")
      // The lock of an existing document keeps other processes from taking its contents.
      let found = try controller.autosavedDocuments(in: environment)
      #expect(found.isEmpty)
    }
    let found = try controller.autosavedDocuments(in: environment)
    #expect(found.map(\.documentURL.lastPathComponent) == ["Untitled.txt"])
    #expect(found.map(\.isDraft) == [true])
    let opened = try await controller.reopenDocument(try firstFound())
    let document = try #require(opened as? TracingDocument)
    #expect(document.text == "draft" && document.hasUnsavedChanges && document.isDraft)
    #expect(document.fileURL == scratch.url("Untitled.txt"))
    #expect(try controller.autosavedDocuments(in: environment).isEmpty)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.saveAndClose()
    #expect(try contents() == ["a.txt": "old", "Untitled.txt": "draft"])
  }

  @Test("G6, G9: changes to a read-only item are kept elsewhere, and the failure is reported")
  func readOnly() async throws {
    #expect(chmod(scratch.url("a.txt").path, 0o444) == 0)
    try await withEndingProgram(draft: false) { document in
      document.edit("changed")
      let error = await refusal { try await document.autosaveContents() }
      #expect(error?.code == .noPermission)
      #expect(document.handled.count == 1)
      let kept = try scratch.contents().values.filter { ["changed", "old"].contains($0) }.sorted()
      #expect(kept == ["changed", "old"])
    }
    #expect(chmod(scratch.url("a.txt").path, 0o644) == 0)
    let found = try firstFound()
    #expect(!found.isDraft)
    let document = try await controller.reopenDocument(found)
    try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    try await document.saveAndClose()
    #expect(try contents() == ["a.txt": "changed"])
  }

  @Test("G6, D10: changes to an older version do not overwrite contents that were saved since")
  func changedMeanwhile() async throws {
    try await withEndingProgram(draft: false) { document in
      try Data("theirs".utf8).write(to: document.fileURL)
      document.edit("ours")
      #expect(await refusal { try await document.autosaveContents() } != nil)
    }
    let found = try firstFound()
    let document = try await controller.reopenDocument(found)
    let error = await refusal {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    #expect(scratch.text("a.txt") == "theirs")
    document.overwritesChangesOnDisk = true
    try await document.saveAndClose()
    #expect(try contents() == ["a.txt": "ours"])
  }

  @Test("G6: a document without its item reopens as a draft; an open one keeps its changes")
  func goneOrOpen() async throws {
    try await withEndingProgram(draft: false) { document in
      #expect(chmod(document.fileURL.path, 0o444) == 0)
      document.edit("changed")
      #expect(await refusal { try await document.autosaveContents() } != nil)
    }
    try FileManager.default.removeItem(at: scratch.url("a.txt"))
    let found = try firstFound()
    let document = try await controller.reopenDocument(found)
    #expect(document.isDraft && document.hasUnsavedChanges)
    let error = await refusal {
      _ = try await controller.reopenDocument(found)
    }
    #expect(error?.code == .hasChanges)
    try await document.saveAndClose()
    #expect(try contents() == ["a.txt": "changed"])
  }

  @Test(
    "G6: a disk that flushes nothing does not prevent a copy, and the copy is offered",
    arguments: [Errno.ioError, .noSpace], [true, false])
  func unflushed(errno: Errno, draft: Bool) async throws {
    try await withEndingProgram(draft: draft) { document in
      document.environment.store = InterposedFileStore.failing { call, _ in
        call.operation == .synchronize ? errno : nil
      }
      // The parents of the recovery location are missing too.
      document.environment.autosaveDirectory = directory.appending("of").appending("program")
      document.edit("ours")
      let error = await refusal { try await document.autosaveContents() }
      #expect((error == nil) == draft)
    }
    var environment = environment
    environment.autosaveDirectory = directory.appending("of").appending("program")
    let found = try #require(try controller.autosavedDocuments(in: environment).first)
    #expect(try String(contentsOf: found.contentsURL, encoding: .utf8) == "ours")
  }

  @Test("G7: autosaved once for each change, and removed by saving, reverting and closing")
  func once() async throws {
    let ends: [(TracingDocument) async throws -> Void] = [
      { try await $0.saveContents(to: $0.fileURL, for: .forOverwriting) },
      { try await $0.saveAndClose() },
      { try await $0.close(discardingChanges: true) },
    ]
    for (index, end) in ends.enumerated() {
      let document = TracingDocument.make(scratch.url("\(index).txt"))
      document.environment = environment
      document.isDraft = true
      try await document.openContents()
      document.edit("first")
      try await document.autosaveContents()
      let url = try #require(document.autosavedContentsFileURL)
      let before = try FileIdentity(of: FileLocation(FilePath(url.path)))
      try await document.autosaveContents()
      #expect(try FileIdentity(of: FileLocation(FilePath(url.path))) == before)
      document.edit("second")
      try await document.autosaveContents()
      #expect(try String(contentsOf: url, encoding: .utf8) == "second")
      try await end(document)
      if !document.documentState.contains(.closed) { try await document.saveAndClose() }
      #expect(document.autosavedContentsFileURL == nil)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory.string).isEmpty)
      #expect(scratch.text("\(index).txt") == (index == 2 ? nil : "second"))
    }
  }

  @Test("G6, D8: a draft never replaces an item, and stays open")
  func takenPlace() async throws {
    try await withEndingProgram(draft: true) { document in
      document.edit("draft")
      try await document.autosaveContents()
      try Data("theirs".utf8).write(to: document.fileURL)
      let error = await refusal { try await document.saveAndClose() }
      #expect(error?.code == .fileExists)
      #expect(scratch.text("Untitled.txt") == "theirs" && document.hasUnsavedChanges)
      try await document.rename(to: "a")
      #expect(document.fileURL.lastPathComponent == "a 2.txt" && scratch.text("a 2.txt") == nil)
      try await document.saveAndClose()
      #expect(scratch.text("a 2.txt") == "draft" && scratch.text("a.txt") == "old")
    }
  }

  @Test("G6: without a directory for it a draft is saved at its URL")
  func nowhere() async throws {
    let document = TracingDocument.make(scratch.url("Untitled.txt"))
    document.isDraft = true
    try await document.openContents()
    document.edit("draft")
    try await document.autosaveContents()
    #expect(scratch.text("Untitled.txt") == "draft" && !document.isDraft)
    try await document.saveAndClose()
  }
}
