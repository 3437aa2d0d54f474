#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import Testing

// What Documentation/ManagedDocuments.md shows, word for word.

final class Recipes: ManagedDocument {
  override var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("recipes") { db in
      try db.create(table: "recipe") { table in
        table.autoIncrementedPrimaryKey("id")
        table.column("title", .text).notNull()
      }
    }
    return migrator
  }
}

@MainActor @Suite(.serialized) struct ManagedDocumentsInTheManual {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    // The other tests say where theirs are.
    ManagedDocument.defaultWorkingDirectory = scratch.working
  }

  @Test func `The example of a class works`() async throws {
    let url = scratch.file("recipes.sqlite")
    let document = Recipes(fileURL: url)
    try document.write("Add Recipe") { db in
      try db.execute(sql: "INSERT INTO recipe(title) VALUES ('Bread')")
    }
    try await document.saveContents(to: url, for: .forCreating)

    let count = try document.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM recipe")
    }
    document.undoManager.undo()
    try await document.saveAndClose()
    #expect(count == 1)
    let queue = try DatabaseQueue(path: url.path)
    let left = try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM recipe") }
    #expect(left == 0)
  }

  @Test func `The example of recovery works`() async throws {
    let working = scratch.working
    do {
      let draft = scratch.prepare(Recipes(fileURL: scratch.file("left.sqlite")))
      draft.isDraft = true
      draft.recordsUndo = false
      try await draft.openContents()
      try draft.write { try $0.execute(sql: "INSERT INTO recipe(title) VALUES ('Soup')") }
    }
    try await scratch.waitForAbandonedCopy()
    for left in ManagedDocument.recoverableDocuments(in: working) {
      let document = Recipes(fileURL: left.documentURL)
      document.workingDirectory = working
      document.isDraft = left.isDraft
      try await document.openContents()
      #expect(document.isRecovered)
      try await document.saveAndClose()
    }
    #expect(scratch.names.contains("left.sqlite"))
  }

  @Test func `The page shows the code that runs here`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: root.appending(path: "Documentation/ManagedDocuments.md"), encoding: .utf8)
    func plain(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: "\n")
    }
    let source = try plain(String(contentsOfFile: #filePath, encoding: .utf8))
    let blocks = page.split(separator: "```swift managed\n").dropFirst()
      .compactMap { $0.split(separator: "\n```").first }
    #expect(blocks.count == 3)
    for block in blocks { #expect(source.contains(plain(block)), "\(block)") }
  }
}

#endif
