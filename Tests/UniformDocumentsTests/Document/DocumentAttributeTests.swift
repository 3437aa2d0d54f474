import Foundation
import StorageTestSupport
import Synchronization
import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@testable import UTIDocumentStorage
@testable import UniformDocumentCore
@testable import UniformDocuments

@Suite @MainActor struct DocumentAttributes {
  @Test("A2: a document without a URL ends the program with a sentence")
  func emptyURL() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      guard let url = URLComponents().url, url.absoluteString.isEmpty else { return }
      _ = Document(fileURL: url)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("a document needs a URL that is not empty"))
  }

  @Test("A6: overrides of attributes are also called on the queue of file access")
  func places() async throws {
    final class Asked: TracingDocument {
      override var fileURL: URL {
        trace.add("fileURL")
        return super.fileURL
      }
      override var localizedName: String {
        trace.add("localizedName")
        return super.localizedName
      }
    }
    let scratch = try ScratchDirectory(["a.txt": "old"])
    let document = Asked(fileURL: scratch.url("a.txt"))
    document.environment = .quiet
    try await document.openContents()
    #expect(document.trace.places.contains("fileURL @ file"))
    try FileManager.default.removeItem(at: scratch.url("a.txt"))
    await #expect(throws: DocumentError.self) {
      try await document.revertContents(to: scratch.url("a.txt"))
    }
    #expect(document.trace.places.contains("localizedName @ file"))
  }

  @Test("A7: an access to the files sees the results of every earlier operation")
  func fileAccessWaits() async throws {
    let scratch = try ScratchDirectory(["a.txt": "a"])
    let document = TracingDocument.make(scratch.url("a.txt"))
    let seen = Mutex<[String]>([])
    func look() {
      let handover = UncheckedSendableBox(document)
      document.performAsynchronousFileAccess {
        let document = handover.value
        seen.withLock {
          $0.append("\(document.fileURL.lastPathComponent) \(document.fileType ?? "")")
        }
      }
    }
    document.open(completionHandler: nil)
    look()
    document.save(to: scratch.url("b.txt"), for: .forCreating, completionHandler: nil)
    // This one has to wait for the one before it, and so has the look after it.
    document.save(to: scratch.url("c.txt"), for: .forCreating, completionHandler: nil)
    look()
    #expect(seen.withLock { $0 }.isEmpty)
    try await document.saveAndClose()
    #expect(seen.withLock { $0 } == ["a.txt public.plain-text", "c.txt public.plain-text"])
  }

  /// A document that is kept in a dictionary.
  private final class Entry: TracingDocument {
    static let entries = Mutex<[String: String]>([:])

    override func read(from url: URL) throws {
      trace.add("read")
      let text = Self.entries.withLock { $0[url.absoluteString] }
      guard let text else { throw Refusal(reason: "no entry") }
      self.text = text
    }

    override func save(
      to url: URL, for saveOperation: SaveOperation,
      completionHandler: (@Sendable (Bool) -> Void)? = nil
    ) {
      trace.add("save")
      let text = text
      Self.entries.withLock { $0[url.absoluteString] = text }
      updateChangeCount(.cleared)
      completionHandler?(true)
    }
  }

  @Test("A8: a document of another scheme goes through its overrides and touches no file")
  func otherScheme() async throws {
    let url = try #require(URL(string: "notes://shelf/a8"))
    Entry.entries.withLock { $0[url.absoluteString] = "old" }
    let recorder = CallRecorder()
    let document = Entry(fileURL: url)
    document.environment = .quiet
    document.environment.store = recorder.store
    try await document.openContents()
    #expect(document.text == "old" && document.documentState == .normal)
    document.edit("new")
    try await document.autosaveContents()
    document.edit("newest")
    try await document.saveAndClose()
    #expect(Entry.entries.withLock { $0[url.absoluteString] } == "newest")
    #expect(document.fileURL == url)
    #expect(recorder.calls.isEmpty)
    #expect(document.trace.names.filter { $0 == "save" }.count == 2)
  }

  @Test("A8: a document of another scheme with custom writing keeps its URL unchanged")
  func otherSchemeWriting() async throws {
    final class Row: TracingDocument {
      override func read(from url: URL) throws { text = "row" }
      override func writeContents(
        _ contents: Any, andAttributes additionalFileAttributes: [AnyHashable: Any]? = nil,
        safelyTo url: URL, for saveOperation: SaveOperation
      ) throws {
        trace.add("write \(url.absoluteString)")
      }
    }
    let url = try #require(URL(string: "notes://shelf/12"))
    let recorder = CallRecorder()
    let document = Row(fileURL: url)
    document.environment = .quiet
    document.environment.store = recorder.store
    try await document.openContents()
    document.typeToSave = "public.plain-text"
    document.edit("new")
    try await document.saveAndClose()
    #expect(document.trace.names.contains("write notes://shelf/12"))
    #expect(document.fileURL == url && !document.hasUnsavedChanges)
    #expect(recorder.calls.isEmpty)
  }

  @Test("A9: a scheme that the class does not support is reported as the problem")
  func unsupportedScheme() async throws {
    let url = try #require(URL(string: "notes://shelf/12"))
    let bare = Document(fileURL: url)
    bare.environment = .quiet
    let text = TracingDocument.make(url)
    text.edit("new")
    for document in [bare, text] {
      let opening = await #expect(throws: DocumentError.self) { try await document.openContents() }
      #expect(opening?.code == .schemeNotSupported)
      let saving = await #expect(throws: DocumentError.self) {
        try await document.saveContents(to: url, for: .forCreating)
      }
      #expect(saving?.code == .schemeNotSupported)
      #expect(saving?.message.contains("notes") == true)
    }
  }

  @Test(
    "O6: an activity gets the URL of the document and the additions of an override, and is continued"
  )
  func activities() throws {
    final class Active: TracingDocument {
      override func updateUserActivityState(_ activity: NSUserActivity) {
        super.updateUserActivityState(activity)
        activity.addUserInfoEntries(from: ["page": 3])
      }
      override func restoreUserActivityState(_ activity: NSUserActivity) {
        trace.add("page \(activity.userInfo?["page"] ?? "none")")
      }
    }
    let url = URL(filePath: "/nowhere/a.txt")
    let document = Active(fileURL: url)
    let activity = NSUserActivity(activityType: "org.example.reading")
    activity.userInfo = ["own": true]
    document.userActivity = activity
    document.updateUserActivityState(activity)
    #expect(activity.userInfo?[Document.userActivityURLKey] as? URL == url)
    #expect(activity.userInfo?["own"] as? Bool == true)
    document.restoreUserActivityState(activity)
    #expect(document.trace.names == ["page 3"])
  }
}
