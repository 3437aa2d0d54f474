import DocumentTestSupport
import Foundation
import Synchronization
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// A document that is edited and saved in place, as the suite drives it.
struct Client: Sendable, CustomTestStringConvertible {
  /// The name of its type.
  let name: String
  let fileName: String
  /// The contents of its item at first and after an edit, in the form of the item's text.
  let original: String
  let edited: String
  let usesUndo: Bool
  let register: @Sendable @MainActor (DocumentController) -> Void
  let edit: @Sendable @MainActor (Document) throws -> Void
  let shown: @Sendable @MainActor (Document) throws -> String

  var testDescription: String { name }

  init(
    _ name: String, _ fileName: String, original: String,
    edited: String, usesUndo: Bool = true,
    register: @escaping @Sendable @MainActor (DocumentController) -> Void,
    edit: @escaping @Sendable @MainActor (Document) throws -> Void,
    shown: @escaping @Sendable @MainActor (Document) throws -> String
  ) {
    self.name = name
    self.fileName = fileName
    self.original = original
    self.edited = edited
    self.usesUndo = usesUndo
    self.register = register
    self.edit = edit
    self.shown = shown
  }

  /// The class for the rules that hold for every class.
  var subject: DocumentSubject {
    let letters = ["a": "e", "o": "u", "S": "Z"]
    let theirs =
      original.contains("<integer>")
      ? original.replacing("<integer>1", with: "<integer>7")
      : letters.reduce(original) { $0.replacing($1.key, with: $1.value) }
    return DocumentSubject(
      name, fileName, original: original, edited: edited, theirs: theirs,
      traits: usesUndo
        ? [.undoes, .autosavesInPlace, .followsItem, .movesWithRevert]
        : [.autosavesInPlace, .followsItem, .movesWithRevert],
      write: { try Workplace.write($0, to: $1) }, read: { try Workplace.contents($0) },
      make: { try make(at: $0, in: $1) })
  }

  @MainActor private func make(
    at url: URL, in environment: DocumentEnvironment
  ) throws -> CheckedDocument {
    let controller = DocumentController(
      registry: try Workplace.registry.get(), recentDocumentList: RecentDocumentList(path: nil))
    register(controller)
    let document = try controller.makeDocument(at: url)
    var environment = environment
    environment.registry = document.environment.registry
    environment.writableTypes = document.environment.writableTypes
    document.environment = environment
    controller.addDocument(document)
    return CheckedDocument(document, edit: edit, text: shown)
  }

  /// A client whose document is a value.
  static func value<Content: FileDocument>(
    _ type: Content.Type, _ fileName: String, original: String,
    edited: String, usesUndo: Bool = true,
    edit: @escaping @Sendable (inout Content) -> Void,
    shown: @escaping @Sendable (Content) throws -> String
  ) -> Client {
    Client(
      "\(type)", fileName, original: original, edited: edited,
      usesUndo: usesUndo
    ) {
      $0.register(type)
    } edit: { document in
      let host = try #require(document as? ValueDocument<Content>)
      if !usesUndo { host.undoManager.disableUndoRegistration() }
      edit(&host.document)
      if !usesUndo { host.undoManager.enableUndoRegistration() }
    } shown: { document in
      try shown(#require(document as? ValueDocument<Content>).document)
    }
  }

  /// A client whose document is an object.
  static func object<Content: ReferenceFileDocument>(
    _ type: Content.Type, _ fileName: String, original: String,
    edited: String, usesUndo: Bool = true,
    edit: @escaping @Sendable @MainActor (Content, UndoManager) -> Void,
    shown: @escaping @Sendable (Content) throws -> String
  ) -> Client {
    Client(
      "\(type)", fileName, original: original, edited: edited,
      usesUndo: usesUndo
    ) {
      $0.register(type)
    } edit: { document in
      let host = try #require(document as? ObjectDocument<Content>)
      edit(host.document, host.undoManager)
    } shown: { document in
      try shown(#require(document as? ObjectDocument<Content>).document)
    }
  }
}

extension Client {
  /// Every kind of document that is saved in place; the other kinds have separate tests.
  static let all: [Client] = [
    .value(TextFile.self, "a.txt", original: "one", edited: "one two") {
      $0.text += " two"
    } shown: {
      $0.text
    },
    .value(
      RecipeFile.self, "a.json",
      original: #"{"ingredients":[],"title":"Soup"}"#,
      edited: #"{"ingredients":["Salt"],"title":"Soup"}"#
    ) {
      $0.recipe.ingredients.append("Salt")
    } shown: { file in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return String(decoding: try encoder.encode(file.recipe), as: UTF8.self)
    },
    .value(
      AlbumFile.self, "a.clientalbum",
      original: "Title.txt=Sea;Pictures/1.png=one",
      edited: "Title.txt=Sea;Pictures/1.png=one;Pictures/2.png=two"
    ) {
      $0.pictures["2.png"] = Data("two".utf8)
    } shown: { album in
      let pictures = album.pictures.sorted { $0.key < $1.key }.map {
        ";Pictures/\($0.key)=" + String(decoding: $0.value, as: UTF8.self)
      }
      return "Title.txt=" + album.title + pictures.joined()
    },
    .object(
      OutlineDocument.self, "a.json",
      original: #"{"children":[{"children":[],"title":"Leaf"}],"title":"Root"}"#,
      edited: #"{"children":[{"children":[],"title":"Twig"}],"title":"Root"}"#
    ) { document, undoManager in
      document.rename(document.root.children[0], to: "Twig", undoManager: undoManager)
    } shown: { document in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return String(decoding: try encoder.encode(OutlineItem(document.root)), as: UTF8.self)
    },
    .value(
      CounterFile.self, "a.plist", original: plist(1), edited: plist(2),
      usesUndo: false
    ) {
      $0.count += 1
    } shown: {
      plist($0.count)
    },
    .object(
      SketchDocument.self, "a.json", original: #"["Sky"]"#,
      edited: #"["Sea"]"#, usesUndo: false
    ) { document, _ in
      document.layers[0].name = "Sea"
    } shown: { document in
      String(decoding: try JSONEncoder().encode(document.layers.map(\.name)), as: UTF8.self)
    },
    .value(TableFile.self, "a.csv", original: "a,b\n", edited: "a,b\nc,d\n") {
      $0.rows.append(["c", "d"])
    } shown: {
      $0.rows.map { $0.joined(separator: ",") + "\n" }.joined()
    },
    .object(
      ContactsDocument.self, "a.json", original: #"["Ada"]"#,
      edited: #"["Ada","Bo"]"#, usesUndo: false
    ) { document, _ in
      document.names.append("Bo")
    } shown: {
      String(decoding: try JSONEncoder().encode($0.names), as: UTF8.self)
    },
    .object(
      StickerDocument.self, "a.json", original: #"["Sun"]"#,
      edited: #"["Sun","Star"]"#, usesUndo: false
    ) { document, _ in
      document.stickers.append("Star")
    } shown: { document in
      let stickers = MainActor.assumeIsolated { document.stickers }
      return String(decoding: try JSONEncoder().encode(stickers), as: UTF8.self)
    },
    Client(
      "DiaryModel", "a.txt", original: "Mon", edited: "Mon,Tue",
      usesUndo: false
    ) {
      $0.register(DiaryModel.self, makingDocument: DiaryModel())
    } edit: {
      try #require($0 as? ModelDocument<DiaryModel>).document.days.append("Tue")
    } shown: {
      try #require($0 as? ModelDocument<DiaryModel>).document.days.joined(separator: ",")
    },
    .object(
      BrittleDocument.self, "a.txt", original: "glass", edited: "clay"
    ) { document, undoManager in
      document.setText("clay", undoManager)
    } shown: {
      $0.text
    },
  ]

  private static func plist(_ count: Int) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>count</key>
    \t<integer>\(count)</integer>
    </dict>
    </plist>

    """
  }
}
