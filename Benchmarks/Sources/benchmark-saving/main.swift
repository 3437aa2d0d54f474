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

// A package of 1,000 children of which one changes; nobody else on Linux saves packages, so the
// floor is saving all of its children anew as Foundation would, each by itself.
let package = URL(filePath: folder).appending(path: "package")
let children = (0..<1_000).map { "child-\($0)" }
let contents = Data(repeating: 66, count: 4_096)
let wrapper = FileWrapper(
  directoryWithFileWrappers: Dictionary(
    uniqueKeysWithValues: children.map { ($0, FileWrapper(regularFileWithContents: contents)) }))
if FileManager.default.fileExists(atPath: package.path) {
  try FileManager.default.removeItem(at: package)
}
try wrapper.write(to: package, options: .withNameUpdating, originalContentsURL: nil)

func savePackage(_ options: SafeWriter.Options) throws {
  if let old = wrapper.fileWrappers?["child-500"] { wrapper.removeFileWrapper(old) }
  wrapper.addRegularFile(withContents: contents, preferredFilename: "child-500")
  try SafeWriter(options: options).write(to: FilePath(package.path), .overwrite) { path in
    try wrapper.write(
      to: URL(filePath: path.string), options: .withNameUpdating, originalContentsURL: package)
  }
}

for (name, options) in [("sync", SafeWriter.Options()), ("no-sync", withoutWaiting)] {
  report.add(
    try Comparison(
      "save-package-\(name)", over: "Data.write without .atomic for each of 1,000 children",
      count: 1, rounds: 7,
      floor: {
        for child in children { try contents.write(to: URL(filePath: folder + "/floor-" + child)) }
      },
      work: { try savePackage(options) }
    ).measure())
}
