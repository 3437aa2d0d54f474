// Saves files and a package beside what else does so: benchmark-saving FOLDER.
//
// The folder decides what is measured: on a disk mostly the waiting for it, in memory the calls.
import Documents
import Foundation
import Measure
import SystemPackage

let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "saving-benchmark"
try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
let document = FilePath(folder).appending("document")
let peer = URL(filePath: folder).appending(path: "peer")
let glib = GLibFile()
var report = Report(try Thresholds(""))

var withoutWaiting = SafeWriter.Options()
withoutWaiting.synchronizes = false

func save(_ bytes: [UInt8], _ options: SafeWriter.Options = SafeWriter.Options()) throws {
  try bytes.withUnsafeBytes { bytes in
    _ = try SafeWriter(options: options).write(bytes, to: document, .createOrOverwrite)
  }
}

for (name, size, count) in [("1-kb", 1_000, 20), ("10-mb", 10_000_000, 2)] {
  let bytes = [UInt8](repeating: 65, count: size)
  let data = Data(bytes)
  try save(bytes)
  try data.write(to: peer)
  func compare(
    _ title: String, over floorName: String, _ options: SafeWriter.Options,
    floor: @escaping () throws -> Void
  ) throws {
    report.add(
      try Comparison(
        "save-\(name)-\(title)", over: floorName, count: count, rounds: 9,
        floor: { for _ in 0..<count { try floor() } },
        work: { for _ in 0..<count { try save(bytes, options) } }
      ).measure())
  }
  let foundation = { try data.write(to: peer, options: .atomic) }
  try compare(
    "foundation", over: "Data.write(.atomic), which synchronizes", .init(), floor: foundation)
  try compare("no-sync-foundation", over: "the same", withoutWaiting, floor: foundation)
  if let glib {
    let replace = { glib.replace(peer.path, with: bytes) }
    try compare("glib", over: "g_file_replace_contents", .init(), floor: replace)
    try compare("no-sync-glib", over: "the same", withoutWaiting, floor: replace)
  }
}

// Nobody else on Linux saves packages: the floor is writing all children anew, waiting for none.
let package = try SavedPackage(in: folder)
for (name, options) in [("sync", SafeWriter.Options()), ("no-sync", withoutWaiting)] {
  report.add(
    try Comparison(
      "save-package-\(name)", over: "Data.write without .atomic for each of 1,000 children",
      count: 1, rounds: 7, floor: { try package.writeFloor() },
      work: { try package.save(options) }
    ).measure())
}
