import Foundation
import Testing
import UTIDocumentTypes
import UniformDocuments
import UniformTypeIdentifiers

/// The effect of readable and writable types.
@MainActor @Suite struct TypesOfClients {
  @Test("A document without writable types is for viewing: it is not edited, and not saved")
  func viewing() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(LogFile.self)
    try workplace.write("one\ntwo\n", to: "a.log")
    let document = try await workplace.open("a.log")
    let host = try #require(document as? ValueDocument<LogFile>)
    #expect(host.document.lines == ["one", "two"])
    #expect(host.isForViewing && !host.isEditable && !host.configuration.isEditable)
    host.document.lines = []
    #expect(host.document.lines.count == 2 && !host.hasUnsavedChanges)
    let error = await #expect(throws: DocumentError.self) {
      try await host.saveContents(to: host.fileURL, for: .forOverwriting)
    }
    #expect(error?.code == .typeNotWritable)
    await #expect(throws: DocumentError.self) {
      try await host.export(to: workplace.url("b.log"))
    }
    #expect(try workplace.text("a.log") == "one\ntwo\n")
    let choice = try workplace.controller.documentClassChoice(forDocumentAt: host.fileURL)
    #expect(choice.chosen.role == .viewer)
    try await host.saveAndClose()
  }

  @Test("A class that is registered for viewing is neither edited nor autosaved")
  func viewer() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(TextFile.self, role: .viewer)
    try workplace.write("one", to: "a.txt")
    let document = try await workplace.open("a.txt")
    let host = try #require(document as? ValueDocument<TextFile>)
    host.configuration.document.text = "two"
    #expect(host.document.text == "one" && !host.hasUnsavedChanges)
    try await host.export(to: workplace.url("b.txt"))
    #expect(try workplace.text("b.txt") == "one")
    try await host.saveAndClose()
  }

  @Test("An imported document is edited, kept elsewhere, and saved elsewhere with a written type")
  func importing() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(ContactsDocument.self)
    try workplace.write("Ada,Bo\n", to: "a.csv")
    let document = try await workplace.open("a.csv")
    let host = try #require(document as? ObjectDocument<ContactsDocument>)
    #expect(host.document.names == ["Ada", "Bo"] && host.isEditable)
    host.document.names.append("Cy")
    try await host.autosaveContents()
    let kept = try #require(host.autosavedContentsFileURL)
    #expect(kept.pathExtension == "json")
    for save in [
      { try await host.saveContents(to: host.fileURL, for: .forOverwriting) },
      { try await host.saveAndClose() },
    ] {
      let error = await #expect(throws: DocumentError.self) { try await save() }
      #expect(error?.code == .typeNotWritable)
      #expect(error?.remedy.contains("public.json") == true)
    }
    #expect(try workplace.text("a.csv") == "Ada,Bo\n")
    #expect(host.hasUnsavedChanges && host.document.names.count == 3)
    try await host.saveContents(to: workplace.url("a.json"), for: .forCreating)
    #expect(try workplace.text("a.json") == #"["Ada","Bo","Cy"]"#)
    #expect(try workplace.text("a.csv") == "Ada,Bo\n")
    #expect(host.fileType == "public.json" && host.autosavedContentsFileURL == nil)
    host.document.names.removeLast()
    try await host.saveAndClose()
    #expect(try workplace.text("a.json") == #"["Ada","Bo"]"#)
  }

  @Test("An imported document without edits is closed without an error")
  func closingImported() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(ContactsDocument.self)
    try workplace.write("Ada", to: "a.csv")
    let document = try await workplace.open("a.csv")
    try await document.saveAndClose()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: workplace.directory.path) == ["a.csv"])
  }

  @Test("Each of two types is written as itself, and saved as the other by its extension")
  func twoTypes() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(TableFile.self)
    try workplace.write("a,b\n", to: "a.csv")
    let document = try await workplace.open("a.csv")
    let host = try #require(document as? ValueDocument<TableFile>)
    host.document.rows = [["c"]]
    try await host.export(to: workplace.url("c.json"), ofType: "public.json")
    #expect(try workplace.text("c.json") == #"[["c"]]"#)
    try await host.saveContents(to: workplace.url("b.json"), for: .forCreating)
    #expect(try workplace.text("b.json") == #"[["c"]]"# && host.fileType == "public.json")
    try await host.saveAndClose()
  }

  @Test("A type that conforms to a readable one is passed unchanged, and kept")
  func conformingType() async throws {
    let workplace = try Workplace()
    defer { workplace.remove() }
    workplace.controller.register(TextFile.self)
    try workplace.write("# One\n", to: "a.md")
    let document = try await workplace.open("a.md")
    let host = try #require(document as? ValueDocument<TextFile>)
    host.document.text += "two"
    try await host.saveAndClose()
    #expect(try workplace.text("a.md") == "# One\ntwo")
  }

  @Test(
    "UIDocumentClass finds a document by its name, with and without module",
    arguments: ["TextFile", "$(PRODUCT_MODULE_NAME).TextFile", "MODULE.TextFile"])
  func declaredValue(_ name: String) async throws {
    let module = String(String(reflecting: TextFile.self).prefix { $0 != "." })
    let workplace = try Workplace(declaring: name.replacingOccurrences(of: "MODULE", with: module))
    defer { workplace.remove() }
    workplace.controller.mainModuleName = module
    workplace.controller.register(TextFile.self, newDocument: TextFile())
    try workplace.write("one", to: "a.txt")
    let choice = try workplace.controller.documentClassChoice(forDocumentAt: workplace.url("a.txt"))
    #expect(choice.documentClass == ValueDocument<TextFile>.self)
    let document = try await workplace.open("a.txt")
    #expect((document as? ValueDocument<TextFile>)?.document.text == "one")
    try await document.saveAndClose()
  }

  @Test("UIDocumentClass finds a class without a registration")
  func declaredObject() async throws {
    let name = String(reflecting: BrittleDocument.self)
    let workplace = try Workplace(declaring: name)
    defer { workplace.remove() }
    try workplace.write("one", to: "a.txt")
    let document = try await workplace.open("a.txt")
    let host = try #require(document as? ObjectDocument<BrittleDocument>)
    host.document.text = "two"
    try await host.saveAndClose()
    #expect(try workplace.text("a.txt") == "two")
  }
}
