import Foundation
import SystemPackage
// Saves documents in a separate process, for tests that kill it or let several compete.
//
// append PATH NAME SECONDS: adds lines to a document until the time is over.
//
// compete SECONDS KILLS RENAMED PATH...: runs four processes that do that with one document by several
// paths; KILLS is "kill" or "-", RENAMED a directory on the way or "-". Prints the fate of their saves.
//
// edit PATH: opens a document, and takes its text from lines of input; an empty line closes it.
//
// draft PATH DIRECTORY: autosaves a draft in a directory, between calls of access(2) with the paths
// /autosave-begins and /autosave-ends, prints "ready", and lives until it is killed.
//
// cost DIRECTORY BYTES: writes a document of so many bytes in several ways, and prints for each way the
// milliseconds of the main actor and the bytes of memory that it took.
//
// class-cost DIRECTORY BYTES CLASS [service]: writes a document of one class in several ways, and prints for
// each way the columns of `ClassCost.measure`.
//
// calls DIRECTORY OPERATION COUNT: opens, saves, autosaves or closes a small document so many times, between
// calls of access(2) with the paths /calls-begin and /calls-end.
//
// opens DIRECTORY COUNT WAVE: opens so many documents, as many at once as a wave has, and prints "opened", the
// number of open documents, "threads", and the greatest number of threads.
//
// package PATH COUNT [watched]: saves a package of so many files, and again after a change of one file, between
// calls of access(2) with the paths /save-begins and /save-ends.
//
// partial PATH: saves a package by a writer of changes, and stops after the first file.
//
// places DIRECTORY: autosaves a draft, keeps versions and notes a recent document in the directories of the
// user, and prints the results and all reports.
import UniformDocuments

func fail(_ message: String) -> Never {
  print(message)
  exit(1)
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "append" where arguments.count == 5:
  let seconds = Double(arguments[4]) ?? 1
  try? await Appending(
    url: URL(filePath: arguments[2]), name: arguments[3], end: .now + .seconds(seconds)
  ).run()
  exit(0)
case "compete" where arguments.count > 5:
  let count = try Competition(
    paths: Array(arguments[5...]), savers: 4, duration: .seconds(Double(arguments[2]) ?? 1),
    kills: arguments[3] == "kill", renamed: arguments[4] == "-" ? nil : arguments[4]
  ).run()
  print(
    "acknowledged \(count.acknowledged) lost \(count.lost.count) refused \(count.refused)",
    "killed \(count.kills)", count.lost.prefix(5).joined(separator: ", "))
  // On a slow machine a moment may be too short for any save.
  exit(count.lost.isEmpty ? 0 : 1)
case "draft" where arguments.count == 4:
  let document = LogDocument(fileURL: URL(filePath: arguments[2]))
  document.isDraft = true
  document.environment.autosaveDirectory = FilePath(arguments[3])
  try await document.openContents()
  document.lines = "line draft\n"
  document.updateChangeCount(.done)
  access("/autosave-begins", F_OK)
  try await document.autosaveContents()
  access("/autosave-ends", F_OK)
  _ = try FileDescriptor.standardOutput.writeAll(Array("ready\n".utf8))
  while true { pause() }
case "edit" where arguments.count == 3:
  do {
    try await ProbeDocument.run(URL(filePath: arguments[2]))
  } catch {
    fail("error \(error)")
  }
case "cost" where arguments.count == 4:
  let cost = SavingCost(directory: URL(filePath: arguments[2]), byteCount: Int(arguments[3]) ?? 0)
  runOnMainLoop { try await cost.run() }
case "class-cost" where arguments.count > 4:
  let cost = ClassCost(
    directory: URL(filePath: arguments[2]), byteCount: Int(arguments[3]) ?? 0, name: arguments[4],
    measuresService: arguments.dropFirst(5).first == "service")
  runOnMainLoop { try await cost.run() }
case "calls" where arguments.count == 5:
  try await CallCost(
    directory: URL(filePath: arguments[2]), operation: arguments[3], count: Int(arguments[4]) ?? 0
  ).run()
case "opens" where arguments.count == 5:
  try await OpeningCost(
    directory: URL(filePath: arguments[2]), count: Int(arguments[3]) ?? 0,
    waveSize: Int(arguments[4]) ?? 1
  ).run()
case "package" where arguments.count > 3:
  try await PackageSaving(
    url: URL(filePath: arguments[2]), fileCount: Int(arguments[3]) ?? 0,
    watchesItem: arguments.dropFirst(4).first == "watched"
  ).run()
case "partial" where arguments.count == 3:
  try await PartialSaving(url: URL(filePath: arguments[2])).run()
case "places" where arguments.count == 3:
  try await UserPlaces(directory: URL(filePath: arguments[2])).run()
default:
  fail(
    "usage: document-probe append|compete|draft|edit|cost|class-cost|calls|opens|package|partial|places ..."
  )
}
