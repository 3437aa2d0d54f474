// Compares saves with other libraries: benchmark-saving FOLDER [NAME-PART...].
//
// The folder decides what is measured: on a disk mostly its flushes, in memory the calls.
// Without synchronizing, neither this library nor the others flush.
import CSynchronization
import Foundation
import Measure
import SystemPackage
import UniformDocuments

let arguments = CommandLine.arguments.dropFirst()
let folder = arguments.first ?? "saving-benchmark"
let filters = arguments.dropFirst()
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
print("on \(try FileSystem(of: folder))")
let document = FilePath(folder).appending("document")
let peer = URL(filePath: folder).appending(path: "peer")
let glib = GLibFile()
var report = Report(try Thresholds(""))

@MainActor func compare(
  _ name: String, over floorName: String, count: Int, rounds: Int = 9,
  floor: @escaping () throws -> Void, work: @escaping (SafeWriter.Options) throws -> Void
) throws {
  for isSynchronizing in [true, false] {
    let name = "save-\(name)" + (isSynchronizing ? "" : "-no-sync")
    guard filters.isEmpty || filters.contains(where: name.contains) else { continue }
    set_synchronizes(isSynchronizing)
    var options = SafeWriter.Options()
    options.synchronizes = isSynchronizing
    report.add(
      try Comparison(
        name, over: floorName, count: count, rounds: rounds,
        floor: { for _ in 0..<count { try floor() } },
        work: { for _ in 0..<count { try work(options) } }
      ).measure())
  }
}

for (name, size, count) in [("1-kb", 1_000, 50), ("10-mb", 10_000_000, 2)] {
  let bytes = [UInt8](repeating: 65, count: size)
  let data = Data(bytes)
  func save(_ options: SafeWriter.Options) throws {
    try bytes.withUnsafeBytes { bytes in
      _ = try SafeWriter(options: options).write(bytes, to: document, .createOrOverwrite)
    }
  }
  try save(SafeWriter.Options())
  try data.write(to: peer)
  try compare(
    "\(name)-foundation", over: "Data.write(.atomic)", count: count,
    floor: { try data.write(to: peer, options: .atomic) }, work: save)
  if let glib {
    try compare(
      "\(name)-glib", over: "g_file_replace_contents", count: count,
      floor: { glib.replace(peer.path, with: bytes) }, work: save)
  }
}

// No other library on Linux saves packages as a whole. Others can write all children again, or
// only the changed one; neither leaves the old or the new package after a crash.
let package = try SavedPackage(in: folder)
try compare(
  "package-all", over: "Data.write(.atomic) of 1,000 children", count: 1, rounds: 5,
  floor: package.writeAll, work: package.save)
try compare(
  "package-one", over: "Data.write(.atomic) of the changed child", count: 1,
  floor: package.writeOne, work: package.save)

/// Measures the costs of saves for the main actor.
@MainActor func measureCosts() async throws {
  let costs = SavingCosts(folder: URL(filePath: folder))
  if filters.isEmpty || filters.contains(where: "save-2-gb".contains) {
    try await costs.saveLargeFile()
  }
  if filters.isEmpty || filters.contains(where: "package-10000".contains) {
    for folderCount in [0, 100] { try await costs.savePackage(folderCount: folderCount) }
  }
  if filters.isEmpty || filters.contains(where: "undo-levels".contains) { costs.registerSteps() }

  // The time that a save blocks editing; no ratio, because no other library does the same.
  if filters.isEmpty || filters.contains(where: "save-model".contains) {
    let (whole, blocked) = try await LargeModel.saveWhileEditing(in: folder)
    print("save-model: 200,000 items in \(whole), the main actor held for \(blocked) at most")
  }
}

Task {
  do {
    try await measureCosts()
    exit(0)
  } catch {
    print("error: \(error)")
    exit(1)
  }
}
// An asynchronous entry point would leave the main queue to any thread, whose time is not counted.
while true { RunLoop.main.run() }
