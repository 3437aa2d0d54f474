import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing
import UniformTypes

@Suite("The cache of merged registries")
struct RegistryCacheTests {
  private let directory: TemporaryDirectory
  private let configuration: RegistryConfiguration
  private let source: String

  init() throws {
    directory = try TemporaryDirectory()
    source = try directory.write("data/uniform-types/a.plist", Self.declaring("org.example.first"))
    configuration = RegistryConfiguration(
      environment: [
        "XDG_DATA_DIRS": directory.path + "/data", "XDG_CACHE_HOME": directory.path + "/cache",
      ])
  }

  private static func declaring(_ identifier: String) -> [UInt8] {
    Array(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0"><dict><key>UTExportedTypeDeclarations</key><array><dict>
        <key>UTTypeIdentifier</key><string>\(identifier)</string>
        <key>UTTypeConformsTo</key><string>public.data</string>
      </dict></array></dict></plist>
      """.utf8)
  }

  private var cached: [String] {
    let folder = directory.path + "/cache/uniform-types"
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .map { folder + "/" + $0 }
  }

  private func load() throws -> TypeRegistry { try TypeRegistry(configuration) }

  private func inode(_ path: String) -> UInt {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt(status.st_ino) : 0
  }

  @Test("is made when it is missing, kept while nothing changes, and gives the same answers")
  func kept() throws {
    #expect(cached.isEmpty)
    let first = try load()
    let path = try #require(cached.first)
    let before = inode(path)
    let second = try load()
    #expect(cached == [path])
    #expect(inode(path) == before, "a current cache is not written again")
    #expect(first.types == second.types)
    #expect(first.findings == second.findings)
    #expect(first.cachePath == path)
    #expect(first.cacheState == "current")
  }

  @Test("is replaced when a source changes, comes or goes")
  func stale() throws {
    #expect(try load().type("org.example.first") != nil)
    try directory.write("data/uniform-types/a.plist", Self.declaring("org.example.other"))
    #expect(try load().type("org.example.first") == nil)
    #expect(try load().type("org.example.other") != nil)
    let added = try directory.write("data/uniform-types/b.plist", Self.declaring("org.example.b"))
    #expect(try load().type("org.example.b") != nil)
    try FileManager.default.removeItem(atPath: added)
    #expect(try load().type("org.example.b") == nil)
    #expect(try load().type("org.example.other") != nil)
  }

  @Test("is replaced when it is damaged, truncated or of another program")
  func damaged() throws {
    let types = try load().types
    let path = try #require(cached.first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let other = Data(whole.prefix(8) + [9, 9, 9, 9] + whole.dropFirst(12))
    for content in [Data(), whole.prefix(100), Data("garbage".utf8), whole.dropLast(), other] {
      try content.write(to: URL(fileURLWithPath: path))
      #expect(try load().types == types)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
    }
  }

  @Test("is replaced when somebody has written into the middle of it")
  func damagedInside() throws {
    let types = try load().types
    let path = try #require(cached.first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in stride(from: 4096, to: whole.count, by: whole.count / 8) {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 512))
      try file.close()
      #expect(try load().types == types)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
    }
  }

  @Test(
    "is replaced when others can write it, and never waited for or followed",
    arguments: ["chmod 666", "mkfifo", "ln -s", "mkdir"])
  func notOurs(how: String) throws {
    let types = try load().types
    let path = try #require(cached.first)
    let before = inode(path)
    switch how {
    case "chmod 666": chmod(path, 0o666)
    case "mkfifo":
      unlink(path)
      mkfifo(path, 0o600)
    case "ln -s":
      rename(path, path + ".elsewhere")
      symlink(path + ".elsewhere", path)
    default:
      unlink(path)
      mkdir(path, 0o700)
    }
    #expect(try load().types == types)
    var status = stat()
    #expect(lstat(path, &status) == 0)
    if how != "mkdir" {
      #expect(status.st_mode & S_IFMT == S_IFREG)
      #expect(UInt(status.st_ino) != before)
    }
  }

  @Test("of another user is replaced", .enabled(if: geteuid() == 0, "only root gives files away"))
  func foreign() throws {
    let types = try load().types
    let path = try #require(cached.first)
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(try load().types == types)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_uid == geteuid())
  }

  @Test(
    "is done without where it cannot be kept",
    arguments: [
      [:], ["HOME": "relative"], ["XDG_CACHE_HOME": "/dev/null"], ["HOME": "/nonexistent"],
      ["XDG_CACHE_HOME": "/proc"], ["HOME": "/proc/self/fd"],
    ])
  func unwritable(environment: [String: String]) throws {
    var other = configuration
    other.environment = environment.merging(["XDG_DATA_DIRS": directory.path + "/data"]) { $1 }
    let registry = try TypeRegistry(other)
    #expect(registry.type("org.example.first") != nil)
    #expect(registry.types == (try load().types))
    #expect(registry.cacheState != "current")
  }

  @Test("stays where another configuration or program would merge another image")
  func othersApart() throws {
    let types = try load().types
    let path = try #require(cached.first)
    let before = inode(path)
    var other = configuration
    other.includesBase = false
    #expect(try TypeRegistry(other).types != types)
    other.buildVariables = ["PRODUCT_NAME": "Example"]
    _ = try TypeRegistry(other)
    #expect(cached.count == 3)
    #expect(inode(path) == before)
    #expect(try load().cacheState == "current")
  }

  @Test("can be made by many at once")
  func concurrent() throws {
    let counts = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let count = (try? load())?.types.count ?? 0
      counts.withLock { $0.append(count) }
    }
    #expect(Set(counts.withLock { $0 }) == [try load().types.count])
    #expect(cached.count == 1, "no temporary file stays")
    #expect(try load().cacheState == "current")
  }

  @Test("is kept tidy: what writers left that were killed goes, what others hold or have stays")
  func abandoned() throws {
    _ = try load()
    let path = try #require(cached.first)
    let abandoned = path + ".123.4567"
    let held = path + ".123.4568"
    let fresh = path + ".123.4569"
    let foreign = path + ".backup"
    for file in [abandoned, held, fresh, foreign] {
      try Data("part".utf8).write(to: URL(fileURLWithPath: file))
    }
    let longAgo = [timeval](repeating: timeval(tv_sec: 1_000_000_000, tv_usec: 0), count: 2)
    for file in [abandoned, held, foreign] { #expect(utimes(file, longAgo) == 0) }
    let descriptor = open(held, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)

    #expect(try load().cacheState == "current")
    #expect(access(abandoned, F_OK) == 0, "who only reads the cache leaves all as it is")
    try directory.write("data/uniform-types/a.plist", Self.declaring("org.example.other"))
    _ = try load()
    #expect(access(abandoned, F_OK) != 0)
    for file in [path, held, fresh, foreign] { #expect(access(file, F_OK) == 0, "\(file)") }
  }
}
