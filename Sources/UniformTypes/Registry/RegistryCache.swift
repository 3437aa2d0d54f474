import SystemPackage
import TypeDeclarations
import TypeGraph
import UTIPlatform

/// Merged registries kept in `$XDG_CACHE_HOME/uniform-types/`.
///
/// The name of a file stands for the configuration and for the program, by its base and its builder,
/// so that programs that would not take each other's images do not replace them either; the
/// fingerprint inside it stands for the size, times and inode of every source besides. A stale,
/// foreign, damaged or unwritable cache is passed over: the answers are the same without it, only
/// later.
///
/// To read all of an image would take longer than to answer from it, so it is mapped, and damage
/// behind its header is noticed by the time of modification: its nanoseconds are made of the
/// fingerprint, and whoever writes to the file changes it. What is written into a file while it is mapped is seen and
/// gives wrong answers at worst, since every read of an image is checked. What is cut off reads as
/// zeros instead of ending the process (``MappedFile``).
struct RegistryCache {
  /// What stands for the sources as they are now.
  let fingerprint: UInt64
  let directory: FilePath
  /// The home that has to be there; nil when the environment names the place of caches itself.
  private let home: FilePath?
  private static let folder = "uniform-types"
  static let suffix = ".registry"
  let path: FilePath

  /// - Returns: nil when the environment names no place for a cache or a source cannot be examined.
  init?(_ configuration: RegistryConfiguration, sources: [DeclarationSource]) {
    let environment = EnvironmentVariables(configuration.environment)
    if let cache = environment["XDG_CACHE_HOME"], cache.hasPrefix("/") {
      directory = FilePath(text: cache + "/" + Self.folder)
      home = nil
    } else if let path = environment["HOME"], path.hasPrefix("/") {
      directory = FilePath(text: path + "/.cache/" + Self.folder)
      home = FilePath(text: path)
    } else {
      return nil
    }
    var name = StableHash()
    name.combine(RegistryBuilder.revision)
    if configuration.includesBase, let base = try? BaseRegistry.image() {
      name.combine(base.checksum)
    }
    for (key, value) in configuration.buildVariables.sorted(by: { $0.key < $1.key }) {
      name.combine(key)
      name.combine(value)
    }
    for source in sources { name.combine(source.path) }
    var content = name
    for source in sources {
      guard let status = FileStatus.present(at: FilePath(text: source.path)) else { return nil }
      content.combine(UInt64(source.layer.rawValue) << 32 | UInt64(source.directoryPrecedence))
      content.combine(status.device)
      content.combine(status.inode)
      content.combine(UInt64(bitPattern: status.size))
      for time in [status.modified, status.changed] {
        content.combine(UInt64(bitPattern: time.seconds))
        content.combine(UInt64(time.nanoseconds))
      }
    }
    fingerprint = content.value
    path = directory.appending(text: String(name.value, radix: 16) + Self.suffix)
  }

  /// The cached image, mapped; nil when there is none for these sources.
  func image() -> RegistryImage? {
    guard
      let descriptor = try? FileDescriptor.open(
        path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
    else { return nil }
    defer { try? descriptor.close() }
    guard let status = try? FileStatus(of: descriptor), status.kind == .regular,
      status.owner == geteuid(), status.permissions.isDisjoint(with: [.groupWrite, .otherWrite]),
      status.size > 0, isSealed(status.modified),
      let file = MappedFile(descriptor, size: Int(status.size))
    else { return nil }
    guard let image = try? RegistryImage(ImageStorage(file)), image.fingerprint == fingerprint
    else {
      return nil
    }
    return image
  }

  /// Keeps an image for the next process.
  ///
  /// A cache that cannot be written is no failure. Nobody may write to the file, its owner
  /// included: processes that have it mapped would see what is written, while a new file in its place
  /// harms nobody.
  func store(_ image: RegistryImage) {
    guard makeDirectories() else { return }
    CacheFile.removeAbandoned(in: directory, ofFilesWithSuffix: Self.suffix)
    do {
      let now = FileTime(seconds: FileTime.now.seconds, nanoseconds: sealOfNanoseconds)
      try CacheFile.write(
        image.storage.bytes, to: path,
        modificationTimes: [now, FileTime(seconds: sealOfSeconds, nanoseconds: 0)])
      removeLeastUsed()
    } catch {
      // The answers are the same without a cache.
    }
  }

  /// Whether a time of modification is one that an untouched file has.
  private func isSealed(_ time: FileTime) -> Bool {
    time.nanoseconds == sealOfNanoseconds
      || time.seconds == sealOfSeconds && time.nanoseconds == 0
  }

  /// The nanoseconds that an untouched file has, beside the second in which it was written.
  private var sealOfNanoseconds: UInt32 {
    1 + UInt32(truncatingIfNeeded: fingerprint >> 32) % 999_999_999
  }

  /// The time that an untouched file has where the file system keeps no nanoseconds: one of the years
  /// 2001 to 2010, and even, because some count in steps of two.
  private var sealOfSeconds: Int64 {
    1_000_000_000 + Int64(truncatingIfNeeded: fingerprint & 0x7FF_FFFF) &* 2
  }

  /// Makes the directory and what it lies in, but no home that is not there.
  private func makeDirectories() -> Bool {
    if let home, FileStatus.present(at: home) == nil { return false }
    return Self.make(directory)
  }

  /// Makes a directory unless it is there already.
  ///
  /// - Returns: false when there is none, or it is that of another user: an administrator who runs
  ///   a command in the environment of a user would leave there what the user cannot replace.
  private static func make(_ path: FilePath) -> Bool {
    do throws(Errno) {
      let status = try FileStatus(of: path, followsLinks: true)
      return status.owner == geteuid() || status.owner == 0
    } catch {
      let parent = path.removingLastComponent()
      guard error == .noSuchFileOrDirectory, !parent.isEmpty, make(parent) else { return false }
      return path.withPlatformString { mkdir($0, 0o700) } == 0 || errno == EEXIST
    }
  }
}
