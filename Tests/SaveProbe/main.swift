import Foundation
import SystemPackage
// Saves in a separate process, for tests that kill it or take its rights away.
//
// save-probe save PATH TEXT: replaces or makes a file; package PATH TEXT: the same with a package;
// recover PATH: what opening does first. Prints one line of what came of it; status 0 or 1.
//
// versions DIRECTORY PATH ROLE: waits for a file "go" next to the store of versions in a directory,
// then adds versions of an item, or changes those it has found.
//
// late PATH [map]: opens a file for writing, says so, and waits for the end of its input. Writes what it
// read then at the beginning of the file, or of a map of it that it has written to before, and closes it.
import UTIDocumentStorage

func fail(_ message: String) -> Never {
  print(message)
  exit(1)
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("usage: save-probe save|package|recover PATH [TEXT]") }
switch arguments[1] {
case "versions" where arguments.count == 5:
  do {
    try VersionKeeper(
      directory: FilePath(arguments[2]), path: FilePath(arguments[3]), role: arguments[4]
    ).run()
  } catch {
    fail("\(arguments[4]): \(error)")
  }
  exit(0)
case "late":
  let file = try FileDescriptor.open(FilePath(arguments[2]), .readWrite)
  let size = arguments.last == "map" ? Int(try file.seek(offset: 0, from: .end)) : 0
  let map = UnsafeMutableRawBufferPointer(
    start: size > 0 ? mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file.rawValue, 0) : nil,
    count: size)
  if let first = map.first { map[0] = first }
  _ = try FileDescriptor.standardOutput.writeAll(Array("ready\n".utf8))
  let bytes = FileHandle.standardInput.readDataToEndOfFile()
  if size > 0 {
    map.copyBytes(from: bytes)
  } else if !bytes.isEmpty {
    _ = try file.writeAll(toAbsoluteOffset: 0, bytes)
  }
  try file.close()
  exit(0)
default: break
}

let path = FilePath(arguments[2])
let text = Data((arguments.count > 3 ? arguments[3] : "").utf8)

// A call that has no other use marks the start of the save in a trace.
_ = try? FileDescriptor.open("/save-probe-begins", .readOnly)

do throws(SafeWritingError) {
  switch arguments[1] {
  case "recover":
    let report = try SafeWriter().recover(at: path)
    print("restored \(report.restored.count) kept \(report.kept.count)")
  case "package":
    let outcome = try SafeWriter().write(to: path, .createOrOverwrite) { path in
      let url = URL(filePath: path.string)
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      try text.write(to: url.appending(path: "index"))
      try FileManager.default.linkItem(
        at: URL(filePath: arguments[2]).appending(path: "kept"), to: url.appending(path: "kept"))
    }
    print(outcome.strategy.rawValue)
  default:
    let outcome = try SafeWriter().write(to: path, .createOrOverwrite) { path in
      try text.write(to: URL(filePath: path.string))
    }
    let lost = outcome.lostAttributes.map(\.rawValue).sorted().joined(separator: ", ")
    print(outcome.strategy.rawValue + (lost.isEmpty ? "" : "; lost \(lost)"))
  }
} catch {
  fail("\(error.code.rawValue) \(error.errno?.rawValue ?? 0) \(error.isOriginalIntact)")
}
