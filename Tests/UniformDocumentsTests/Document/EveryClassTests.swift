import DocumentTestSupport
import Foundation
import Testing
import UniformDocuments
import UniformTypeIdentifiers

/// The rules that hold for every class, for the classes of UIKit's and AppKit's shape.
@Suite struct EveryClass {
  private static let subjects = [
    DocumentSubject("Document") { checked(RuledDocument(fileURL: $0), $1) },
    DocumentSubject("MainDocument") { checked(RuledMainDocument(at: $0), $1) },
    DocumentSubject("Document that reads and writes by URL") {
      checked(URLDocument(fileURL: $0), $1)
    },
    DocumentSubject("NSDocument", traits: [.startsEmpty, .undoes]) { url, environment in
      try checked(RuledNSDocument(type: "public.plain-text"), at: url, environment)
    },
    DocumentSubject("NSDocument that reads and writes by URL", traits: [.startsEmpty, .undoes]) {
      url, environment in
      try checked(URLNSDocument(type: "public.plain-text"), at: url, environment)
    },
    DocumentSubject(
      "NSDocument, autosaving in place", traits: [.startsEmpty, .undoes, .autosavesInPlace]
    ) {
      url, environment in
      try checked(RuledInPlaceNSDocument(type: "public.plain-text"), at: url, environment)
    },
  ]

  @MainActor private static func checked(
    _ document: some Document & Ruled, _ environment: DocumentEnvironment
  ) -> CheckedDocument {
    document.environment = environment
    return CheckedDocument(document) {
      $0.setText("one two")
    } text: {
      $0.text
    }
  }

  @MainActor private static func checked(
    _ document: RuledNSDocument, at url: URL, _ environment: DocumentEnvironment
  ) -> CheckedDocument {
    document.environment = environment
    return CheckedDocument(document, at: url, type: "public.plain-text") {
      $0.setText("one two")
    } text: {
      $0.text
    }
  }

  @Test(arguments: subjects, DocumentRule.all)
  func `keeps the rule`(subject: DocumentSubject, rule: DocumentRule) async throws {
    try await checkDocument(subject, rule)
  }
}

/// A text whose edits can be undone.
@MainActor private protocol Ruled {
  var text: String { get }
  func setText(_ new: String)
}

private class RuledDocument: Document, @MainActor Ruled {
  fileprivate(set) var text = "one"

  @MainActor func setText(_ new: String) {
    let old = text
    undoManager.registerUndo(withTarget: self) { $0.setText(old) }
    text = new
  }

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }
}

private final class RuledMainDocument: MainDocument, Ruled {
  fileprivate(set) var text = "one"

  func setText(_ new: String) {
    let old = text
    undoManager.registerUndo(withTarget: self) { document in
      MainActor.assumeIsolated { document.setText(old) }
    }
    text = new
  }

  override func contents(ofType type: UTType) throws -> Any { Data(text.utf8) }

  override func load(_ contents: Any, ofType type: UTType?) throws {
    text = String(decoding: contents as? Data ?? Data(), as: UTF8.self)
  }
}

private class RuledNSDocument: NSDocument {
  fileprivate(set) var text = "one"

  func setText(_ new: String) {
    let old = text
    undoManager?.registerUndo(withTarget: self) { document in
      MainActor.assumeIsolated { document.setText(old) }
    }
    text = new
  }

  override func data(ofType typeName: String) throws -> Data { Data(text.utf8) }

  override func read(from data: Data, ofType typeName: String) throws {
    text = String(decoding: data, as: UTF8.self)
  }
}

private final class RuledInPlaceNSDocument: RuledNSDocument {
  override class var autosavesInPlace: Bool { true }
}

private final class URLDocument: RuledDocument {
  override func read(from url: URL) throws { text = try String(contentsOf: url, encoding: .utf8) }

  override func writeContents(
    _ contents: Any, to url: URL, for saveOperation: SaveOperation, originalContentsURL: URL?
  ) throws {
    try (contents as? Data ?? Data()).write(to: url)
  }
}

private final class URLNSDocument: RuledNSDocument {
  override func read(from url: URL, ofType typeName: String) throws {
    text = try String(contentsOf: url, encoding: .utf8)
  }

  override func write(to url: URL, ofType typeName: String) throws {
    try Data(text.utf8).write(to: url)
  }
}
