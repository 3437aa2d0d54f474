import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("The cache that processes share")
struct SharedCacheTests {
  private let directory: TemporaryDirectory
  private static let processCount = 4

  init() throws {
    directory = try TemporaryDirectory()
    try directory.write(
      "data/mime/packages/example.xml",
      Array(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
          <mime-type type="application/x-shared-cache"><glob pattern="*.sharedcache"/></mime-type>
        </mime-info>
        """.utf8))
  }

  private var folder: URL { directory.url.appendingPathComponent("cache/uniform-types") }

  private var cached: [URL] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.map { folder.appendingPathComponent($0) }
  }

  private func run(_ arguments: String...) throws -> CommandRun {
    try Command.run(
      arguments,
      environment: [
        "XDG_DATA_DIRS": directory.path + "/data", "XDG_CACHE_HOME": directory.path + "/cache",
        "PATH": MachineProgram.searchPath,
      ])
  }

  /// Puts other bytes at the path of the image, which only root can write in place.
  private func replace(_ path: URL, with bytes: Data) throws {
    try bytes.write(to: path, options: .atomic)
  }

  /// The answers of several processes that start at once.
  private func answers() -> [String] {
    let answers = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: Self.processCount) { _ in
      let run = try? run("lookup", ".sharedcache")
      let answer = run.map { "\($0.status) \($0.output)\($0.errors)" } ?? "not run"
      answers.withLock { $0.append(answer) }
    }
    return answers.withLock { $0 }
  }

  /// The item at the path of the cache, in one round.
  enum Obstacle: String, CaseIterable, CustomTestStringConvertible {
    case nothing, halfAnImage, otherBytes, noBytes, anotherFormat, oldSource

    var testDescription: String { rawValue }
  }

  @Test(
    "is created and replaced by several at once, and all results are right",
    arguments: Obstacle.allCases)
  func replacedAtOnce(obstacle: Obstacle) throws {
    let expected = try run("lookup", ".sharedcache")
    #expect(expected.status == 0)
    #expect(expected.output.contains("x-shared-cache"))
    let path = try #require(cached.first)
    for round in 0..<4 {
      let whole = try Data(contentsOf: path)
      switch obstacle {
      case .nothing: try FileManager.default.removeItem(at: folder)
      case .halfAnImage: try replace(path, with: whole.prefix(whole.count / 2))
      case .otherBytes: try replace(path, with: Data("no image".utf8))
      case .noBytes: try replace(path, with: Data())
      case .anotherFormat:
        try replace(path, with: whole.prefix(12) + [9, 9, 9, 9] + whole.dropFirst(16))
      case .oldSource:
        let source = directory.url.appendingPathComponent("data/mime/packages/example.xml")
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: Double(1_000 + round))],
          ofItemAtPath: source.path)
      }
      let wanted = "0 \(expected.output)\(expected.errors)"
      #expect(answers() == Array(repeating: wanted, count: Self.processCount))
      #expect(cached == [path], "one image stays, and nothing that was on the way to be one")
      if obstacle != .oldSource { #expect(try Data(contentsOf: path) == whole) }
      #expect(try run("doctor").output.contains("(current)"))
    }
  }
}
