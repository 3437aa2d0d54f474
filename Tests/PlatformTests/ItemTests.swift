import SystemPackage
import TestSupport
import Testing
import UTIPlatform

@Suite struct FileStatuses {
  @Test func `The item, or the target of its link, has its kind, size and permissions`()
    throws
  {
    let scratch = try ScratchDirectory(["file": "12345", "folder/": ""])
    let pipe = scratch.file("pipe")
    #expect(pipe.withPlatformString { mkfifo($0, 0o600) } == 0)
    #expect(scratch.file("link").withPlatformString { symlink("file", $0) } == 0)
    #expect(scratch.file("file").withPlatformString { chmod($0, 0o4640) } == 0)
    let rows: [(String, Bool, FileKind)] = [
      ("file", false, .regular), ("folder", false, .directory), ("pipe", false, .namedPipe),
      ("link", false, .symbolicLink), ("link", true, .regular),
    ]
    for (name, follows, kind) in rows {
      #expect(try FileStatus(of: scratch.file(name), followsLinks: follows).kind == kind, "\(name)")
    }
    let status = try FileStatus(of: scratch.file("link"), followsLinks: true)
    #expect(status.size == 5 && status.permissions.rawValue == 0o4640 && status.linkCount == 1)
    #expect(status.owner == geteuid() && !status.isImmutable && !status.isMountPoint)
    #expect(try FileStatus(of: "/dev/null").kind == .characterDevice)
    #expect(try FileStatus(of: "/proc").isMountPoint)
  }

  @Test func `A missing item is an error, or absent`() {
    #expect(throws: Errno.noSuchFileOrDirectory) { try FileStatus(of: "/nonexistent/a") }
    #expect(throws: Errno.badFileDescriptor) {
      try FileStatus(of: FileDescriptor(rawValue: 1_000_000))
    }
    #expect(FileStatus.present(at: FilePath("/nonexistent")) == nil)
    #expect(FileStatus.present(at: "/nonexistent") == nil)
    #expect(FileStatus.present(at: "/proc")?.kind == .directory)
  }

  @Test func `Two names of one file are the same item`() throws {
    let scratch = try ScratchDirectory(["a": "", "b": ""])
    let (a, other) = (scratch.file("a"), scratch.file("c"))
    #expect(a.withPlatformString { a in other.withPlatformString { link(a, $0) } } == 0)
    let status = try FileStatus(of: a)
    #expect(status.isSameItem(as: try FileStatus(of: other)) && status.linkCount == 2)
    #expect(!status.isSameItem(as: try FileStatus(of: scratch.file("b"))))
    #expect(status.item == (try FileStatus(of: other)).item)
  }
}

@Suite struct FileIdentities {
  private static func status(
    _ inode: UInt64, _ kind: FileKind = .regular, size: Int64 = 3
  ) -> FileStatus {
    FileStatus(
      kind: kind, device: 1, inode: inode, size: size, permissions: [.ownerRead],
      modified: FileTime(seconds: 1, nanoseconds: 0))
  }

  private static func folder(
    _ inode: UInt64, _ children: [(FilePath.Component, FileIdentity)]
  ) -> FileIdentity {
    var identity = FileIdentity(status(inode, .directory, size: 4096))
    identity.children = Dictionary(uniqueKeysWithValues: children)
    return identity
  }

  @Test func `A renewed identity keeps what the status does not have, for the same item only`() {
    var identity = Self.folder(1, [("a", FileIdentity(Self.status(2)))])
    identity.contentDigest = 7
    let renewed = identity.renewed(by: Self.status(1, .directory, size: 9))
    #expect(renewed?.size == 9 && renewed?.contentDigest == 7)
    #expect(renewed?.children == identity.children)
    #expect(identity.renewed(by: Self.status(2, .directory)) == nil)
    #expect(identity.renewed(by: Self.status(1, .regular)) == nil)
  }

  @Test func `The shared part of two trees has the same files, and folders of the same name`() {
    let kept = FileIdentity(Self.status(2))
    let own = Self.folder(
      1,
      [
        ("kept", kept), ("replaced", FileIdentity(Self.status(3))),
        ("gone", FileIdentity(Self.status(4))),
        ("link", FileIdentity(Self.status(5, .symbolicLink))),
        ("folder", Self.folder(6, [("kept", kept), ("gone", kept)])),
      ])
    let other = Self.folder(
      9,
      [
        ("kept", kept), ("replaced", FileIdentity(Self.status(33))),
        ("link", FileIdentity(Self.status(5, .symbolicLink))),
        ("folder", Self.folder(66, [("kept", kept)])),
      ])
    let shared = own.shared(with: other)
    #expect(shared.children?.keys.map(\.string).sorted() == ["folder", "kept"])
    #expect(shared.children?["folder"]?.children?.keys.map(\.string) == ["kept"])
    #expect(own.shared(with: kept) == own)
  }

  @Test func `A tree has the sizes and the items of its files at every depth`() {
    let tree = Self.folder(
      1,
      [
        ("a", FileIdentity(Self.status(2, size: 10))),
        ("folder", Self.folder(3, [("b", FileIdentity(Self.status(4, size: 5)))])),
        ("same", FileIdentity(Self.status(2, size: 10))),
      ])
    #expect(tree.byteCount == 25)
    #expect(Set(tree.items.map(\.inode)) == [1, 2, 3, 4])
  }

  @Test func `The digest counts the length, so that zeros at the end are a difference`() {
    func digest(_ bytes: [UInt8]) -> UInt64 {
      bytes.withUnsafeBytes { FileIdentity.digest(of: $0) }
    }
    let digests = (0...17).map { digest(Array(repeating: 0, count: $0)) }
    #expect(Set(digests).count == digests.count)
    #expect(digest([1, 2, 3]) == digest([1, 2, 3]))
  }

  @Test func `The digest of an open file is the digest of its bytes, from its position on`() throws
  {
    let text = String(repeating: "0123456789", count: 60_000)
    let scratch = try ScratchDirectory(["a": text])
    let file = try FileDescriptor.open(scratch.file("a"), .readOnly)
    defer { try? file.close() }
    let expected = Array(text.utf8).withUnsafeBytes { FileIdentity.digest(of: $0) }
    #expect(try ContentDigest(of: file).value == expected)
    #expect(
      try ContentDigest(of: file).value
        == FileIdentity.digest(of: UnsafeRawBufferPointer(start: nil, count: 0)))
  }
}

@Suite struct FileTimes {
  @Test(
    arguments: [
      (0, 0, "1970-01-01T00:00:00.000Z"), (951_782_399, 999_999_999, "2000-02-28T23:59:59.999Z"),
      (951_782_400, 5_000_000, "2000-02-29T00:00:00.005Z"),
      (-1, 1_000_000, "1969-12-31T23:59:59.001Z"),
    ] as [(Int64, UInt32, String)])
  func `A timestamp is in universal time with milliseconds`(
    seconds: Int64, nanoseconds: UInt32, text: String
  ) {
    #expect(FileTime(seconds: seconds, nanoseconds: nanoseconds).timestamp == text)
  }

  @Test func `Times are ordered by seconds, then by nanoseconds`() {
    let times = [(-1, 9), (0, 1), (0, 2), (1, 0)].map {
      FileTime(seconds: $0.0, nanoseconds: UInt32($0.1))
    }
    #expect(times.reversed().sorted() == times)
    #expect(FileTime.now > FileTime(seconds: 1_700_000_000, nanoseconds: 0))
  }

  @Test func `The time of the last access belongs to the item itself`() throws {
    let scratch = try ScratchDirectory(["a": "x"])
    let path = scratch.file("a")
    let times = [timespec(tv_sec: 1_000, tv_nsec: 5), timespec(tv_sec: 2_000, tv_nsec: 6)]
    #expect(path.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    #expect(FileTime.lastRead(of: path) == FileTime(seconds: 1_000, nanoseconds: 5))
    #expect(try FileStatus(of: path).modified == FileTime(seconds: 2_000, nanoseconds: 6))
    #expect(FileTime.lastRead(of: scratch.file("none")) == nil)
  }
}

@Suite struct FileSystemKinds {
  @Test func `File systems of other machines and of programs are known by their numbers`() throws {
    for number: UInt64 in [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x00C3_6400] {
      let kind = FileSystemKind(number: number)
      #expect(kind.isOfOtherMachines && !kind.isInUserSpace)
    }
    #expect(FileSystemKind(number: 0x6573_5546).isInUserSpace)
    // ext4, tmpfs, btrfs
    for number: UInt64 in [0xEF53, 0x0102_1994, 0x9123_683E, 0] {
      let kind = FileSystemKind(number: number)
      #expect(!kind.isOfOtherMachines && !kind.isInUserSpace)
    }
    let file = try FileDescriptor.open("/proc/self/stat", .readOnly)
    defer { try? file.close() }
    #expect(!FileSystemKind(of: file).isOfOtherMachines)
  }
}
