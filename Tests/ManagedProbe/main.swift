#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments

// Commits, saves and undoes until it is killed, for the tests:
//
//     ManagedProbe DOCUMENT WORKING-DIRECTORY COUNT [abort]
//
// Every line says a number whose transaction is committed. It begins after the last one that the
// document has, writes COUNT numbers at most, and saves after every seventh.

final class Numbers: ManagedDocument {
  override var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("numbers") { db in
      try db.execute(sql: "CREATE TABLE number(value INTEGER PRIMARY KEY, text TEXT NOT NULL)")
    }
    return migrator
  }
}

func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

@MainActor func run() async throws {
  let arguments = CommandLine.arguments
  guard [4, 5].contains(arguments.count), let count = Int(arguments[3]) else {
    say("usage: ManagedProbe DOCUMENT WORKING-DIRECTORY COUNT")
    exit(64)
  }
  let document = Numbers(fileURL: URL(filePath: arguments[1]))
  document.workingDirectory = URL(filePath: arguments[2], directoryHint: .isDirectory)
  document.environment.autosavePolicy = nil
  try await document.openContents()
  let last = try document.read { try Int.fetchOne($0, sql: "SELECT max(value) FROM number") ?? 0 }
  say("opened \(last)\(document.isRecovered ? " recovered" : "")")
  var saving: Task<Void, Never>?
  for value in (last + 1)...(last + count) {
    try document.write("number") { db in
      try db.execute(
        sql: "INSERT INTO number VALUES (?, ?)",
        arguments: [value, String(repeating: "\(value) ", count: value % 400)])
    }
    say("\(value)")
    if value % 7 == 0 {
      // Some saves are waited for, and others have transactions at the same time.
      if value % 2 == 0 {
        try await document.saveContents(to: document.fileURL, for: .forOverwriting)
        say("saved \(value)")
      } else {
        await saving?.value
        saving = Task {
          try? await document.saveContents(to: document.fileURL, for: .forOverwriting)
        }
        await Task.yield()
      }
    }
  }
  if arguments.last == "abort" { abort() }
  await saving?.value
  try await document.saveAndClose()
  say("closed")
}

do {
  try await run()
} catch {
  say("error: \(error)")
  exit(1)
}

#endif
