import CUTISystemCalls
import Foundation
import SystemPackage
import TestSupport
import Testing
import UTITypeDetection
import UTITypeGraph

/// Kinds of items: answered from what the file system says, never opened, never waited for.
struct FileKindTests {
  private static func detector(limits: DetectionLimits = DetectionLimits()) throws -> TypeDetector {
    let png = Fixture.type("image/png") {
      $0.magic = [Fixture.rule([Fixture.match([0x89, 0x50, 0x4E, 0x47])])]
      $0.globs = [Fixture.glob("*.png")]
    }
    return TypeDetector(
      image: try Fixture.image([
        png, Fixture.type("text/plain"), Fixture.type("application/x-zerosize"),
      ]),
      limits: limits)
  }

  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  @Test("A pipe, a socket, a device and dangling links have verdicts without opening")
  func special() throws {
    let directory = try TemporaryDirectory()
    let pipe = directory.path + "/pipe.png"
    #expect(mkfifo(pipe, 0o600) == 0)
    let dangling = directory.path + "/dangling.png"
    #expect(symlink("/nonexistent/file", dangling) == 0)
    let loop = directory.path + "/loop"
    #expect(symlink(loop, loop) == 0)
    let rows = [
      (pipe, "inode/fifo", "public.named-pipe"), (dangling, "inode/symlink", "public.symlink"),
      (loop, "inode/symlink", "public.symlink"),
      ("/dev/null", "inode/chardevice", "public.character-special"),
      (try socket(in: directory), "inode/socket", "public.socket"),
    ]
    for (path, mimeType, type) in rows {
      let verdict = try Self.detector().verdict(forPath: path)
      #expect(verdict.mimeType == mimeType)
      #expect(verdict.type.rawValue == type)
      #expect(verdict.basis == .kind)
      #expect(verdict.confidence == .certain)
      #expect(verdict.cost.reads == 0)
    }
  }

  @Test("An item that replaces a listed file gets its own verdict")
  func swappedAfterListing() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("file", Self.png)
    let pipe = directory.path + "/pipe.png"
    #expect(mkfifo(pipe, 0o600) == 0)
    let link = directory.path + "/link"
    #expect(symlink(file, link) == 0)
    let rows = [
      (file, "image/png"), (pipe, "inode/fifo"), (link, "inode/symlink"),
      (directory.path, "inode/directory"), ("/dev/null", "inode/chardevice"),
      (try socket(in: directory), "inode/socket"),
      (try directory.write("empty", []), "application/x-zerosize"),
    ]
    for (path, mimeType) in rows {
      let verdict = try Self.detector().verdict(
        forPath: path, followsLinks: false, isListedFile: true)
      #expect(verdict.mimeType == mimeType)
    }
    #expect(throws: DetectionError.self) {
      try Self.detector().verdict(
        forPath: directory.path + "/gone", followsLinks: false, isListedFile: true)
    }
  }

  @Test("A listed file gets the verdict of its path, including its attribute")
  func listedEqualsNamed() throws {
    let directory = try TemporaryDirectory()
    let plain = try directory.write("a.png", Self.png)
    let marked = try directory.write("b.png", Self.png)
    let descriptor = open(marked, O_RDONLY)
    // A file system without attributes leaves two files without one.
    _ = uti_fsetxattr(descriptor, "user.mime_type", "text/plain", 10)
    close(descriptor)
    for path in [plain, marked] {
      for basis in [DetectionInput.both, .content, .name] {
        let listed = try Self.detector().verdict(forPath: path, by: basis, isListedFile: true)
        #expect(try listed == Self.detector().verdict(forPath: path, by: basis))
      }
    }
  }

  private func socket(in directory: TemporaryDirectory) throws -> String {
    let path = directory.path + "/s"
    let descriptor = Foundation.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array(path.utf8).prefix(107))
    }
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    return path
  }

  @Test("A link has the type of its destination, or of a link when links are not followed")
  func links() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("a", Self.png)
    let link = directory.path + "/link"
    #expect(symlink(file, link) == 0)
    let detector = try Self.detector()
    #expect(try detector.verdict(forPath: link).mimeType == "image/png")
    #expect(try detector.verdict(forPath: link, followsLinks: false).mimeType == "inode/symlink")
  }

  @Test("A directory is a folder, the root of a volume is a volume")
  func directories() throws {
    let directory = try TemporaryDirectory()
    let detector = try Self.detector()
    #expect(try detector.verdict(forPath: directory.path).type == .folder)
    #expect(try detector.verdict(forPath: directory.path).mimeType == "inode/directory")
    // In a chroot the root is an ordinary directory.
    let mounts = try Self.mountPoints()
    for path in mounts.union(["/"]) {
      let expected = mounts.contains(path) ? "inode/mount-point" : "inode/directory"
      #expect(try detector.verdict(forPath: path).mimeType == expected, "\(path)")
    }
  }

  /// The directories on which file systems are mounted and which this process can see.
  private static func mountPoints() throws -> Set<String> {
    let table = try String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8)
    let points = table.split(separator: "\n").compactMap { line -> String? in
      let fields = line.split(separator: " ")
      return fields.count > 4 ? String(fields[4]) : nil
    }
    // A path with an octal escape is not among those that every machine has.
    return Set(
      points.filter { path in
        var status = stat()
        return !path.contains("\\") && stat(path, &status) == 0
          && status.st_mode & S_IFMT == S_IFDIR
      })
  }

  @Test("An empty file has the type of its name, or else of zero size (rule 10.8)")
  func empty() throws {
    let directory = try TemporaryDirectory()
    let detector = try Self.detector()
    #expect(try detector.verdict(forPath: try directory.write("a.png")).mimeType == "image/png")
    #expect(
      try detector.verdict(forPath: try directory.write("a")).mimeType == "application/x-zerosize")
    #expect(try detector.verdict(forPath: try directory.write("a")).basis == .empty)
  }

  @Test(
    "A file of size zero is read, as files of /proc are",
    .requires(.processFiles))
  func processFiles() throws {
    let verdict = try Self.detector().verdict(forPath: "/proc/self/status")
    #expect(verdict.mimeType == "text/plain")
  }

  @Test(
    "A file that returns each byte once is not read, nor is a blocking one",
    .requires(.kernelLog))
  func queues() throws {
    let directory = try TemporaryDirectory()
    let link = directory.path + "/log.png"
    #expect(symlink("/proc/kmsg", link) == 0)
    let detector = try Self.detector()
    let verdict = try detector.verdict(forPath: "/proc/kmsg")
    #expect(verdict.cost.reads == 0)
    #expect(verdict.basis == .none)
    #expect(
      verdict.evidence.map(\.description)
        == ["it is a stream; reading it would consume its data"])
    #expect(try detector.verdict(forPath: link).mimeType == "image/png")
  }

  @Test("A file whose name is not UTF-8 gets a verdict by its bytes and the text in its name")
  func strayBytes() throws {
    let directory = try TemporaryDirectory()
    let detector = try Self.detector()
    let start = Array((directory.path + "/caf").utf8) + [0xE9]
    func path(_ end: String) -> FilePath {
      FilePath(platformString: (start + Array(end.utf8) + [0]).map { CChar(bitPattern: $0) })
    }
    for (end, bytes) in [(".png", []), ("", Self.png)] {
      let descriptor = try FileDescriptor.open(
        path(end), .writeOnly, options: .create, permissions: .ownerReadWrite)
      try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
      #expect(try detector.verdict(forPath: path(end)).mimeType == "image/png")
    }
    #expect(try detector.verdict(forPath: path(".png"), by: .name).mimeType == "image/png")
    let error = #expect(throws: DetectionError.self) {
      try detector.verdict(forPath: path(".missing"))
    }
    #expect(error?.path.hasSuffix("caf\\xE9.missing") == true)
  }

  @Test("A file of a terabyte costs one read of the head")
  func sparse() throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write("a", Self.png)
    #expect(truncate(file, 1 << 40) == 0)
    let verdict = try Self.detector().verdict(forPath: file)
    #expect(verdict.mimeType == "image/png")
    #expect(verdict.cost.reads == 1)
    #expect(verdict.cost.bytes == 16384)
  }

  @Test("No more than the limits are read, whatever a container requires")
  func limits() throws {
    let directory = try TemporaryDirectory()
    let limits = DetectionLimits(
      headByteCount: 512, containerReadCount: 3, containerReadByteCount: 256)
    let detector = try ContainerTests.detector(limits: limits)
    for (index, row) in ContainerTests.rows.enumerated() {
      let padded = row.bytes + [UInt8](repeating: 0, count: 100_000)
      for bytes in [row.bytes, padded] {
        let file = try directory.write("\(index)", bytes)
        let cost = try detector.verdict(forPath: file).cost
        #expect(cost.reads <= 1 + 3)
        #expect(cost.bytes <= 512 + 3 * 256)
      }
    }
  }

  @Test("A missing file, and an unreadable one, are errors with a remedy")
  func errors() throws {
    let directory = try TemporaryDirectory()
    let detector = try Self.detector()
    let missing = #expect(throws: DetectionError.self) {
      try detector.verdict(forPath: directory.path + "/missing")
    }
    #expect(missing?.errorNumber == ENOENT)
    #expect(missing?.description.contains("check the path") == true)
    let secret = try directory.write("secret", Self.png)
    #expect(chmod(secret, 0) == 0)
    if geteuid() != 0 {
      let denied = #expect(throws: DetectionError.self) { try detector.verdict(forPath: secret) }
      #expect(denied?.errorNumber == EACCES)
      #expect(denied?.description.contains("permission") == true)
    }
    #expect(try detector.verdict(forPath: secret + ".png", by: .name).mimeType == "image/png")
  }
}
