import Foundation
import TestSupport
import Testing
import UTIDocumentTypes
import UniformDocuments
import UniformTypes

@MainActor @Suite struct DocumentClasses {
  private let markdown = "net.daringfireball.markdown"

  private func controller(
    _ documentTypes: [[String: Any]], isInstalled: Bool = false
  ) throws -> DocumentController {
    let directory = try TemporaryDirectory()
    return DocumentController(
      registry: try registry(
        documentTypes: documentTypes, in: directory.url, isInstalled: isInstalled),
      recentDocumentList: .keepingNothing)
  }

  @Test func `B2: the class of the nearest declared supertype opens a type`() throws {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", ["public.text"]),
      documentType("UniformDocumentsTests.MarkdownNote", [markdown], role: "Viewer"),
    ])
    #expect(controller.documentClass(forType: markdown) == MarkdownNote.self)
    #expect(controller.documentClass(forType: "public.swift-source") == PlainNote.self)
    #expect(controller.documentClass(forType: "public.png") == nil)
    let choice = try controller.documentClassChoice(forType: markdown)
    #expect(choice.others.map(\.className) == ["UniformDocumentsTests.PlainNote"])
    #expect(choice.rival == nil)
    #expect(choice.description.contains("notes.plist:"))
  }

  @Test func `B2: the name of a document type refers to its first type`() throws {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", ["public.text"])
    ])
    #expect(controller.documentClass(forType: "Kind of public.text") == PlainNote.self)
  }

  @Test func `B5: a name without module is tried with the main module and with registrations`()
    throws
  {
    let controller = try controller([
      documentType("PlainNote", ["public.text"]), documentType("MarkdownNote", [markdown]),
    ])
    controller.mainModuleName = "UniformDocumentsTests"
    #expect(controller.documentClass(forType: "public.text") == PlainNote.self)
    controller.mainModuleName = "Elsewhere"
    #expect(controller.documentClass(forType: "public.text") == nil)
    controller.register(PlainNote.self)
    #expect(controller.documentClass(forType: "public.text") == PlainNote.self)
  }

  @Test(arguments: ["$(PRODUCT_MODULE_NAME)", "${PRODUCT_MODULE_NAME}"])
  func `B5: the build variable for the module is replaced by the main module`(variable: String)
    throws
  {
    let controller = try controller([documentType("\(variable).PlainNote", ["public.text"])])
    controller.mainModuleName = "UniformDocumentsTests"
    #expect(controller.documentClass(forType: "public.text") == PlainNote.self)
    controller.mainModuleName = "Elsewhere"
    #expect(controller.documentClass(forType: "public.text") == nil)
  }

  @Test func `B5: an unknown class is an error with type, entry and class`() throws {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", ["public.text"]),
      documentType("Notes.Missing", [markdown]),
    ])
    let error = try #require(throws: DocumentClassError.self) {
      try controller.documentClassChoice(forType: markdown)
    }
    #expect(error.code == .unknownClass)
    #expect(error.type.identifier == markdown)
    #expect(error.documentType?.entryIndex == 1)
    #expect(error.classNames == ["Notes.Missing"])
    #expect(error.description.contains("notes.plist:"))
  }

  @Test func `B5: a class in other types is found by all names`() throws {
    let names = [
      "UniformDocumentsTests.Notebook.Page", "UniformDocumentsTests.Notebook.Part.Kind.Page",
    ]
    let classes = [Notebook.Page.self, Notebook.Part.Kind.Page.self]
    for (name, expected) in zip(names, classes) {
      let controller = try controller([documentType(name, [markdown])])
      #expect(controller.documentClass(forType: markdown) == expected, "\(name)")
    }
  }

  private final class HiddenNote: TextNote {}

  @Test(
    arguments: [
      "UniformDocumentsTests.Notebook.Missing", "UniformDocumentsTests..Page",
      "UniformDocumentsTests.Notebook.",
      "UniformDocumentsTests.Notebook.1", "UniformDocumentsTests.DocumentClasses.HiddenNote",
      "A.B.C.D.E.F.G",
    ])
  func `B5: a name that leads to no class is an error, and a private class needs a registration`(
    name: String
  ) throws {
    let controller = try controller([documentType(name, [markdown])])
    let error = try #require(throws: DocumentClassError.self) {
      try controller.documentClassChoice(forType: markdown)
    }
    #expect(error.code == .unknownClass && error.remedy.contains("private"))
    controller.register(HiddenNote.self, for: [try #require(UTType(markdown))])
    #expect(controller.documentClass(forType: markdown) == HiddenNote.self)
  }

  @Test(arguments: ["NSDocument", "UIDocument", "Document", "UniformDocuments.NSDocument"])
  func `B11: a base class of this package is reported as one that opens nothing`(name: String)
    throws
  {
    let controller = try controller([documentType(name, [markdown])])
    let error = #expect(throws: DocumentClassError.self) {
      try controller.documentClassChoice(forType: markdown)
    }
    #expect(error?.code == (name == "UIDocument" ? .unknownClass : .notADocumentClass))
  }

  @Test func `B5: classes of other programs are skipped, with the reason`() throws {
    let controller = try controller(
      [
        documentType("Other.Markdown", [markdown]),
        documentType("UniformDocumentsTests.PlainNote", ["public.text"]),
      ], isInstalled: true)
    let choice = try controller.documentClassChoice(forType: markdown)
    #expect(choice.documentClass == PlainNote.self)
    #expect(choice.others.map(\.className) == ["Other.Markdown"])
    #expect(choice.others.first?.reason.contains("not a document class of this program") == true)
  }

  @Test func `B6: a registration needs no declaration and comes before one that is as near`() throws
  {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", [markdown]),
      documentType("UniformDocumentsTests.PlainNote", ["public.swift-source"]),
    ])
    let plainText = try #require(UTType(markdown))
    controller.register(MarkdownNote.self, for: [plainText, .text])
    #expect(controller.documentClass(forType: markdown) == MarkdownNote.self)
    #expect(controller.documentClass(forType: "public.swift-source") == PlainNote.self)
    #expect(controller.documentClass(forType: "public.html") == MarkdownNote.self)
    let bare = try self.controller([])
    bare.register(PlainNote.self, for: [.plainText])
    #expect(bare.documentClass(forType: "public.plain-text") == PlainNote.self)
  }

  @Test
  func `B2, B3: a registration opens nothing without a role for it, and an editor comes first`()
    throws
  {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", ["public.text"])
    ])
    controller.register(MarkdownNote.self, for: [.plainText], role: .none)
    controller.register(MarkdownNote.self, for: [.plainText], role: .quickLookGenerator)
    #expect(controller.documentClass(forType: "public.plain-text") == PlainNote.self)
    controller.register(PlainNote.self, for: [.html], role: .editor)
    controller.register(MarkdownNote.self, for: [.html], role: .viewer)
    #expect(controller.documentClass(forType: "public.html") == PlainNote.self)
    controller.register(MarkdownNote.self, for: [.html], role: .editor)
    #expect(controller.documentClass(forType: "public.html") == MarkdownNote.self)
  }

  @Test func `B7: the default type comes from the first editor, registered or declared`() throws {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", ["public.html"], role: "Viewer"),
      documentType("UniformDocumentsTests.PlainNote", ["public.text"]),
    ])
    #expect(controller.defaultType == "public.text")
    controller.register(MarkdownNote.self, for: [.json])
    #expect(controller.defaultType == "public.json")
    #expect(try self.controller([]).defaultType == nil)
  }

  @Test func `B8: readable, writable, native and exportable types of a class`() throws {
    var editor = documentType("UniformDocumentsTests.PlainNote", ["public.text"])
    editor["NSExportableTypes"] = ["com.adobe.pdf"]
    let controller = try controller([
      editor, documentType("UniformDocumentsTests.PlainNote", ["public.html"], role: "Viewer"),
    ])
    let note = PlainNote.self
    #expect(controller.readableTypes(of: note).map(\.identifier) == ["public.text", "public.html"])
    #expect(controller.writableTypes(of: note).map(\.identifier) == ["public.text"])
    #expect(
      controller.writableTypes(of: note, forExport: true).map(\.identifier)
        == ["public.text", "com.adobe.pdf"])
    #expect(controller.isNativeType("public.text", of: note))
    #expect(!controller.isNativeType("public.html", of: note))
  }

  @Test(arguments: ["UniformDocumentsTests.NoDocument", "UniformDocuments.Document"])
  func `B11: a class that makes no documents is reported`(name: String) throws {
    let controller = try controller([documentType(name, [markdown])])
    let error = try #require(throws: DocumentClassError.self) {
      try controller.documentClassChoice(forType: markdown)
    }
    #expect(error.code == .notADocumentClass)
    #expect(error.classNames == [name])
  }

  @Test func `B12: of two equally near classes the first wins, and both are named`() throws {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", [markdown]),
      documentType("UniformDocumentsTests.MarkdownNote", [markdown]),
    ])
    let choice = try controller.documentClassChoice(forType: markdown)
    #expect(choice.documentClass == PlainNote.self)
    #expect(choice.rival?.documentClass == MarkdownNote.self)
    #expect(choice.description.contains("UniformDocumentsTests.MarkdownNote is equally near"))
  }

  @Test func `For a type that no class handles, the skipped entries are listed`() throws {
    let controller = try controller([
      documentType("UniformDocumentsTests.PlainNote", [markdown], role: "None")
    ])
    let error = try #require(throws: DocumentClassError.self) {
      try controller.documentClassChoice(forType: markdown)
    }
    #expect(error.code == .noDocumentType)
    #expect(error.description.contains("role None"))
    #expect(error.localizedDescription.contains("no document class handles"))
    #expect(error.recoverySuggestion == error.remedy)
  }
}
