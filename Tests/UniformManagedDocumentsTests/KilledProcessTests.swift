#if ManagedDocuments

import UniformDocuments
import Foundation
import GRDB
import UniformManagedDocuments
import TestSupport
import Testing

/// A run of ManagedProbe.
private final class Probe {
  private let process: Process
  private let output = Pipe()

  init(_ document: URL, in working: URL, count: Int, before: String = "") throws {
    process = try TestProgram.process(
      "bash",
      [
        "-c", "\(before) exec \"$@\"", "bash", TestProgram.path("ManagedProbe"), document.path,
        working.path, "\(count)",
      ])
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func kill() { Foundation.kill(process.processIdentifier, SIGKILL) }

  /// Its whole output.
  func lines() throws -> [String] {
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

@Suite(.serialized, .timeLimit(.minutes(30))) struct KilledProcesses {
  private let scratch: Scratch
  private let url: URL

  init() async throws {
    scratch = try Scratch()
    url = scratch.file("numbers.sqlite")
    let queue = try DatabaseQueue(path: url.path)
    try queue.close()
    try Data().write(to: url)
  }

  /// The number of killed processes; `MANAGED_KILLS` sets more.
  private static var count: Int {
    ProcessInfo.processInfo.environment["MANAGED_KILLS"].flatMap(Int.init) ?? 30
  }

  private func numbersInFile() throws -> (count: Int, last: Int) { try numbers(in: url) }

  private func numbers(in url: URL) throws -> (count: Int, last: Int) {
    guard try Data(contentsOf: url).count > 0 else { return (0, 0) }
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: url.path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.read { db in
      let row = try Row.fetchOne(db, sql: "SELECT count(*), coalesce(max(value), 0) FROM number")
      return (row?[0] ?? -1, row?[1] ?? -1)
    }
  }

  @Test func `No committed transaction is lost, whenever a process is killed`() throws {
    var generator = SystemRandomNumberGenerator()
    var last = 0
    var recovered = 0
    for round in 1...Self.count {
      let probe = try Probe(url, in: scratch.working, count: 100_000)
      usleep(UInt32.random(in: 5_000...300_000, using: &generator))
      probe.kill()
      let lines = try probe.lines()
      if let opened = lines.first(where: { $0.hasPrefix("opened") })?.split(separator: " ") {
        let number = try #require(Int(opened[1]))
        #expect(number >= last, "round \(round): \(last) was committed, and \(number) is there")
        last = max(last, number)
        if opened.count > 2 { recovered += 1 }
      }
      #expect(!lines.contains { $0.hasPrefix("error") }, "round \(round): \(lines.suffix(2))")
      last = max(last, lines.compactMap { Int($0) }.last ?? last)
      #expect(try integrity(ofFileAt: url) == "ok")
      let inFile = try numbersInFile()
      #expect(inFile.count == inFile.last)
    }
    let end = try Probe(url, in: scratch.working, count: 1).lines()
    #expect(end.last == "closed")
    let inFile = try numbersInFile()
    #expect(inFile.last >= last + 1)
    #expect(inFile.count == inFile.last)
    #expect(scratch.copies.filter { !$0.hasPrefix(".") }.isEmpty)
    #expect(recovered > 0)
    print("killed \(Self.count) processes, \(recovered) recovered, \(inFile.last) transactions")
  }

  @Test(.requires(.tracing))
  func `A process that is killed while it removes its working copy leaves nothing`() throws {
    for call in ["unlink", "unlinkat", "rmdir", "rename", "renameat", "renameat2"] {
      for number in 1...12 {
        let probe = try TestProgram.process(
          "strace",
          [
            "-f", "-o", scratch.file("trace").path, "-e", "trace=\(call)", "-e",
            "inject=\(call):signal=SIGKILL:when=\(number)", TestProgram.path("ManagedProbe"),
            url.path, scratch.working.path, "1",
          ])
        probe.standardOutput = FileHandle.nullDevice
        try probe.run()
        probe.waitUntilExit()
        let next = try Probe(url, in: scratch.working, count: 1).lines()
        #expect(next.last == "closed", "\(call) \(number): \(next)")
        #expect(scratch.copies.filter(isLeft).isEmpty, "\(call) \(number)")
      }
    }
  }

  /// A folder that a killed process was creating is removed an hour later.
  private func isLeft(_ name: String) -> Bool {
    !name.hasPrefix(".") || name.hasPrefix(".removed-")
  }

  @Test func `A trap is reported with the folder of the transactions, and none as lost`() throws {
    let command = [
      "env", "SWIFT_BACKTRACE=enable=no", "bash", "-c", "\"$@\" 2>&1; true", "bash",
      TestProgram.path("ManagedProbe"), url.path, scratch.working.path, "3", "abort",
    ]
    let output = try TestProgram.run(command).output
    let line = try #require(output.split(separator: "\n").first { $0.contains("at once") })
    #expect(line.hasPrefix(url.path) && line.contains("nothing is lost"), "\(output)")
    #expect(line.contains(scratch.working.lastPathComponent))
    #expect(!output.contains("they are lost"))
    let next = try Probe(url, in: scratch.working, count: 1).lines()
    #expect(next.first == "opened 3 recovered")
  }

  @Test func `One of two processes with one document is killed, and no transaction is lost`() throws
  {
    var generator = SystemRandomNumberGenerator()
    for round in 1...max(3, Self.count / 5) {
      // The first has the document open, and the second commits and saves until it is killed.
      let first = try Probe(url, in: scratch.working, count: 400)
      let second = try Probe(url, in: scratch.working, count: 100_000)
      usleep(UInt32.random(in: 50_000...400_000, using: &generator))
      second.kill()
      let killed = try second.lines()
      let other = try first.lines()
      let ends: Set = ["closed", "error"]
      let end = other.last?.split(separator: ":").first.map(String.init) ?? ""
      #expect(ends.contains(end), "round \(round): \(other.suffix(2))")
      #expect(try integrity(ofFileAt: url) == "ok", "round \(round)")
      // Committed transactions are in the file or in a working copy, which can be saved separately.
      let committed = [killed, other].compactMap { $0.compactMap { Int($0) }.last }.max() ?? 0
      var found = try numbersInFile().last
      for (index, left) in ManagedDocument.recoverableDocuments(in: scratch.working).enumerated() {
        let saved = scratch.file("left-\(round)-\(index).sqlite")
        try left.save(to: saved)
        let numbers = try numbers(in: saved)
        #expect(numbers.count == numbers.last, "round \(round)")
        found = max(found, numbers.last)
      }
      #expect(
        found >= committed, "round \(round): \(committed) was committed, and \(found) is there")
      // The newest working copy becomes the document's contents.
      if !ManagedDocument.recoverableDocuments(in: scratch.working).isEmpty {
        let opened = try Probe(url, in: scratch.working, count: 1).lines().first
        #expect(opened?.hasSuffix(" recovered") == true, "round \(round)")
      }
      // The next round begins without what this one has left.
      try? FileManager.default.removeItem(at: scratch.working)
    }
  }

  @Test func `A file that cannot grow fails the transaction or the save only`() throws {
    // 256 KiB: the size of a file is limited for root too.
    let lines = try Probe(
      url, in: scratch.working, count: 5000, before: "ulimit -f 256; trap '' XFSZ;"
    ).lines()
    #expect(lines.last?.hasPrefix("error") == true)
    let last = try #require(lines.compactMap { Int($0) }.last)
    #expect(last > 10)
    #expect(try integrity(ofFileAt: url) == "ok")
    let again = try Probe(url, in: scratch.working, count: 1).lines()
    #expect(again.first?.hasPrefix("opened \(last)") == true)
    #expect(again.last == "closed")
    #expect(try numbersInFile().last == last + 1)
  }

  @Test(.requires(.mounting)) func `A full disk fails the transaction or the save only`() throws {
    let place = scratch.file("small")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try #require(
      TestProgram.succeeds(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place.path]))
    defer { TestProgram.succeeds(["umount", place.path]) }
    let document = place.appending(path: "numbers.sqlite")
    try Data().write(to: document)
    let lines = try Probe(document, in: scratch.working, count: 20_000).lines()
    let error = try #require(lines.last)
    #expect(error.hasPrefix("error"))
    #expect(error.contains("space") || error.contains("full"), "\(error)")
    let last = try #require(lines.compactMap { Int($0) }.last)
    #expect(try integrity(ofFileAt: document) == "ok")
    #expect(TestProgram.succeeds(["mount", "-o", "remount,size=64m", place.path]))
    let again = try Probe(document, in: scratch.working, count: 1).lines()
    #expect(again.first == "opened \(last) recovered")
    #expect(again.last == "closed")
  }

  @Test @MainActor func `The second of two processes with one document gets an error`() async throws
  {
    let document = scratch.prepare(ManagedDocument(fileURL: url))
    try await document.openContents()
    let lines = try Probe(url, in: scratch.working, count: 20).lines()
    #expect(lines.last == "closed")
    #expect(lines.first == "opened 0")
    try document.write { try $0.execute(sql: "CREATE TABLE mine(id INTEGER PRIMARY KEY)") }
    let error = await #expect(throws: DocumentError.self) {
      try await document.saveContents(to: url, for: .forOverwriting)
    }
    #expect(error?.code == .changedOnDisk)
    #expect(try numbersInFile() == (20, 20))
    try await document.saveContents(to: scratch.file("mine.sqlite"), for: .forCreating)
    try await document.saveAndClose()
  }
}

#endif
