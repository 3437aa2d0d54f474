#if Declarations
import SystemPackage
import UTITypeDeclarations
import UTITypeGraph
import UTIPlatform

/// The cache of merged registries in `$XDG_CACHE_HOME/uniform-types/`.
///
/// The name of a file represents the configuration and the program. The fingerprint inside also
/// represents the size, times and inode of every source. An unusable cache is ignored: results do
/// not change, only latency.
///
/// Damage after the header shows in the time of modification, whose nanoseconds are derived from
/// the fingerprint. The image is copied and the time read again, so that later changes have no
/// effect. With ``RegistryConfiguration/mapsCache`` the image is mapped, which is faster: later
/// writes then give wrong results at worst, and truncated bytes read as zeros (``FileImage``).
struct RegistryCache {
  /// The present state of the sources.
  let fingerprint: UInt64
  let directory: FilePath
  /// It has to exist; nil when the environment names the cache directory itself.
  private let home: FilePath?
  private let isMapped: Bool
  private static let folder = "uniform-types"
  static let suffix = ".registry"
  let path: FilePath

  /// nil when the environment names no cache directory or a source cannot be examined.
  init?(
    _ configuration: RegistryConfiguration, sources: [DeclarationSource],
    signatures: [SignatureSource] = []
  ) {
    let sources = sources + signatures.map(FormatTypeSource.input)
    isMapped = configuration.mapsCache
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
    // The table decides which formats of signature files become types.
    if !signatures.isEmpty { name.combine(words: FormatTable.bytes) }
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

  /// nil when there is none for these sources.
  func image() -> RegistryImage? {
    guard
      let descriptor = try? FileDescriptor.open(
        path, .readOnly, options: [.closeOnExec, .noFollow, .nonBlocking])
    else { return nil }
    defer { try? descriptor.close() }
    guard let status = try? FileStatus(of: descriptor), status.kind == .regular,
      status.owner == geteuid(), status.permissions.isDisjoint(with: [.groupWrite, .otherWrite]),
      status.size > 0, isSealed(status.modified),
      let file = FileImage(descriptor, size: Int(status.size), isMapped: isMapped),
      // A file that changed while it was copied is not the one that was examined.
      isMapped || (try? FileStatus(of: descriptor))?.modified == status.modified
    else { return nil }
    guard let image = try? RegistryImage(ImageStorage(file)), image.fingerprint == fingerprint
    else {
      return nil
    }
    return image
  }

  /// The directory, which is made; nil if it cannot be.
  func makeDirectory() -> FilePath? { makeDirectories() ? directory : nil }

  /// For the next process; a cache that cannot be written is not a failure.
  ///
  /// No process may write to the file, since processes that have it mapped would see the change.
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
      // Results are the same without a cache.
    }
  }

  /// The time of modification of an unchanged file.
  private func isSealed(_ time: FileTime) -> Bool {
    time.nanoseconds == sealOfNanoseconds || time.seconds == sealOfSeconds && time.nanoseconds == 0
  }

  /// Independent of the second in which the file was written.
  private var sealOfNanoseconds: UInt32 {
    1 + UInt32(truncatingIfNeeded: fingerprint >> 32) % 999_999_999
  }

  /// The seconds are even and in 2001 to 2010, as some file systems count in steps of two seconds.
  private var sealOfSeconds: Int64 {
    1_000_000_000 + Int64(truncatingIfNeeded: fingerprint & 0x7FF_FFFF) &* 2
  }

  /// Parents are created too, but not a missing home directory.
  private func makeDirectories() -> Bool {
    if let home, FileStatus.present(at: home) == nil { return false }
    return Self.make(directory)
  }

  /// False also for another user's directory, in which root's files could not be replaced.
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
#endif
