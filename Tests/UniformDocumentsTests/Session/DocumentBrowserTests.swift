import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import UniformDocumentCore
@testable import UniformDocuments

/// The behavior of UIDocumentBrowserViewController that needs no view.
@Suite @MainActor final class DocumentBrowsers {
  private let scratch: ScratchDirectory
  private let controller: DocumentController
  private let browser: DocumentBrowser
  private var events: [String] = []

  init() throws {
    scratch = try ScratchDirectory([
      "a.txt": "text", "b.md": "# Title", "p.png": "", "own/a.txt": "taken",
      "letter.txt": "Dear", "state/list": "",
    ])
    try Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]).write(to: scratch.url("p.png"))
    controller = DocumentController.forNotes(in: scratch)
    browser = DocumentBrowser(controller: controller)
    browser.handleEvent = { [unowned self] event in
      switch event {
      case .didPick(let urls):
        events.append("picked " + urls.map(\.lastPathComponent).joined(separator: " "))
      case .didCreate(let url, let intent):
        events.append("created \(url.lastPathComponent) \(intent.rawValue)")
      case .didImport(_, to: let url): events.append("imported \(url.lastPathComponent)")
      case .failedToImport(let url, let error):
        events.append(
          "failed \(url.lastPathComponent) \((error as? DocumentError)?.code.rawValue ?? "?")")
      case .didRename(_, to: let url): events.append("renamed \(url.lastPathComponent)")
      case .shouldReveal(let url): events.append("reveal \(url.lastPathComponent)")
      }
    }
  }

  @Test func `All types of the program are allowed unless it selects types`() throws {
    #expect(browser.allowedContentTypes == [.plainText])
    #expect(browser.contentTypesForRecentDocuments == [.plainText])
    #expect(browser.allows(scratch.url("a.txt")) && !browser.allows(scratch.url("p.png")))
    let images = DocumentBrowser(forOpening: [.image, .png], controller: controller)
    #expect(images.allows(scratch.url("p.png")) && !images.allows(scratch.url("a.txt")))
    #expect(images.filters.map(\.contentTypes) == [[.image, .png], [.image], [.png]])
    #expect(images.filters.first?.name == "All Documents")
  }

  @Test func `A filter covers subtypes by MIME types, extensions and patterns`() throws {
    let filter = try #require(browser.filters.first)
    #expect(browser.filters.count == 1)
    #expect(filter.name == controller.displayName(forType: "public.plain-text"))
    #expect(filter.mimeTypes.contains("text/plain") && filter.filenameExtensions.contains("txt"))
    #expect(filter.patterns.contains("*.[tT][xX][tT]") && filter.simplePatterns.contains("*.txt"))
    #expect(!filter.filenameExtensions.contains("png") && !filter.allowsEverything)
    #expect(filter.ownMIMETypes == ["text/plain"])
    #expect(filter.commonFilenameExtensions.contains("txt"))
    #expect(filter.commonFilenameExtensions.contains("swift"))
    #expect(filter.commonFilenameExtensions.count < 100)
    #expect(Set(filter.commonFilenameExtensions).isSubset(of: filter.filenameExtensions))
    let all = DocumentFilter(name: "All", contentTypes: [.data], in: controller.registry)
    #expect(all.allowsEverything && all.patterns == ["*"])
  }

  @Test func `Choosing reports the documents, and rejects types that are not allowed`() throws {
    browser.pick([scratch.url("a.txt"), scratch.url("letter.txt")])
    browser.allowsPickingMultipleItems = true
    browser.pick([scratch.url("a.txt"), scratch.url("p.png"), scratch.url("letter.txt")])
    browser.pick([scratch.url("missing.txt")])
    browser.pick([])
    #expect(
      events == [
        "picked a.txt", "failed p.png type-not-allowed", "picked a.txt letter.txt",
        "picked missing.txt",
      ])
  }

  @Test func `Recent documents are the existing and allowed ones`() async throws {
    for name in ["p.png", "a.txt", "letter.txt"] {
      controller.noteNewRecentDocumentURL(scratch.url(name))
    }
    await controller.recentDocumentList.finish()
    #expect(browser.recentDocuments.map(\.lastPathComponent) == ["letter.txt", "a.txt"])
    try FileManager.default.removeItem(at: scratch.url("letter.txt"))
    #expect(browser.recentDocuments.map(\.lastPathComponent) == ["a.txt"])
    browser.contentTypesForRecentDocuments = [.png]
    #expect(browser.recentDocuments.map(\.lastPathComponent) == ["p.png"])
  }

  @Test func `A new document is created from a template, under a free name`() async throws {
    let letter = CreateDocumentAction(
      intent: Document.CreationIntent("org.example.letter"), title: "New Letter",
      contentType: .plainText, template: scratch.url("letter.txt"), name: "a")
    browser.launchOptions = LaunchOptions(
      title: "Notes", creations: [CreateDocumentAction(), letter])
    #expect(
      browser.launchOptions.creationIntents.map(\.rawValue) == ["default", "org.example.letter"])
    let document = try #require(await browser.create(letter, in: scratch.url("own")))
    #expect(events == ["created a 2.txt org.example.letter"])
    #expect(scratch.text("own/a 2.txt") == "Dear" && scratch.text("letter.txt") == "Dear")
    #expect(!document.hasUnsavedChanges && document.documentState == .normal)
    #expect(browser.activeDocumentCreationIntent == nil)
    #expect(browser.recentDocuments.first?.lastPathComponent == "a 2.txt")
    try await document.saveAndClose()
  }

  @Test func `A draft has no item before it is saved`() async throws {
    let creation = CreateDocumentAction(template: scratch.url("letter.txt"))
    let document = try #require(
      await browser.create(creation, in: scratch.url("own"), asDraft: true) as? SessionNote)
    #expect(document.isDraft && document.text == "Dear" && scratch.text("own/Untitled.txt") == nil)
    let session = DocumentSession(controller: controller)
    #expect(await session.attach(document))
    #expect(session.presentation.isDraft && document.text == "Dear")
    #expect(await session.detach())
    #expect(scratch.text("own/Untitled.txt") == "Dear")
  }

  @Test func `An unreadable template creates no document`() async throws {
    let creation = CreateDocumentAction(template: scratch.url("missing.txt"))
    #expect(await browser.create(creation, in: scratch.url("own")) == nil)
    #expect(events == ["failed missing.txt no-such-file"])
    #expect(controller.documents.isEmpty && scratch.text("own/Untitled.txt") == nil)
    browser.allowsDocumentCreation = false
    #expect(await browser.create(CreateDocumentAction(), in: scratch.url("own")) == nil)
  }

  @Test func `Importing opens in place, copies, or moves, and never replaces an item`() async throws
  {
    let url = scratch.url("a.txt")
    let own = scratch.url("own")
    #expect(await browser.importDocument(at: url, into: own, mode: .none) == url)
    let copy = await browser.importDocument(at: url, into: own, mode: .copy)
    #expect(copy?.lastPathComponent == "a 2.txt" && scratch.text("own/a 2.txt") == "text")
    let moved = await browser.importDocument(
      at: url, nextToDocumentAt: scratch.url("own/a.txt"), mode: .move)
    #expect(moved?.lastPathComponent == "a 3.txt" && scratch.text("own/a 3.txt") == "text")
    #expect(scratch.text("a.txt") == nil && scratch.text("own/a.txt") == "taken")
    #expect(await browser.importDocument(at: scratch.url("p.png"), into: own, mode: .copy) == nil)
    #expect(
      events == [
        "imported a 2.txt", "renamed a 3.txt", "imported a 3.txt", "failed p.png type-not-allowed",
      ])
  }

  @Test func `A package is copied whole`() async throws {
    let scratch = try ScratchDirectory(["n.rtfd/TXT.rtf": "{}", "n.rtfd/p.txt": "p", "own/": ""])
    let browser = DocumentBrowser(forOpening: [.rtfd], controller: controller)
    let copy = await browser.importDocument(
      at: scratch.url("n.rtfd"), into: scratch.url("own"), mode: .copy)
    #expect(copy?.lastPathComponent == "n.rtfd" && scratch.text("own/n.rtfd/TXT.rtf") == "{}")
    #expect(scratch.text("n.rtfd/p.txt") == "p")
  }

  @Test func `Renaming gives a free name to open and closed documents`() async throws {
    let renamed = try await browser.renameDocument(at: scratch.url("a.txt"), proposedName: "letter")
    #expect(renamed.lastPathComponent == "letter 2.txt" && scratch.text("letter 2.txt") == "text")
    let (document, _) = try await controller.openDocument(at: renamed)
    _ = try await browser.renameDocument(at: renamed, proposedName: "c.txt")
    #expect(
      document.localizedName == "c.txt" && events == ["renamed letter 2.txt", "renamed c.txt"])
    await #expect(throws: DocumentError.self) {
      try await browser.renameDocument(at: document.fileURL, proposedName: "..")
    }
    browser.revealDocument(at: document.fileURL)
    #expect(events.last == "reveal c.txt" && browser.displayName(of: document.fileURL) == "c")
    browser.shouldShowFileExtensions = true
    #expect(browser.displayName(of: document.fileURL) == "c.txt")
    browser.shouldShowFileExtensions = false
    #expect(browser.displayName(of: scratch.url("n.rtfd")) == "n")
    #expect(browser.displayName(of: scratch.url("n.unheardof")) == "n.unheardof")
    try await document.saveAndClose()
  }
}
