import DocumentTestSupport
import Foundation
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// Documents written for SwiftUI, with one import changed.
@MainActor @Suite struct ClientsOfSwiftUI {
  @Test("keeps the rule", arguments: Client.all, DocumentRule.all)
  func rule(_ client: Client, _ rule: DocumentRule) async throws {
    try await checkDocument(client.subject, rule)
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
