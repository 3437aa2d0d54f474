#if ManagedDocuments

import DocumentTestSupport
import Foundation
import GRDB
import Testing
import UniformDocuments
import UniformManagedDocuments

/// The rules that hold for every document class.
@Suite struct ManagedRules {
  private static let subject = DocumentSubject("ManagedDocument", "a.sqlite") { text, url in
    // Another program replaces the whole database.
    let new = url.appendingPathExtension("new")
    let queue = try DatabaseQueue(path: new.path)
    try Library(fileURL: new).migrator.migrate(queue)
    try queue.write { db in
      for title in text.split(separator: " ") {
        try db.execute(sql: "INSERT INTO book(title) VALUES (?)", arguments: [String(title)])
      }
    }
    try queue.close()
    guard rename(new.path, url.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
  } read: { url in
    try titles(inFileAt: url).joined(separator: " ")
  } make: { url, environment in
    let document = Library(fileURL: url)
    document.environment = environment
    document.workingDirectory = url.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "working", directoryHint: .isDirectory)
    return CheckedDocument(document) {
      try $0.add("two")
    } text: {
      try $0.titles.joined(separator: " ")
    }
  }

  @Test(arguments: DocumentRule.all) func `keeps the rule`(rule: DocumentRule) async throws {
    try await checkDocument(Self.subject, rule)
  }
}

#endif
