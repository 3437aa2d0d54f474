import Foundation
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// Documents written for SwiftUI, with one import changed.
@MainActor @Suite struct ClientsOfSwiftUI {
  private func open(_ client: Client, autosaves: Bool = false) async throws -> (Workplace, Document)
  {
    let workplace = try Workplace()
    client.register(workplace.controller)
    try workplace.write(client.original, to: client.fileName)
    return (workplace, try await workplace.open(client.fileName, autosaves: autosaves))
  }

  @Test("A document is opened, and shows the contents of its item", arguments: Client.all)
  func opening(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    #expect(try client.shown(document) == client.original)
    #expect(!document.hasUnsavedChanges)
    #expect(document.documentState == .normal)
    #expect((document as? SnapshotDocument)?.isEditable == true)
    try await document.saveAndClose()
  }

  @Test("Q3: an edit counts at once, and is autosaved", arguments: Client.all)
  func autosaving(_ client: Client) async throws {
    let (workplace, document) = try await open(client, autosaves: true)
    defer { workplace.remove() }
    try client.edit(document)
    #expect(document.hasUnsavedChanges)
    try await workplace.wait { !document.hasUnsavedChanges }
    #expect(try client.shown(document) == client.edited)
    #expect(try workplace.contents(client.fileName) == client.edited)
    try await document.saveAndClose()
  }

  @Test("Saving makes the document clean, and the next edit counts again", arguments: Client.all)
  func saving(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    try client.edit(document)
    try await document.autosaveContents()
    #expect(!document.hasUnsavedChanges)
    #expect(try workplace.contents(client.fileName) == client.edited)
    // The end of the event of the edit, which must not count as another one.
    try await Task.sleep(for: .milliseconds(1))
    #expect(!document.hasUnsavedChanges)
    try client.edit(document)
    let isEdited = try client.shown(document) != client.edited
    #expect(document.hasUnsavedChanges || !isEdited)
    try await document.saveAndClose()
  }

  @Test(
    "Undoing leads back to the saved state, and redoing away from it",
    arguments: Client.all.filter(\.usesUndo))
  func undoing(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    try client.edit(document)
    document.undoManager.endEvent()
    #expect(document.hasUnsavedChanges && document.undoManager.canUndo)
    document.undoManager.undo()
    #expect(try client.shown(document) == client.original)
    #expect(!document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test(
    "Q5: a clean document takes over contents that another process saves", arguments: Client.all)
  func externalChange(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    try workplace.writeAsOther(client.edited, to: client.fileName)
    try await workplace.wait { try client.shown(document) == client.edited }
    #expect(!document.hasUnsavedChanges)
    try await document.saveAndClose()
  }

  @Test(
    "Q5: contents that another process saves are in conflict with an edited document",
    arguments: Client.all)
  func conflict(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    try client.edit(document)
    let theirs = ["a": "e", "o": "u", "S": "Z"].reduce(client.original) {
      $0.replacing($1.key, with: $1.value)
    }
    try workplace.writeAsOther(theirs, to: client.fileName)
    try await workplace.wait { document.documentState.contains(.inConflict) }
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    #expect(try client.shown(document) == client.edited && document.hasUnsavedChanges)
    #expect(try workplace.contents(client.fileName) == theirs)
    try await document.saveContents(to: workplace.url(client.exportedName), for: .forCreating)
    #expect(try workplace.contents(client.exportedName) == client.edited)
    try await document.saveAndClose()
  }

  @Test("An export keeps the URL and the changes of the document", arguments: Client.all)
  func exporting(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    try client.edit(document)
    try await document.export(to: workplace.url(client.exportedName))
    #expect(try workplace.contents(client.exportedName) == client.edited)
    #expect(try workplace.contents(client.fileName) == client.original)
    #expect(document.hasUnsavedChanges && document.fileURL == workplace.url(client.fileName))
    try await document.close(discardingChanges: true)
  }

  @Test("A duplicate has the edits, and is another document", arguments: Client.all)
  func duplicating(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    try client.edit(document)
    let copy = try document.duplicate()
    #expect(try client.shown(copy) == client.edited && copy.hasUnsavedChanges)
    try await document.close(discardingChanges: true)
    try await copy.saveContents(to: copy.fileURL, for: .forCreating)
    #expect(try workplace.contents(copy.fileURL.lastPathComponent) == client.edited)
    try await copy.saveAndClose()
  }

  @Test("Changes that cannot be saved in place are kept elsewhere", arguments: Client.all)
  func autosavingElsewhere(_ client: Client) async throws {
    let (workplace, document) = try await open(client)
    defer { workplace.remove() }
    try client.edit(document)
    document.isDraft = true
    try await document.autosaveContents()
    let kept = try #require(document.autosavedContentsFileURL)
    let path = kept.path.dropFirst(workplace.directory.path.count)
    #expect(try workplace.contents(String(path)) == client.edited)
    #expect(try workplace.contents(client.fileName) == client.original)
    try await document.close(discardingChanges: true)
  }

  @Test("The class of an item follows from the name of the client's type", arguments: Client.all)
  func className(_ client: Client) throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    client.register(workplace.controller)
    try workplace.write(client.original, to: client.fileName)
    let choice = try workplace.controller.documentClassChoice(
      forDocumentAt: workplace.url(client.fileName))
    #expect(choice.chosen.className.hasSuffix(".\(client.name)"))
  }
}
