internal import CUTISystemCalls
internal import SystemPackage
internal import UTIPlatform

/// The watches for one item, until the watcher accepts them.
struct WatchRegistration: Sendable {
  /// The result of accepting a registration.
  enum Reception {
    case registered
    /// A watch has ended before the registration was accepted.
    case ended
    /// The item is no longer watched, or at another path.
    case unwanted
  }

  struct Entry: Sendable {
    let watch: Int32
    let directory: FilePath
    let role: WatchEngine.Interest.Role
    var held: PinnedPath?
  }

  let queue: NoticeQueue?
  private(set) var entries: [Entry] = []
  private(set) var obstacle: PollingReason?
  private(set) var device: UInt64?

  /// `inside` are the directories in the item, relative to it.
  init(of look: ItemProbe, inside: [FilePath], in files: any WatchedFiles) {
    queue = look.queue
    watchWay(to: look, in: files)
    for relative in inside.prefix(look.options.mostDirectories) {
      let directory = relative.isEmpty ? look.path : look.path.pushing(relative)
      do throws(Errno) {
        try watch(directory, .ofNames.union(.ofPlace), .contents, in: files)
      } catch {
        if error == .noSpace { obstacle = .watchLimit }
      }
    }
    if inside.count > look.options.mostDirectories { obstacle = .tooManyDirectories }
  }

  private mutating func watchWay(to look: ItemProbe, in files: any WatchedFiles) {
    var directory = look.path.removingLastComponent()
    var name = look.path.lastComponent
    var wantsName = true
    while let wanted = name {
      do throws(Errno) {
        if wantsName {
          try watch(directory, .ofPlace.union(.ofNames), .name(wanted), in: files)
          noteVolume(directory, of: look, in: files)
        } else {
          try watch(directory, .ofPlace, .way, in: files)
        }
        wantsName = false
      } catch {
        if ![.noSuchFileOrDirectory, .notDirectory].contains(error) {
          // A parent directory may not be readable; its moves are then not reported.
          if wantsName || error != .permissionDenied {
            obstacle = Self.reason(of: error, hasQueue: queue != nil)
            if error == .noSpace { return }
          }
          wantsName = false
        }
      }
      name = directory.lastComponent
      directory.removeLastComponent()
    }
  }

  private mutating func watch(
    _ directory: FilePath, _ kinds: NoticeQueue.Kinds, _ role: WatchEngine.Interest.Role,
    in files: any WatchedFiles
  ) throws(Errno) {
    guard let queue else { throw .tooManyOpenFiles }
    let watch = try files.watch(directory, kinds, in: queue)
    entries.append(Entry(watch: watch, directory: directory, role: role))
  }

  private static func reason(of error: Errno, hasQueue: Bool) -> PollingReason {
    switch error {
    case .permissionDenied: .notReadable
    case .noSpace: .watchLimit
    default: hasQueue ? .watchLimit : .instanceLimit
    }
  }

  private mutating func noteVolume(
    _ directory: FilePath, of look: ItemProbe, in files: any WatchedFiles
  ) {
    guard let held = files.hold(directory) else { return }
    if let reason = files.fileSystem(of: held).pollingReason { obstacle = reason }
    if directory == look.path.removingLastComponent() { device = files.stamp(of: held)?.device }
    if look.options.holdsDirectories, WatchEngine.mayHold(directory) {
      entries[entries.count - 1].held = held
    }
  }
}

/// A descriptor that names an item and reports its path after moves of it or its parents (rule J8).
final class PinnedPath: Sendable {
  let descriptor: FileDescriptor

  /// - Returns: nil if the item cannot be opened.
  init?(_ path: FilePath) {
    let number = path.withPlatformString { open($0, UTI_O_PATH | O_NOFOLLOW | O_CLOEXEC) }
    guard number >= 0 else { return nil }
    descriptor = FileDescriptor(rawValue: number)
  }

  /// The size of a removed file that is freed on another thread.
  private static let leastCostlySize: Int64 = 8 << 20

  deinit {
    // The descriptor may be the last reference to an item that a save has replaced, and closing it then
    // frees the item: 100 ms for 2 GB, on the thread that ends the watch.
    guard let stamp, stamp.linkCount == 0, stamp.size >= Self.leastCostlySize,
      WatchingThread.run({ [descriptor] in try? descriptor.close() })
    else {
      try? descriptor.close()
      return
    }
  }

  var stamp: FileStatus? { try? FileStatus(of: descriptor) }

  /// The current path of the item; nil if it no longer exists or is not reachable.
  var place: FilePath? {
    guard let stamp, stamp.linkCount > 0 else { return nil }
    let path = FilePath(of: descriptor)
    // The kernel adds text to the paths of deleted or unreachable items.
    guard path.isAbsolute, let found = FileStatus.present(at: path, followsLinks: false),
      found.isSameItem(as: stamp)
    else { return nil }
    return path
  }

  var fileSystem: FileSystemKind { FileSystemKind(of: descriptor) }
}

extension FileSystemKind {
  var pollingReason: PollingReason? {
    if isInUserSpace { return .userSpace }
    return isOfOtherMachines ? .network : nil
  }
}
