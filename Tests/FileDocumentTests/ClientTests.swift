import DocumentTestSupport
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

  @Test("keeps the rule", arguments: Client.all, DocumentRule.all)
  func rule(_ client: Client, _ rule: DocumentRule) async throws {
    try await checkDocument(client.subject, rule)
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
