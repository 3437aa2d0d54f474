#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import SystemPackage
import UTIDocumentStorage

// Measures a document of 100 MB: opening, a transaction, one edit saved, undoing; with each save
// also a copy of the file by the best method of the platform, flushed to disk.
//
//     benchmark-managed [DIRECTORY [MEGABYTES]]

let arguments = CommandLine.arguments
let directory = URL(
  filePath: arguments.count > 1 ? arguments[1] : NSTemporaryDirectory(), directoryHint: .isDirectory
).appending(path: "benchmark-managed-\(ProcessInfo.processInfo.processIdentifier)")
let megabytes = arguments.count > 2 ? Int(arguments[2]) ?? 100 : 100
let clock = ContinuousClock()

func milliseconds(_ duration: Duration) -> Double {
  Double(duration.components.seconds) * 1000
    + Double(duration.components.attoseconds) / 1_000_000_000_000_000
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Copies as the library does, by the best method of the kernel, and flushes to disk.
func copyWhole(_ source: URL, to destination: URL) throws {
  let store = SystemFileStore()
  let from = try store.open(FileLocation(FilePath(source.path)), for: .reading)
  let to = try store.createFile(
    at: FileLocation(FilePath(destination.path)), permissions: .ownerReadWrite)
  defer {
    try? from.close()
    try? to.close()
  }
  try store.copyContents(of: from, to: to)
  try store.synchronize(to)
}

func show(_ name: String, _ values: [Double]) {
  let sorted = values.sorted()
  print(
    String(
      format: "%-44@ median %9.3f ms  least %9.3f  most %9.3f  (%d)", name as NSString,
      median(values), sorted[0], sorted[sorted.count - 1], values.count))
}

/// Returns the duration of the copy of a file.
func copy(_ source: URL, to destination: URL) throws -> Double {
  let start = clock.now
  try copyWhole(source, to: destination)
  let time = milliseconds(clock.now - start)
  try FileManager.default.removeItem(at: destination)
  return time
}

@MainActor func run() async throws {
  try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: directory) }
  let url = directory.appending(path: "large.sqlite")
  do {
    let queue = try DatabaseQueue(path: url.path)
    try await queue.write { db in
      try db.execute(sql: "CREATE TABLE note(id INTEGER PRIMARY KEY, title TEXT, body BLOB)")
      var state: UInt64 = 1
      let body = Data(
        (0..<1000).map { _ in
          state = state &* 6_364_136_223_846_793_005 &+ 1
          return UInt8(truncatingIfNeeded: state >> 33)
        })
      for number in 0..<(megabytes * 1000) {
        try db.execute(
          sql: "INSERT INTO note(title, body) VALUES (?, ?)", arguments: ["note \(number)", body])
      }
    }
    try queue.close()
  }
  let size = try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
  print("database of \(size) bytes in \(directory.path)")

  let document = ManagedDocument(fileURL: url)
  document.workingDirectory = directory.appending(path: "working")
  document.environment.autosavePolicy = nil
  let start = clock.now
  try await document.openContents()
  show("opening, with a check of every page", [milliseconds(clock.now - start)])

  var transactions: [Double] = []
  for number in 1...1000 {
    let start = clock.now
    try document.write("Rename") { db in
      try db.execute(
        sql: "UPDATE note SET title = ? WHERE id = ?", arguments: ["renamed", number * 97])
    }
    transactions.append(milliseconds(clock.now - start))
  }
  show("transaction, which can be undone", transactions)

  var saves: [Double] = []
  var copies: [Double] = []
  var ratios: [Double] = []
  try await document.saveContents(to: url, for: .forOverwriting)
  for round in 1...41 {
    try document.write("Rename") { db in
      try db.execute(
        sql: "UPDATE note SET title = ? WHERE id = ?", arguments: ["saved \(round)", round])
    }
    // The order alternates, because the remaining work of the disk delays the next one.
    var copied = 0.0
    if round % 2 == 0 { copied = try copy(url, to: directory.appending(path: "copy")) }
    let start = clock.now
    try await document.saveContents(to: url, for: .forOverwriting)
    let saved = milliseconds(clock.now - start)
    if round % 2 == 1 { copied = try copy(url, to: directory.appending(path: "copy")) }
    copies.append(copied)
    saves.append(saved)
    ratios.append(saved / copied)
  }
  show("copy of the file, on the disk", copies)
  show("one edit saved", saves)
  print(String(format: "one edit saved / copy: median %.2f", median(ratios)))
  print(String(format: "median of saves / median of copies: %.2f", median(saves) / median(copies)))

  var undos: [Double] = []
  for _ in 1...5 {
    try document.write("Rename") { db in
      try db.execute(sql: "UPDATE note SET title = 'undone' WHERE id = 5")
    }
    let start = clock.now
    document.undoManager.undo()
    undos.append(milliseconds(clock.now - start))
    // The next transaction is a separate step.
    try await Task.sleep(for: .milliseconds(1))
  }
  show("undoing of one row", undos)
  try await document.close(discardingChanges: true)
}

try await run()

#endif
