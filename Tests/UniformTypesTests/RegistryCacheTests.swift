import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import UTIPlatform
import UTITypeGraph
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

  private func load(isMapped: Bool = false) throws -> TypeRegistry {
    var configuration = configuration
    configuration.mapsCache = isMapped
    return try TypeRegistry(configuration)
  }

  private func inode(_ path: String) -> UInt {
    var status = stat()
    return lstat(path, &status) == 0 ? UInt(status.st_ino) : 0
  }

  @Test("is created when missing, kept while nothing changes, and gives the same results")
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

  @Test("is replaced when a source is changed, added or removed")
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

  @Test("has the databases alone too, so that a changed property list needs no merge of them")
  func databasesAlone() throws {
    try directory.write(
      "data/mime/packages/db.xml",
      Array(
        """
        <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
          <mime-type type="text/x-first"><glob pattern="*.frst"/></mime-type>
        </mime-info>
        """.utf8))
    for name in ["org.example.first", "org.example.second"] {
      try directory.write("data/uniform-types/a.plist", Self.declaring(name))
      let layered = try load()
      #expect(layered.type(name) != nil && cached.count == 2)
      var uncached = configuration
      uncached.usesCache = false
      let merged = try TypeRegistry(uncached)
      #expect(layered.types.map(\.description) == merged.types.map(\.description))
      #expect(layered.type(filenameExtension: "frst") == merged.type(filenameExtension: "frst"))
      #expect(layered.findings == merged.findings)
    }
    let files = Set(cached.map(inode))
    try FileManager.default.removeItem(atPath: source)
    let alone = try load()
    #expect(alone.cacheState == "current" && Set(cached.map(inode)) == files)
    // Damage of the databases without a sign does not get into the file of a layer.
    let path = try #require(alone.cachePath)
    var status = stat()
    #expect(stat(path, &status) == 0)
    var damaged = try Data(contentsOf: URL(fileURLWithPath: path))
    for place in stride(from: 512, to: damaged.count, by: 997) { damaged[place] ^= 0x55 }
    try FileManager.default.removeItem(atPath: path)
    try damaged.write(to: URL(fileURLWithPath: path))
    chmod(path, 0o400)
    #expect(utimensat(AT_FDCWD, path, [status.st_mtim, status.st_mtim], 0) == 0)
    try directory.write("data/uniform-types/a.plist", Self.declaring("org.example.third"))
    var uncached = configuration
    uncached.usesCache = false
    let types = try TypeRegistry(uncached).types.map(\.description)
    #expect(try load().types.map(\.description) == types)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != damaged)
  }

  @Test("is replaced when it is damaged, truncated or of another program")
  func damaged() throws {
    let types = try load().types
    let path = try #require(cached.first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let other = Data(whole.prefix(8) + [9, 9, 9, 9] + whole.dropFirst(12))
    for content in [Data(), whole.prefix(100), Data("garbage".utf8), whole.dropLast(), other] {
      chmod(path, 0o600)
      try content.write(to: URL(fileURLWithPath: path))
      #expect(try load().types == types)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
    }
  }

  @Test("is replaced when bytes in its middle are overwritten")
  func damagedInside() throws {
    let types = try load().types
    let path = try #require(cached.first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    for offset in stride(from: 4096, to: whole.count, by: whole.count / 8) {
      chmod(path, 0o600)
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      try file.seek(toOffset: UInt64(offset))
      try file.write(contentsOf: Data(repeating: 0xA5, count: 512))
      try file.close()
      #expect(try load().types == types)
      #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole)
    }
  }

  @Test(
    "gives wrong results at worst when it is damaged without a sign",
    arguments: [0xFF, 0x00, 0x7F, 0x01] as [UInt8])
  func damagedUnnoticed(byte: UInt8) throws {
    _ = try load()
    let path = try #require(cached.first)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    var status = stat()
    #expect(stat(path, &status) == 0)
    let partCount = 60
    let start = 512
    for part in 0..<partCount {
      let size = (whole.count - start) / partCount
      let place = start + part * size
      let damaged =
        whole.prefix(place) + Data(repeating: byte, count: size) + whole.dropFirst(place + size)
      try FileManager.default.removeItem(atPath: path)
      try damaged.write(to: URL(fileURLWithPath: path))
      chmod(path, 0o400)
      #expect(utimensat(AT_FDCWD, path, [status.st_mtim, status.st_mtim], 0) == 0)
      let registry = try load()
      #expect(registry.cacheState == "current")
      askAll(of: registry)
    }
  }

  @Test("does not end a reading process when its owner truncates it", arguments: [0, 8192])
  func cutShort(size: Int) throws {
    let types = try load().types.map(\.identifier)
    let mapped = try load(isMapped: true)
    let path = try #require(cached.first)
    chmod(path, 0o600)
    let losses = FileImage.lossCount
    #expect(truncate(path, size) == 0)
    askAll(of: mapped)
    _ = mapped.types.map(\.identifier)
    #expect(FileImage.lossCount > losses, "the loss is known")
    #expect(try load().types.map(\.identifier) == types, "who reads it next finds it out")
  }

  @Test("does not end a reading process when its owner writes into it")
  func writtenInto() throws {
    _ = try load()
    let mapped = try load(isMapped: true)
    let path = try #require(cached.first)
    chmod(path, 0o600)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let size = try file.seekToEnd()
    var random = SeededGenerator(seed: 18)
    for _ in 0..<40 {
      try file.seek(toOffset: UInt64.random(in: 512..<size, using: &random))
      let byte = UInt8.random(in: 0...255, using: &random)
      try file.write(contentsOf: Data(repeating: byte, count: 4096))
      askAll(of: mapped)
    }
    try file.close()
    #expect(try mapped.reloaded().type("org.example.first") != nil)
  }

  @Test("has no effect on a registry that was loaded from it before it changed")
  func changedAfterwards() throws {
    _ = try load()
    let registry = try load()
    #expect(registry.cacheState == "current")
    let path = try #require(cached.first)
    let identifiers = registry.types.map(\.identifier)
    chmod(path, 0o600)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let size = Int(try file.seekToEnd())
    let changes: [() throws -> Void] = [
      {
        try file.seek(toOffset: 0)
        try file.write(contentsOf: Data(repeating: 0xA5, count: size))
      }, { try file.truncate(atOffset: UInt64(size / 2 + 100)) },
      { try file.truncate(atOffset: 0) }, { unlink(path) },
    ]
    for change in changes {
      try change()
      #expect(registry.types.map(\.identifier) == identifiers)
      for type in registry.types { #expect(registry.type(type.identifier) == type) }
    }
  }

  /// Asks a registry, so that reading outside of it would end the process.
  private func askAll(of registry: TypeRegistry) {
    for name in [
      "a.png", "a.tar.gz", "Makefile", "README", "a.unheard-of", "core", "x.C", ".bashrc",
    ] {
      let type = registry.type(fileName: name)
      _ = (type?.identifier, type?.tags, type?.supertypes, type?.localizedDescription)
      _ = registry.identify(bytes: Array("%PDF-1.4\n<?xml version='1.0'?><svg/>".utf8), name: name)
    }
    for type in registry.types.prefix(20) + registry.types.suffix(20) {
      _ = (type.identifier, type.tags, type.supertypes.map(\.identifier), type.description)
      _ = (type.preferredFilenameExtension, type.preferredMIMEType, type.version)
    }
    for value in ["png", "ts", "doc", "mp3", "xml", "pkg"] {
      let types = registry.types(tag: value, tagClass: .filenameExtension)
      _ = types.map { ($0.identifier, $0.conforms(to: .data), $0 == .png) }
    }
    _ = registry.findings.map(\.description)
    _ = registry.sources.map(\.path)
    _ = registry.contestedExtensions.map { $0.types.map(\.identifier) }
  }

  @Test(
    "is replaced when other users can write it, and never waited for or followed",
    arguments: ["chmod 666", "mkfifo", "ln -s", "mkdir"])
  func notOurs(how: String) throws {
    let types = try load().types
    let path = try #require(cached.first)
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
    // What takes its place has another number only while it is still somewhere.
    link(path, path + ".kept")
    let before = inode(path)
    #expect(try load().types == types)
    var status = stat()
    #expect(lstat(path, &status) == 0)
    if how != "mkdir" {
      #expect(status.st_mode & S_IFMT == S_IFREG)
      #expect(UInt(status.st_ino) != before)
    }
  }

  @Test("of another user is replaced", .requires(.root))
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
    "is not used if it cannot be written",
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

  @Test("stays when another configuration or program would merge another image")
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

  @Test("can be created by many at once")
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

  @Test("is kept tidy: files of killed writers are removed, locked and other files stay")
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

  @Test("has no write permission, because a write would end processes that map it")
  func readOnly() throws {
    _ = try load()
    var status = stat()
    #expect(stat(try #require(cached.first), &status) == 0)
    #expect(status.st_mode & 0o777 == 0o400)
  }

  @Test("has a file whose time is its creation, and is rebuilt after a write into it")
  func honestTime() throws {
    let before = time(nil)
    _ = try load()
    let path = try #require(cached.first)
    var status = stat()
    #expect(stat(path, &status) == 0)
    let isKept = status.st_mtim.tv_nsec != 0
    #expect(!isKept || (before...time(nil)).contains(status.st_mtim.tv_sec))
    chmod(path, 0o600)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try file.seek(toOffset: 4096)
    try file.write(contentsOf: Data([0xA5]))
    try file.close()
    chmod(path, 0o400)
    let written = try Data(contentsOf: URL(fileURLWithPath: path))
    _ = try load()
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) != written)
  }

  @Test("has a limited number of files, of which the least recently used are removed")
  func bounded() throws {
    _ = try load()
    let first = try #require(cached.first)
    let foreign = directory.path + "/cache/uniform-types/notes"
    try Data().write(to: URL(fileURLWithPath: foreign))
    for number in 0..<12 {
      // The time of making would be the same within a second, and reading counts as well.
      let reading = timespec(tv_sec: time(nil) + 10 + number, tv_nsec: 0)
      var other = configuration
      other.buildVariables = ["NUMBER": "\(number)"]
      let registry = try TypeRegistry(other)
      #expect(registry.cacheState == "current")
      var modified = stat()
      let path = try #require(registry.cachePath)
      #expect(stat(path, &modified) == 0)
      #expect(utimensat(AT_FDCWD, path, [reading, modified.st_mtim], 0) == 0)
      #expect(registry.cacheState == "current", "who only notes that it was read changes nothing")
    }
    #expect(cached.count == 9, "eight and the file that is none of ours")
    #expect(access(first, F_OK) != 0)
    #expect(access(foreign, F_OK) == 0)
    #expect(try load().type("org.example.first") != nil)
    #expect(try load().cacheState == "current")
  }

  @Test(
    "is kept although a source has errors, with these errors",
    arguments: ["", "<plist>", "{}", "<plist><array/></plist>"])
  func withBrokenSource(content: String) throws {
    try directory.write("data/uniform-types/broken.plist", Array(content.utf8))
    let first = try load()
    #expect(first.findings.contains { $0.file.hasSuffix("broken.plist") })
    #expect(cached.count == 1)
    let second = try load()
    #expect(second.cacheState == "current")
    #expect(second.findings == first.findings)
    #expect(second.types == first.types)
    try directory.write("data/uniform-types/broken.plist", Self.declaring("org.example.mended"))
    #expect(try load().type("org.example.mended") != nil)
  }

  @Test("is not kept while a source cannot be read", .requires(.ordinaryUser))
  func withUnreadableSource() throws {
    let path = try directory.write("data/uniform-types/b.plist", Self.declaring("org.example.b"))
    chmod(path, 0)
    let registry = try load()
    #expect(cached.isEmpty)
    #expect(registry.cacheState != "current")
    #expect(registry.type("org.example.first") != nil)
    chmod(path, 0o600)
    #expect(try load().type("org.example.b") != nil)
  }

  @Test("is not kept while the source is a dangling link")
  func withDanglingSource() throws {
    let path = directory.path + "/data/uniform-types/b.plist"
    symlink(directory.path + "/nothing", path)
    let registry = try load()
    #expect(cached.isEmpty)
    #expect(registry.cacheState != "current")
    #expect(registry.type("org.example.first") != nil)
  }

  @Test("creates the directory of the environment, and no home")
  func places() throws {
    var other = configuration
    other.environment?["XDG_CACHE_HOME"] = directory.path + "/a/b/c"
    #expect(try TypeRegistry(other).cacheState == "current")
    other.environment?["XDG_CACHE_HOME"] = nil
    other.environment?["HOME"] = directory.path + "/home"
    #expect(try TypeRegistry(other).cacheState != "current")
    #expect(access(directory.path + "/home", F_OK) != 0)
    mkdir(directory.path + "/home", 0o700)
    #expect(try TypeRegistry(other).cacheState == "current")
  }

  @Test(
    "is not created in the home of another user",
    .requires(.root), arguments: ["home", "home/.cache"])
  func otherHome(foreign: String) throws {
    var other = configuration
    other.environment?["XDG_CACHE_HOME"] = nil
    other.environment?["HOME"] = directory.path + "/home"
    mkdir(directory.path + "/home", 0o755)
    mkdir(directory.path + "/" + foreign, 0o755)
    #expect(chown(directory.path + "/" + foreign, 65_534, 65_534) == 0)
    #expect(try TypeRegistry(other).type("org.example.first") != nil)
    #expect(
      try FileManager.default.subpathsOfDirectory(
        atPath: directory.path + "/home"
      ).filter { $0 != ".cache" } == [])
    #expect(access(directory.path + "/home/.cache/uniform-types", F_OK) != 0)
  }
}
