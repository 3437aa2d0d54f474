import Foundation
import Glibc
import UniformDocuments

/// A document of a few bytes that registers its changes.
final class SmallDocument: Document {
  var text = "twenty bytes of text"

  override func contents(forType typeName: String) throws -> Any { Data(text.utf8) }

  override func load(fromContents contents: Any, ofType typeName: String?) throws {
    guard let data = contents as? Data else { throw CocoaError(.fileReadCorruptFile) }
    text = String(decoding: data, as: UTF8.self)
  }
}

/// Repeats one operation between two calls that a tracer finds.
@MainActor struct CallCost {
  let directory: URL
  let operation: String
  let count: Int

  func run() async throws {
    let documents = try (0...count).map { number in
      let url = directory.appending(path: "document-\(number).txt")
      try Data("twenty bytes of \(number)".utf8).write(to: url)
      return SmallDocument(fileURL: url)
    }
    let first = documents[0]
    // The first operation loads what the others share.
    try await first.openContents()
    try await change(first, 0)
    if operation == "close" {
      for document in documents.dropFirst() { try await document.openContents() }
    }
    // The watcher looks at the items a while after they were opened.
    try await Task.sleep(for: .seconds(1))
    access("/calls-begin", F_OK)
    for (number, document) in documents.enumerated().dropFirst() {
      switch operation {
      case "open": try await document.openContents()
      case "close": try await document.saveAndClose()
      default: try await change(first, number)
      }
    }
    access("/calls-end", F_OK)
    exit(0)
  }

  private func change(_ document: SmallDocument, _ number: Int) async throws {
    document.text = "twenty bytes of \(number)"
    document.updateChangeCount(.done)
    if operation == "autosave" {
      try await document.autosaveContents()
    } else {
      try await document.saveContents(to: document.fileURL, for: .forOverwriting)
    }
  }
}
