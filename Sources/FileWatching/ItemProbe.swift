internal import SystemPackage
internal import UTIPlatform

/// A look at one item: what was known of it when the look began, and what it finds.
///
/// It is made without the lock of the watcher, because whatever looks at a path may have to wait for
/// a machine that does not answer. What has changed in the meantime decides what the findings count
/// for.
struct ItemProbe: Sendable {
  /// What the look is for.
  enum Purpose: Sendable {
    /// To take what is there for known.
    case settling
    /// To find out what a burst has done.
    case concluding
    /// To see whether anything has happened that nothing tells of.
    case nowAndThen
    /// To go on where the item has been moved.
    case following
    /// To wait for an item to appear again.
    case losing
  }

  let number: WatchEngine.Number
  let purpose: Purpose
  /// What looks at the same time are counted by.
  let volume: UInt64?
  /// What the item had seen when the look began.
  let generation: UInt64
  let disturbances: UInt64
  let path: FilePath
  let options: WatchingOptions
  let known: FileStatus?
  let held: PinnedPath?
  /// Whether a descriptor more may be kept.
  let mayHold: Bool
  let hints: [FilePath]
  /// What holds the directory of the item, where nothing holds the item, and its name there.
  let heldDirectories: [(directory: PinnedPath, name: FilePath.Component)]
  /// The device that the item was on.
  let device: UInt64?
  let queue: NoticeQueue?
  var needsRegistration: Bool
  var watchedInside: Int

  /// What is at the path.
  var found: Result<ItemStamp, Errno> = .failure(.noSuchFileOrDirectory)
  /// Whether what holds the item holds what was found.
  var keepsHold = false
  var newHold: PinnedPath?
  /// Where the directory of the item has been moved.
  var newHints: [FilePath] = []
  /// Where the item is that is not at its path.
  var place: FilePath?
  /// Where it would go back to from a trash.
  var restorePath: FilePath?
  var isVolumeGone = false

  // MARK: - Looking

  /// Has the system tell of the item, looks at it, and finds out where it is.
  ///
  /// - Parameters:
  ///   - files: what is asked.
  ///   - register: takes in what the system was asked to tell of.
  mutating func run(
    in files: any WatchedFiles,
    _ register: (WatchRegistration, ItemProbe) -> WatchRegistration.Reception
  ) {
    if needsRegistration { noteMovedDirectories(in: files) }
    look(in: files)
    if case .nowAndThen = purpose { return }
    armAndLook(in: files, register)
    switch found {
    case .success(let stamp): renewHold(of: stamp, in: files)
    case .failure(.noSuchFileOrDirectory), .failure(.notDirectory):
      if case .concluding = purpose { findPlace(in: files) }
    case .failure: break
    }
  }

  private mutating func look(in files: any WatchedFiles) {
    do throws(Errno) {
      found = .success(try ItemStamp(of: path, options, in: files))
    } catch {
      found = .failure(error)
    }
  }

  /// Has the system tell of an item, and looks at it afterwards, so that nothing is missed in between.
  private mutating func armAndLook(
    in files: any WatchedFiles,
    _ register: (WatchRegistration, ItemProbe) -> WatchRegistration.Reception
  ) {
    // Directories may be made in an item while those that are known are asked for.
    for _ in 0..<3 {
      let inside = (try? found.get()).flatMap(Self.directories(in:)) ?? []
      guard needsRegistration || watchedInside != min(inside.count, options.mostDirectories) else {
        return
      }
      let registration = WatchRegistration(of: self, inside: inside, in: files)
      switch register(registration, self) {
      case .registered: needsRegistration = false
      case .ended: needsRegistration = true
      case .unwanted: return
      }
      watchedInside = registration.entries.count {
        if case .contents = $0.role { true } else { false }
      }
      look(in: files)
    }
  }

  /// The directories in an item, relative to it; nil where what is in it does not matter.
  private static func directories(in stamp: ItemStamp) -> [FilePath]? {
    guard stamp.own.kind == .directory, let contents = stamp.contents else { return nil }
    return [FilePath("")]
      + contents.filter { $0.value.kind == .directory }.map(\.key)
      .sorted { $0.components.count < $1.components.count }
  }

  // MARK: - Where the item is

  /// Holds the item that is at the place now.
  private mutating func renewHold(of stamp: ItemStamp, in files: any WatchedFiles) {
    if let held, let own = files.stamp(of: held), own.isSameItem(as: stamp.own) {
      keepsHold = true
    } else if mayHold, WatchEngine.mayHold(path) {
      newHold = files.hold(path)
    }
  }

  /// Notes where the directory of an item is now that no descriptor holds, before it is watched at its
  /// place only.
  private mutating func noteMovedDirectories(in files: any WatchedFiles) {
    newHints = heldDirectories.compactMap { held in
      files.place(of: held.directory)?.appending(held.name)
    }
  }

  private mutating func findPlace(in files: any WatchedFiles) {
    guard let known else { return }
    if let held {
      place = files.place(of: held)
    } else {
      place = (hints + newHints).last { path in
        (try? files.stamp(of: path))?.isSameItem(as: known) == true
      }
    }
    if let place, place != path {
      restorePath = files.restorePath(ofItemAt: place, from: path)
    } else {
      isVolumeGone = isNearestDirectoryElsewhere(in: files)
    }
  }

  /// Whether the nearest directory that is left is one of another volume.
  private func isNearestDirectoryElsewhere(in files: any WatchedFiles) -> Bool {
    guard let device else { return false }
    var directory = path.removingLastComponent()
    while true {
      if let stamp = try? files.stamp(of: directory) { return stamp.device != device }
      guard directory.lastComponent != nil else { return false }
      directory.removeLastComponent()
    }
  }
}
