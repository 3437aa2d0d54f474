import Foundation
import SystemPackage
import UniformDocuments

/// Several processes that save one document at once, some of which are killed, and a count of what
/// became of their saves.
///
/// A save counts when it was acknowledged. It is lost when neither the document nor anything that
/// was kept has its line: each saver reads what is there before it adds a line, so that whatever
/// replaces a line on purpose has it too.
struct Competition {
  /// Paths that all lead to one document.
  let paths: [String]
  let savers: Int
  let duration: Duration
  let kills: Bool
  /// A directory on the way that gets another name, and the old one again, all the time.
  let renamed: String?

  func run() throws -> Count {
    let scratch = FileManager.default.temporaryDirectory.appending(path: "savers-\(getpid())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    var started = 0
    var count = Count()
    let end = ContinuousClock.now + duration
    func start(_ index: Int) throws -> Process {
      started += 1
      let process = Process()
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      let rest = Double((end - .now).components.attoseconds) / 1e18
      let seconds = Double((end - .now).components.seconds) + rest
      process.arguments = [
        "append", paths[index % paths.count], "\(index)-\(started)", "\(max(seconds, 0.1))",
      ]
      let log = scratch.appending(path: "\(started)")
      try Data().write(to: log)
      process.standardOutput = try FileHandle(forWritingTo: log)
      try process.run()
      return process
    }
    var processes = try (0..<savers).map(start)
    while ContinuousClock.now < end {
      usleep(.random(in: 5_000...150_000))
      if let renamed {
        rename(renamed, renamed + "-moved")
        usleep(.random(in: 100...2_000))
        rename(renamed + "-moved", renamed)
      }
      guard kills else { continue }
      let index = Int.random(in: 0..<savers)
      kill(processes[index].processIdentifier, SIGKILL)
      processes[index].waitUntilExit()
      count.kills += 1
      processes[index] = try start(index)
    }
    for process in processes { process.waitUntilExit() }
    try count.add(from: scratch, found: whatIsLeft())
    return count
  }

  /// Every line in the document and in what was kept.
  private func whatIsLeft() throws -> Set<String> {
    var found: Set<String> = []
    for path in paths { try SafeWriter().recover(at: FilePath(path)) }
    for path in paths { try found.formUnion(lines(atPath: path)) }
    let directories = Set(paths.map { FilePath($0).removingLastComponent() })
      .union(SafeWriter.Options().recoveryDirectories)
    for directory in directories {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.string)) ?? []
      for name in names where name.hasPrefix(".document-conflict-") {
        let kept = directory.appending(name).string
        for item in try FileManager.default.contentsOfDirectory(atPath: kept) {
          try found.formUnion(lines(atPath: kept + "/" + item))
        }
      }
    }
    return found
  }

  private func lines(atPath path: String) throws -> [String] {
    try LogDocument.lines(in: Data(contentsOf: URL(filePath: path)))
  }

  /// The results of the saves.
  struct Count {
    var acknowledged = 0
    var refused = 0
    var kills = 0
    var lost: [String] = []

    mutating func add(from scratch: URL, found: Set<String>) throws {
      for log in try FileManager.default.contentsOfDirectory(
        at: scratch, includingPropertiesForKeys: nil)
      {
        for said in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
          guard said.hasPrefix("line ") else {
            refused += 1
            continue
          }
          acknowledged += 1
          if !found.contains(String(said)) { lost.append(String(said)) }
        }
      }
    }
  }
}
